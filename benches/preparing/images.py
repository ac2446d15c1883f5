"""Made-up images: bytes that no packing makes smaller, as those of a JPEG."""

import io
import zipfile


def write_images(archive, names, mean_bytes: int, rng) -> None:
    for name in names:
        archive.writestr(name, rng.bytes(int(rng.integers(mean_bytes // 2, mean_bytes * 3 // 2))))


def packed(names, mean_bytes: int, rng) -> bytes:
    """Returns an archive of images, packed as Kaggle's archives inside the archive are."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        write_images(archive, names, mean_bytes, rng)
    return content.getvalue()

"""Photos in an archive inside the archive, divided into two folders and two archives."""

from sklearn.model_selection import train_test_split

from preparing.images import packed


def photos(rows) -> list[str]:
    return sorted(f"train/{'cat' if i % 2 else 'dog'}.{i // 2}.jpg" for i in range(rows))


def make(archive, rows, rng):
    archive.writestr("train.zip", packed(photos(rows), 22_000, rng))
    archive.writestr("test.zip", packed([f"test/{i}.jpg" for i in range(1, 1_001)], 22_000, rng))


def shell(rows) -> tuple[list[str], dict[str, list[str]]]:
    train, test = train_test_split([f"raw/{photo}" for photo in photos(rows)], test_size=0.1, random_state=0)
    folders = {"public/train": train, "public/test": test}
    return ["unzip -q raw/train.zip -d raw"], folders | {f"{name}-again": files for name, files in folders.items()}

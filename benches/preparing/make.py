"""Makes a raw archive: `make.py COMPETITION ROWS ARCHIVE`."""

import sys
import zipfile
import zlib
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from preparing.case import CASES


def main() -> None:
    competition, rows, path = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    rng = np.random.default_rng(zlib.crc32(competition.encode()))
    partial = path.with_suffix(".partial")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        CASES[competition].module.make(archive, rows, rng)
    partial.rename(path)


if __name__ == "__main__":
    main()

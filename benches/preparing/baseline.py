"""Prepares the plain way: `baseline.py COMPETITION ARCHIVE FOLDER` unpacks, and pandas does the rest."""

import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from preparing.case import CASES


def main() -> None:
    competition, archive, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    raw, public, private = folder / "raw", folder / "prepared" / "public", folder / "prepared" / "private"
    public.mkdir(parents=True)
    private.mkdir()
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(raw)
    CASES[competition].module.prepare(raw, public, private)


if __name__ == "__main__":
    main()

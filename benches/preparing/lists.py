"""Writes a shell script of `unzip` and `cp`, and the lists of files to copy: `lists.py COMPETITION ROWS FOLDER`."""

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from preparing.case import CASES


def main() -> None:
    competition, rows, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    unpacking, targets = CASES[competition].module.shell(rows)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = ["set -e", 'unzip -q "$1" -d raw', *unpacking]
    for number, (target, files) in enumerate(targets.items()):
        listed = folder / str(number)
        listed.write_text("\n".join(files))
        lines += [f'mkdir -p "prepared/{target}"', f'xargs cp -t "prepared/{target}" < "{listed}"']
    (folder / "script").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

"""Writes the made-up prepared data and the submission of one competition: `make.py ID DATA_DIR FOLDER`."""

import sys
import zlib
from importlib import import_module
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grading.cases import build


def main() -> None:
    competition, data_dir, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    case = build(competition)
    family = import_module(f"grading.families.{case.family}")
    answers, submission = family.make(case, np.random.default_rng(zlib.crc32(competition.encode())))

    prepared = data_dir / competition / "prepared"
    path = prepared / case.answers
    path.parent.mkdir(parents=True, exist_ok=True)
    (prepared / "public").mkdir(exist_ok=True)
    (prepared / "public" / "made-up").touch()
    folder.mkdir(parents=True, exist_ok=True)
    if hasattr(family, "write_answers"):
        family.write_answers(answers, path)
    else:
        answers.to_csv(path, index=False)
    submission.to_csv(folder / "submission.csv", index=False)
    case.answers = str(path)
    case.save(folder / "case.json")


if __name__ == "__main__":
    main()

"""Writes the made-up data of one competition: `make.py ID DATA_DIR FOLDER`.

The prepared data goes below DATA_DIR; `submission.csv`, with the rows in the order of the answers as nearly
everybody hands them in, and `shuffled.csv`, with the same rows in another order, go to FOLDER.
"""

import sys
import zlib
from importlib import import_module
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grading.cases import build
from grading.tables import shuffled


def main() -> None:
    competition, data_dir, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    case = build(competition)
    family = import_module(f"grading.families.{case.family}")
    rng = np.random.default_rng(zlib.crc32(competition.encode()))
    answers, submission = family.make(case, rng)

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
    if not case.shape.get("file-order"):
        shuffled(submission, rng).to_csv(folder / "shuffled.csv", index=False)
    case.answers = str(path)
    case.save(folder / "case.json")


if __name__ == "__main__":
    main()

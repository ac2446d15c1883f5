"""Scores a submission the plain way: `baseline.py FOLDER`, with the case written by `make.py`.

Prints the score, the seconds of the imports and the seconds of the work (reading and scoring).
"""

import json
import sys
import time

START = time.perf_counter()

from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grading.case import Case


def main() -> None:
    folder = Path(sys.argv[1])
    case = Case.load(folder / "case.json")
    family = import_module(f"grading.families.{case.family}")
    imported = time.perf_counter()
    score = float(family.score(case, case.answers, folder / "submission.csv"))
    done = time.perf_counter()
    print(json.dumps({"score": score, "imports": imported - START, "work": done - imported}))


if __name__ == "__main__":
    main()

"""Scores a submission the plain way: `baseline.py CASE SUBMISSION`, with the files of `make.py`.

Prints the score and the processor seconds of the work, which is reading and scoring without the imports.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grading.case import Case


def main() -> None:
    case = Case.load(Path(sys.argv[1]))
    family = import_module(f"grading.families.{case.family}")
    start = time.process_time()
    score = float(family.score(case, case.answers, sys.argv[2]))
    print(json.dumps({"score": score, "work": time.process_time() - start}))


if __name__ == "__main__":
    main()

"""Measures the program against plain Python scripts and prints Markdown tables of ratios."""

import argparse
import os
import statistics
import subprocess
import sys
import venv
from pathlib import Path

from grading.cases import CASES
from grading.measure import Bench, Result, run, table
from preparing import measure as preparations
from preparing.case import CASES as PREPARATIONS
from preparing.table import table as preparation_table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "target" / "bench"
RELEASE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
BINARY = RELEASE / "mlebench"
REQUIREMENTS = [
    "numpy==2.2.6",
    "pandas==2.3.3",
    "scikit-learn==1.9.1",
    "scipy==1.17.1",
    "pycocotools==2.0.11",
    "shapely==2.2.0",
    "Levenshtein==0.27.5",
]


def python() -> str:
    """Returns the interpreter of an environment with the baseline's packages."""
    folder = WORK / "venv"
    executable = folder / "bin" / "python"
    mark = folder / "requirements.txt"
    if not mark.exists() or mark.read_text().split() != REQUIREMENTS:
        venv.create(folder, with_pip=True)
        subprocess.run([executable, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
        mark.write_text("\n".join(REQUIREMENTS))
    return str(executable)


def reader() -> Path:
    """Builds the program that only reads files."""
    command = ["cargo", "build", "--quiet", "--release", "--locked", "-p", "mlebench-data", "--example", "read_csv"]
    subprocess.run(command, check=True, cwd=ROOT)
    return RELEASE / "examples" / "read_csv"


def preparing(interpreter: str, only: list[str], quick: bool, taxi_rows: int | None) -> None:
    """Prints the tables of the preparations."""
    bench = preparations.Bench(WORK, BINARY, interpreter)
    results = []
    for competition in only or PREPARATIONS:
        case = PREPARATIONS[competition]
        rows = taxi_rows if taxi_rows and case.name == "rides" else case.rows
        print(f"preparing {competition}", file=sys.stderr)
        results.append(bench.measure(case, rows, 1 if quick else 3))
    print(preparation_table(results))


def grade(interpreter: str, only: list[str], order: str, quick: bool, resume: bool) -> None:
    """Prints the table of all graders."""
    bench = Bench(WORK, BINARY, reader(), interpreter, order)
    bench.folder.mkdir(parents=True, exist_ok=True)
    known = bench.known() if resume else {}
    results: list[Result] = []
    for number, competition in enumerate(only or CASES, 1):
        result = known.get(competition)
        if result is None or result.problem:
            print(f"{number}: {competition}", file=sys.stderr)
            result = bench.measure(competition, quick)
            bench.keep(result)
        results.append(result)
    print(table(results) + "\n")


def start() -> None:
    """Prints how long the program takes to start."""
    runs = [run([BINARY, "--version"]) for _ in range(50)]
    walls = [one.wall * 1000 for one in runs]
    processor = statistics.median(one.processor for one in runs) * 1000
    print(
        f"Start of the program: {statistics.median(walls):.1f} ms (least {min(walls):.1f}), "
        f"of which {processor:.1f} ms of processor time."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=["grading", "preparing", "start", []], help="all without a name")
    parser.add_argument("--only", help="competitions of the one part, parted by commas")
    parser.add_argument("--quick", action="store_true", help="one round instead of three")
    parser.add_argument("--shuffled", action="store_true", help="submissions in another order than the answers")
    parser.add_argument("--resume", action="store_true", help="keep the grading results of earlier runs")
    parser.add_argument("--taxi-rows", type=int, help="rows of the taxi table to prepare, instead of 5.5 million")
    arguments = parser.parse_args()
    only = arguments.only.split(",") if arguments.only else []
    parts = arguments.parts or (["grading"] if only else ["grading", "preparing", "start"])
    known = set(CASES if "grading" in parts else PREPARATIONS)
    if unknown := set(only) - known:
        parser.error(f"unknown competitions: {', '.join(sorted(unknown))}")

    WORK.mkdir(parents=True, exist_ok=True)
    interpreter = python()
    if "grading" in parts:
        grade(interpreter, only, "shuffled" if arguments.shuffled else "submission", arguments.quick, arguments.resume)
    if "preparing" in parts:
        of_the_part = [] if "grading" in parts else only
        preparing(interpreter, of_the_part, arguments.quick, arguments.taxi_rows)
    if "start" in parts:
        start()


if __name__ == "__main__":
    main()

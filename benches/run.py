"""Measures the program against plain Python scripts and prints Markdown tables of ratios."""

import argparse
import csv
import os
import random
import shutil
import statistics
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from grading.cases import CASES
from grading.measure import Bench, Result, medians, run, table

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
PREPARED = "tabular-playground-series-dec-2021"


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


def table_archive() -> Path:
    """Makes a raw archive like a large tabular competition: 400,000 rows of 56 columns."""
    archive = WORK / f"{PREPARED}.zip"
    if archive.exists():
        return archive
    generator = random.Random(0)
    path = WORK / "train.csv"
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["Id", *[f"f{i}" for i in range(54)], "Cover_Type"])
        for i in range(400_000):
            writer.writerow([i, *[generator.randrange(4000) for _ in range(54)], generator.randrange(1, 8)])
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.write(path, "train.csv")
    path.unlink()
    return archive


def prepare(interpreter: str) -> None:
    """Prints how long preparing a large table takes."""
    archive = table_archive()
    target = WORK / "prepared"
    ours = [BINARY, "prepare", "-c", PREPARED, "--from-zip", archive, "--skip-verification", "--data-dir", target]
    plain = [interpreter, HERE / "baseline_prepare.py", archive, target]
    runs = {"ours": [], "plain": []}
    for _ in range(3):
        for name, command in (("ours", ours), ("plain", plain)):
            shutil.rmtree(target, ignore_errors=True)
            runs[name].append(run(command))
            if runs[name][-1].code != 0:
                sys.exit(f"failed: {runs[name][-1].output}")
    shutil.rmtree(target, ignore_errors=True)
    (wall, _, peak), (plain_wall, _, plain_peak) = medians(runs["ours"]), medians(runs["plain"])
    print("| what | ours | plain Python | times faster | memory of ours |\n| --- | --: | --: | --: | --: |")
    print(
        f"| `prepare`, 400,000 rows of 56 columns | {wall * 1000:.0f} ms, {peak:.0f} MB "
        f"| {plain_wall * 1000:.0f} ms, {plain_peak:.0f} MB | {plain_wall / wall:.1f} | {peak / plain_peak:.0%} |\n"
    )


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
    parser.add_argument("parts", nargs="*", choices=["grading", "prepare", "start", []], help="all without a name")
    parser.add_argument("--only", help="competitions of the grading part, parted by commas")
    parser.add_argument("--quick", action="store_true", help="one round instead of three")
    parser.add_argument("--shuffled", action="store_true", help="submissions in another order than the answers")
    parser.add_argument("--resume", action="store_true", help="keep the grading results of earlier runs")
    arguments = parser.parse_args()
    only = arguments.only.split(",") if arguments.only else []
    if unknown := set(only) - set(CASES):
        parser.error(f"unknown competitions: {', '.join(sorted(unknown))}")
    parts = arguments.parts or (["grading"] if only else ["grading", "prepare", "start"])

    WORK.mkdir(parents=True, exist_ok=True)
    interpreter = python()
    if "grading" in parts:
        grade(interpreter, only, "shuffled" if arguments.shuffled else "submission", arguments.quick, arguments.resume)
    if "prepare" in parts:
        prepare(interpreter)
    if "start" in parts:
        start()


if __name__ == "__main__":
    main()

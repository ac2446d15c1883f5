"""Measures the program against plain Python scripts and prints a Markdown table of ratios."""

import csv
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "bench"
BINARY = ROOT / "target" / "release" / "mlebench"
REQUIREMENTS = ["numpy==2.2.6", "pandas==2.3.3", "scikit-learn==1.9.1"]


def python() -> str:
    """Returns the interpreter of an environment with the baseline's packages."""
    folder = WORK / "venv"
    executable = folder / "bin" / "python"
    if not executable.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([executable, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
    return str(executable)


def measure(command: list[str], repeats: int, before=lambda: None) -> tuple[float, float]:
    """Returns the median wall seconds and the peak memory in MB of a command."""
    walls, peaks = [], []
    for _ in range(repeats):
        before()
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        walls.append(time.perf_counter() - start)
        peaks.append(usage.ru_maxrss / 1024)
        if process.returncode != 0:
            sys.exit(f"failed: {' '.join(command)}")
    return statistics.median(walls), max(peaks)


def write_csv(path: Path, header: list[str], rows) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def cactus_data() -> tuple[Path, Path, Path]:
    """Makes prepared data of the real size: 3,325 test photos."""
    data = WORK / "data"
    prepared = data / "aerial-cactus-identification" / "prepared"
    generator = random.Random(0)
    ids = [f"{generator.getrandbits(128):032x}.jpg" for _ in range(3325)]
    labels = [int(generator.random() < 0.75) for _ in ids]
    answers = prepared / "private" / "test.csv"
    write_csv(answers, ["id", "has_cactus"], zip(ids, labels))
    write_csv(prepared / "public" / "sample_submission.csv", ["id", "has_cactus"], ((i, 0.5) for i in ids))
    submission = WORK / "submission.csv"
    scores = [(i, min(1.0, max(0.0, y + generator.gauss(0, 0.4)))) for i, y in zip(ids, labels)]
    generator.shuffle(scores)
    write_csv(submission, ["id", "has_cactus"], scores)
    return data, submission, answers


def table_archive() -> Path:
    """Makes a raw archive like a large tabular competition: 400,000 rows of 56 columns."""
    archive = WORK / "tabular-playground-series-dec-2021.zip"
    if archive.exists():
        return archive
    generator = random.Random(0)
    path = WORK / "train.csv"
    header = ["Id", *[f"f{i}" for i in range(54)], "Cover_Type"]
    rows = ([i, *[generator.randrange(4000) for _ in range(54)], generator.randrange(1, 8)] for i in range(400_000))
    write_csv(path, header, rows)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.write(path, "train.csv")
    path.unlink()
    return archive


def main() -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    interpreter = python()
    here = Path(__file__).parent
    rows = []

    data, submission, answers = cactus_data()
    ours = measure([str(BINARY), "grade-sample", str(submission), "aerial-cactus-identification", "--data-dir", str(data)], 15)
    plain = measure([interpreter, str(here / "baseline_grade.py"), str(submission), str(answers)], 5)
    rows.append(("grade-sample, 3,325 rows, ROC AUC", ours, plain))

    archive = table_archive()
    target = WORK / "prepared"
    clean = lambda: shutil.rmtree(target, ignore_errors=True)
    command = [str(BINARY), "prepare", "-c", "tabular-playground-series-dec-2021", "--from-zip", str(archive), "--skip-verification", "--data-dir", str(target)]
    ours = measure(command, 3, clean)
    plain = measure([interpreter, str(here / "baseline_prepare.py"), str(archive), str(target)], 3, clean)
    rows.append(("prepare, 400,000 rows of 56 columns", ours, plain))
    clean()

    ours = measure([str(BINARY), "--version"], 30)
    print("| what | ours | plain Python | times faster | memory of ours |\n| --- | --: | --: | --: | --: |")
    for name, (wall, peak), (plain_wall, plain_peak) in rows:
        print(f"| {name} | {wall * 1000:.0f} ms, {peak:.0f} MB | {plain_wall * 1000:.0f} ms, {plain_peak:.0f} MB | {plain_wall / wall:.1f} | {peak / plain_peak:.0%} |")
    print(f"\nstart of the program: {ours[0] * 1000:.1f} ms")


if __name__ == "__main__":
    main()

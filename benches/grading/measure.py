"""Grades every made-up test set with the program, with plain Python and measures the bare reading."""

import json
import os
import statistics
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from grading.cases import CASES, sizes

HERE = Path(__file__).resolve().parent


@dataclass
class Run:
    """One process: wall and processor seconds, peak memory in MB, exit code and output."""

    wall: float
    processor: float
    memory: float
    code: int
    output: str


def run(command: list) -> Run:
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(list(map(str, command)), stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, text)


@dataclass
class Result:
    """The medians of one competition; `problem` says why there are none."""

    id: str
    rows: int
    problem: str = ""
    ours: float = 0.0
    ours_processor: float = 0.0
    ours_memory: float = 0.0
    python: float = 0.0
    python_processor: float = 0.0
    python_work: float = 0.0
    python_memory: float = 0.0
    reading_processor: float = 0.0
    score: float = 0.0
    python_score: float = 0.0

    @property
    def faster(self) -> float:
        return self.python / self.ours

    @property
    def processor(self) -> float:
        return self.python_processor / self.ours_processor

    @property
    def work(self) -> float:
        return self.python_work / self.ours_processor

    @property
    def memory(self) -> float:
        return self.ours_memory / self.python_memory

    @property
    def over_reading(self) -> float:
        return self.ours_processor / self.reading_processor

    @property
    def agrees(self) -> bool:
        return abs(self.score - self.python_score) <= 1e-6 * max(1.0, abs(self.python_score))


class Bench:
    """Where the programs and the data are."""

    def __init__(self, work: Path, binary: Path, reader: Path, interpreter: str, order: str):
        self.order = order
        self.data, self.folder = work / "data", work / "grading"
        self.binary, self.reader, self.interpreter = binary, reader, interpreter
        self.saved = self.folder / f"results-{order}.json"

    def known(self) -> dict[str, Result]:
        """Returns the results of earlier runs."""
        if not self.saved.exists():
            return {}
        return {row["id"]: Result(**row) for row in json.loads(self.saved.read_text())}

    def keep(self, result: Result) -> None:
        known = self.known() | {result.id: result}
        self.saved.write_text(json.dumps([asdict(known[id]) for id in CASES if id in known], indent=1))

    def measure(self, competition: str, quick: bool) -> Result:
        """Runs the three programs in turn, so that a busy machine slows all of them alike."""
        result = Result(competition, sizes()[competition])
        folder = self.folder / competition
        if not (folder / "case.json").exists():
            made = run([self.interpreter, HERE / "make.py", competition, self.data, folder])
            if made.code != 0:
                result.problem = "generator: " + made.output.strip().splitlines()[-1]
                return result
        answers = json.loads((folder / "case.json").read_text())["answers"]
        submission = folder / f"{self.order}.csv"
        if not submission.exists():
            result.problem = "its order counts"
            return result
        grade = [self.binary, "grade-sample", submission, competition, "--data-dir", self.data]
        read = [self.reader, submission] + ([answers] if answers.endswith(".csv") else [])
        plain = [self.interpreter, HERE / "baseline.py", folder / "case.json", submission]

        ours, reading, python = [], [], []
        for _ in range(1 if quick else 3):
            for _ in range(3):
                ours.append(run(grade))
                if ours[-1].code != 0 or '"raw_score": null' in ours[-1].output:
                    result.problem = problem(ours[-1].output)
                    return result
                reading.append(run(read))
            python.append(run(plain))
            if python[-1].code != 0:
                result.problem = "baseline: " + python[-1].output.strip().splitlines()[-1]
                return result
        inside = [json.loads(run.output.splitlines()[-1]) for run in python]
        result.ours, result.ours_processor, result.ours_memory = medians(ours)
        result.python, result.python_processor, result.python_memory = medians(python)
        result.reading_processor = medians(reading)[1]
        result.python_work = statistics.median(one["work"] for one in inside)
        result.python_score = inside[0]["score"]
        result.score = json.loads(ours[0].output)["raw_score"]
        return result


def problem(output: str) -> str:
    """Returns why there is no score."""
    try:
        return "rejected: " + json.loads(output)["reason"]["message"]
    except (ValueError, KeyError, TypeError):
        lines = [line for line in output.splitlines() if "error" in line] or ["no output"]
        return "not implemented yet" if "not implemented" in lines[0] else lines[0]


def medians(runs: list[Run]) -> tuple[float, float, float]:
    return (
        statistics.median(run.wall for run in runs),
        statistics.median(run.processor for run in runs),
        max(run.memory for run in runs),
    )


def table(results: list[Result]) -> str:
    """Returns the Markdown table and the summary."""
    head = [
        "| competition | rows | ours | plain Python | times faster | processor | no imports | memory | / reading | same |",
        "| --- | --: | --: | --: | --: | --: | --: | --: | --: | :-: |",
    ]
    good = [result for result in results if not result.problem]
    lines = [line(result) for result in good]
    lines += [f"| {r.id} | {r.rows:,} | {r.problem} | | | | | | | |" for r in results if r.problem]
    return "\n".join(head + lines + ["", *summary(good, len(results))])


def line(r: Result) -> str:
    cells = [
        r.id,
        f"{r.rows:,}",
        f"{r.ours * 1000:,.0f} ms, {r.ours_memory:,.0f} MB",
        f"{r.python * 1000:,.0f} ms, {r.python_memory:,.0f} MB",
        f"{r.faster:,.1f}",
        f"{r.processor:,.1f}",
        f"{r.work:,.1f}",
        f"{r.memory:.0%}",
        f"{r.over_reading:.1f}",
        "yes" if r.agrees else f"no: {r.score:.7g}, {r.python_score:.7g}",
    ]
    return f"| {' | '.join(cells)} |"


def summary(results: list[Result], of: int) -> list[str]:
    if not results:
        return ["Nothing was measured."]

    def spread(name: str, values: list[float]) -> str:
        return f"- {name}: median {statistics.median(values):.1f}, least {min(values):.1f}, most {max(values):.1f}"

    shares = [100 * r.memory for r in results]
    reading = [r.over_reading for r in results]
    slow = sum(r.faster < 20 for r in results)
    return [
        f"{len(results)} of {of} competitions measured, {sum(r.agrees for r in results)} with the same score.\n",
        spread("times faster", [r.faster for r in results]) + f"; {slow} below 20.",
        spread("in processor time", [r.processor for r in results]) + ".",
        spread("the same without the imports of Python", [r.work for r in results]) + ".",
        spread("peak memory in % of plain Python's", shares) + f"; {sum(s > 100 / 3 for s in shares)} above a third.",
        spread("over reading and parsing alone", reading) + f"; {sum(ratio > 2 for ratio in reading)} above 2.",
    ]

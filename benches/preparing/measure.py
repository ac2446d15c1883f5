"""Prepares every made-up archive with the program and the plain way."""

import hashlib
import os
import shutil
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from grading.measure import Run, medians, run
from preparing.case import Case

HERE = Path(__file__).resolve().parent
# What pandas needs for more rows of a table does not fit the machines we measure on.
MOST_PLAIN_ROWS = 12_000_000


@dataclass
class Result:
    """The medians of one competition, seconds and MB; no `plain` ones where its table is too large for pandas."""

    case: Case
    rows: int
    megabytes: float
    ours: tuple[float, float, float]
    plain: tuple[float, float, float] | None
    same: bool | None


class Bench:
    """Where the programs and the data are."""

    def __init__(self, work: Path, binary: Path, interpreter: str):
        self.folder, self.binary, self.interpreter = work / "preparing", binary, interpreter

    def measure(self, case: Case, rows: int, rounds: int) -> Result:
        """Runs both in turn, so that a busy machine slows both alike."""
        archive = self.archive(case, rows)
        ours, plain = self.folder / "ours", self.folder / "plain"
        for folder in (ours, plain):
            shutil.rmtree(folder, ignore_errors=True)
        commands = {ours: self.ours(case, archive, ours)}
        if rows <= MOST_PLAIN_ROWS:
            commands[plain] = self.plain(case, rows, archive, plain)
        runs: dict[Path, list[Run]] = {folder: [] for folder in commands}
        for _ in range(rounds):
            for folder, command in commands.items():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                # What the run before left to be written must not slow this one.
                os.sync()
                one = run(command)
                if one.code != 0:
                    raise SystemExit(f"{case.id}: {one.output.strip()[-2000:]}")
                runs[folder].append(one)
        result = Result(case, rows, archive.stat().st_size / 2**20, medians(runs[ours]), None, None)
        if plain in runs:
            result.plain = medians(runs[plain])
            result.same = content(ours / case.id / "prepared", case) == content(plain / "prepared", case)
        for folder in (ours, plain):
            shutil.rmtree(folder, ignore_errors=True)
        return result

    def archive(self, case: Case, rows: int) -> Path:
        path = self.folder / f"{case.id}-{rows}.zip"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            made = run([self.interpreter, HERE / "make.py", case.id, rows, path])
            if made.code != 0:
                raise SystemExit(f"{case.id}: {made.output}")
        return path

    def ours(self, case: Case, archive: Path, folder: Path) -> list:
        flags = ["--from-zip", archive, "--skip-verification", "--data-dir", folder]
        return [self.binary, "prepare", "-c", case.id, *flags]

    def plain(self, case: Case, rows: int, archive: Path, folder: Path) -> list:
        if not case.copies_images:
            return [self.interpreter, HERE / "baseline.py", case.id, archive, folder]
        listed = run([self.interpreter, HERE / "lists.py", case.id, rows, self.folder / "lists"])
        if listed.code != 0:
            raise SystemExit(f"{case.id}: {listed.output}")
        return ["sh", "-c", f'cd "{folder}" && exec sh "{self.folder}/lists/script" "{archive}"']


def content(folder: Path, case: Case) -> dict | Counter:
    """Returns the MD5 of each table by its path, or how often each image of these bytes was written."""
    if not case.copies_images:
        paths = [path for side in ("public", "private") for path in (folder / side).rglob("*")]
        files = [path for path in paths if path.is_file() and path.name != "description.md"]
        return {str(path.relative_to(folder)): md5(path) for path in files}
    images = Counter()
    for path in (folder / "public").rglob("*"):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                images.update(hashlib.md5(archive.read(name)).hexdigest() for name in archive.namelist())
        elif path.is_file() and path.suffix not in (".csv", ".md"):
            images[md5(path)] += 1
    return images


def md5(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()

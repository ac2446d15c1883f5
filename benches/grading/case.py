"""What the generator and the plain scorer need to know of a competition."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass
class Case:
    """One competition: facts from its `competition.toml`, size and texture from `cases.py`."""

    id: str
    rows: int
    answers: str
    id_columns: list[str]
    columns: list[str]
    metric: str
    parameters: dict
    family: str
    shape: dict

    @property
    def key(self) -> str:
        """Returns the name of the (first) id column."""
        return self.id_columns[0]

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)))

    @staticmethod
    def load(path: Path) -> "Case":
        return Case(**json.loads(path.read_text()))

"""What the benchmark knows of a competition: its module in `competitions/` and the number of rows."""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType


@dataclass
class Case:
    """One competition. `rows` are rows of its largest table, or files of its image folder.

    The module makes the raw data with `make(archive, rows, rng)`, an open zip to write into. What it is
    compared with is `prepare(raw, public, private)`, a pandas script that writes the same files, or
    `shell(rows)`, a script of `unzip` and `cp`.
    """

    id: str
    name: str
    rows: int
    copies_images: bool = False

    @property
    def module(self) -> ModuleType:
        """Returns the module, which needs the packages of the baseline."""
        return import_module(f"preparing.competitions.{self.name}")


CASES = {
    case.id: case
    for case in [
        Case("tabular-playground-series-may-2022", "playground_may_2022", 900_000),
        Case("tabular-playground-series-dec-2021", "playground_dec_2021", 1_000_000),
        Case("champs-scalar-coupling", "couplings", 4_658_147),
        Case("ventilator-pressure-prediction", "breaths", 6_036_000),
        Case("nfl-player-contact-detection", "contacts", 4_000_000),
        Case("facebook-recruiting-iii-keyword-extraction", "questions", 600_000),
        Case("h-and-m-personalized-fashion-recommendations", "purchases", 6_000_000),
        Case("new-york-city-taxi-fare-prediction", "rides", 5_500_000),
        Case("aerial-cactus-identification", "cacti", 17_500, True),
        Case("histopathologic-cancer-detection", "scans", 22_000, True),
        Case("dogs-vs-cats-redux-kernels-edition", "pets", 25_000, True),
    ]
}

"""Small photos in an archive inside the archive, divided into two archives."""

import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.images import packed
from preparing.tables import write_table


def ids(rows) -> list[str]:
    return [f"{i:032x}.jpg" for i in range(rows)]


def make(archive, rows, rng):
    write_table(archive, "train.csv", pd.DataFrame({"id": ids(rows), "has_cactus": rng.integers(0, 2, rows)}))
    archive.writestr("train.zip", packed([f"train/{id}" for id in ids(rows)], 1_200, rng))
    archive.writestr("test.zip", packed([f"test/{id}" for id in ids(4_000)], 1_200, rng))


def shell(rows) -> tuple[list[str], dict[str, list[str]]]:
    train, test = train_test_split([f"raw/train/{id}" for id in ids(rows)], test_size=0.19, random_state=0)
    return ["unzip -q raw/train.zip -d raw"], {"public/train": train, "public/test": test}

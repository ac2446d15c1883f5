"""Unpacked scans, divided into two folders."""

import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.images import write_images
from preparing.tables import write_table

HIDDEN = 5_700


def ids(rows) -> list[str]:
    return [f"{i:040x}" for i in range(rows)]


def make(archive, rows, rng):
    write_table(archive, "train_labels.csv", pd.DataFrame({"id": ids(rows), "label": rng.integers(0, 2, rows)}))
    write_images(archive, [f"train/{id}.tif" for id in ids(rows)], 27_000, rng)
    write_images(archive, [f"test/{i}.tif" for i in range(HIDDEN)], 27_000, rng)


def shell(rows) -> tuple[list[str], dict[str, list[str]]]:
    scans = [f"raw/train/{id}.tif" for id in ids(rows)]
    train, test = train_test_split(scans, test_size=HIDDEN / (rows + HIDDEN), random_state=0)
    return [], {"public/train": train, "public/test": test}

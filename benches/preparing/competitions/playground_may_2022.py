"""900,000 rows of decimal and whole numbers and a text; rows are numbered anew."""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.tables import write_blocks


def make(archive, rows, rng):
    def block(first, count):
        table = pd.DataFrame({"id": np.arange(first, first + count)})
        for i in range(31):
            if 7 <= i <= 18:
                table[f"f_{i:02d}"] = rng.integers(0, 16, count)
            elif i == 27:
                letters = rng.integers(65, 85, (count, 10)).astype(np.uint8)
                table["f_27"] = [bytes(row).decode() for row in letters]
            else:
                table[f"f_{i:02d}"] = np.round(rng.normal(0, 2, count), 12)
        return table.assign(target=rng.integers(0, 2, count))

    write_blocks(archive, "train.csv", rows, block)


def prepare(raw, public, private):
    states = pd.read_csv(raw / "train.csv")
    train, test = train_test_split(states, test_size=100_000, random_state=0)
    train, test = train.copy(), test.copy()
    train["id"] = np.arange(len(train))
    test["id"] = np.arange(len(train), len(states))
    train.to_csv(public / "train.csv", index=False)
    test.drop(columns="target").to_csv(public / "test.csv", index=False)
    test.to_csv(private / "test.csv", index=False)
    gold = test[["id", "target"]]
    gold.to_csv(private / "gold_submission.csv", index=False)
    gold.assign(target=0.5).to_csv(public / "sample_submission.csv", index=False)

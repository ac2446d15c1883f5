"""Four million rows of whole numbers."""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.tables import write_blocks


def make(archive, rows, rng):
    def block(first, count):
        wide = {f"f{i}": rng.integers(0, 4000, count) for i in range(10)}
        flags = {f"flag{i}": rng.integers(0, 2, count) for i in range(44)}
        return pd.DataFrame(
            {"Id": np.arange(first, first + count), **wide, **flags, "Cover_Type": rng.integers(1, 8, count)}
        )

    write_blocks(archive, "train.csv", rows, block)


def prepare(raw, public, private):
    covers = pd.read_csv(raw / "train.csv")
    train, test = train_test_split(covers, test_size=0.1, random_state=0)
    train.to_csv(public / "train.csv", index=False)
    test.drop(columns="Cover_Type").to_csv(public / "test.csv", index=False)
    test.to_csv(private / "test.csv", index=False)
    test[["Id"]].assign(Cover_Type=2).to_csv(public / "sample_submission.csv", index=False)

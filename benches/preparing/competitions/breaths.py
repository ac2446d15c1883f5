"""Six million rows; breaths of eighty rows are divided, rows numbered anew."""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.tables import write_blocks

STEPS = 80


def make(archive, rows, rng):
    def block(first, count):
        steps = np.arange(first, first + count)
        breaths = steps // STEPS + 1
        return pd.DataFrame(
            {
                "id": steps + 1,
                "breath_id": breaths,
                "R": np.array([5, 20, 50])[breaths * 7 % 3],
                "C": np.array([10, 20, 50])[breaths * 5 % 3],
                "time_step": np.round(steps % STEPS * 0.0335 + rng.uniform(0, 0.01, count), 12),
                "u_in": np.round(rng.gamma(0.5, 10, count), 12),
                "u_out": (steps % STEPS > 30).astype(int),
                "pressure": np.round(rng.normal(11, 8, count), 12),
            }
        )

    write_blocks(archive, "train.csv", rows, block)


def prepare(raw, public, private):
    steps = pd.read_csv(raw / "train.csv")
    groups = steps.groupby("breath_id")
    parts = train_test_split(list(groups.groups), test_size=0.1, random_state=0)
    places = groups.indices
    train, test = (steps.iloc[np.concatenate([places[breath] for breath in part])].copy() for part in parts)
    train["id"] = np.arange(1, len(train) + 1)
    test["id"] = np.arange(1, len(test) + 1)

    def write(table, path):
        table.to_csv(path, index=False, float_format="%.10g")

    write(train, public / "train.csv")
    write(test.drop(columns="pressure"), public / "test.csv")
    write(test[["id"]].assign(pressure=0), public / "sample_submission.csv")
    write(test, private / "test.csv")

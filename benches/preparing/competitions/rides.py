"""Rides of a table that may be larger than memory; times, places and fares."""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.tables import write_blocks

LEAFLET = "GCP-Coupons-Instructions.rtf"


def make(archive, rows, rng):
    seconds = np.datetime_as_string(
        np.datetime64("2009-01-01T00:00:00") + rng.integers(0, 200_000_000, 200_000), unit="s"
    )
    times = np.array([text.replace("T", " ") for text in seconds], dtype=object)

    def block(first, count):
        time = times[rng.integers(0, len(times), count)]
        fraction = rng.integers(1, 200, count)
        return pd.DataFrame(
            {
                "key": [f"{text}.{number:07d}" for text, number in zip(time, fraction)],
                "fare_amount": np.round(rng.gamma(2.5, 4.5, count) + 2.5, 1),
                "pickup_datetime": time + " UTC",
                "pickup_longitude": np.round(rng.normal(-73.98, 0.03, count), 6),
                "pickup_latitude": np.round(rng.normal(40.75, 0.03, count), 6),
                "dropoff_longitude": np.round(rng.normal(-73.98, 0.03, count), 6),
                "dropoff_latitude": np.round(rng.normal(40.75, 0.03, count), 6),
                "passenger_count": rng.integers(1, 7, count),
            }
        )

    write_blocks(archive, "train.csv", rows, block)
    archive.writestr(LEAFLET, "{\\rtf1 made up}")


def prepare(raw, public, private):
    rides = pd.read_csv(raw / "train.csv")
    train, test = train_test_split(rides, test_size=9914, random_state=0)
    train.to_csv(public / "labels.csv", index=False)
    test.drop(columns="fare_amount").to_csv(public / "test.csv", index=False)
    test.to_csv(private / "test.csv", index=False)
    test[["key"]].assign(fare_amount=11.35).to_csv(public / "sample_submission.csv", index=False)
    (public / LEAFLET).write_bytes((raw / LEAFLET).read_bytes())

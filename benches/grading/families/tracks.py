"""Positions of phones: mean over the trips of the 50th and 95th percentile of the error in metres."""

import numpy as np
import pandas as pd


def make(case, rng):
    trips = case.shape["trips"]
    trip = np.sort(rng.integers(0, trips, case.rows))
    names = [f"2021-{8 + n % 4:02d}-{10 + n % 17}-US-MTV-{n}-GooglePixel{4 + n % 3}" for n in range(trips)]
    latitude = 37.4 + np.cumsum(rng.normal(0, 1e-5, case.rows))
    longitude = -122.1 + np.cumsum(rng.normal(0, 1e-5, case.rows))
    answers = pd.DataFrame(
        {
            "tripId": [names[t] for t in trip],
            "UnixTimeMillis": 1_603_477_897_676 + np.arange(case.rows) * 1_000,
            "LatitudeDegrees": np.round(latitude, 10),
            "LongitudeDegrees": np.round(longitude, 10),
        }
    )
    submission = answers.copy()
    for name in ("LatitudeDegrees", "LongitudeDegrees"):
        submission[name] = np.round(submission[name] + rng.normal(0, 2e-5, case.rows), 10)
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = pd.read_csv(answers), pd.read_csv(submission)
    latitudes = np.radians(truth["LatitudeDegrees"]), np.radians(guess["LatitudeDegrees"])
    half_latitude = (latitudes[1] - latitudes[0]) / 2
    half_longitude = np.radians(guess["LongitudeDegrees"] - truth["LongitudeDegrees"]) / 2
    a = np.sin(half_latitude) ** 2
    a = a + np.cos(latitudes[0]) * np.cos(latitudes[1]) * np.sin(half_longitude) ** 2
    metres = 2 * 6_371_000 * np.arcsin(np.sqrt(a))
    return metres.groupby(truth["tripId"]).quantile([0.5, 0.95]).groupby(level=0).mean().mean()

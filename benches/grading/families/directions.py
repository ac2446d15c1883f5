"""Neutrino directions: mean angle between unit vectors."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired


def make(case, rng):
    ids = np.cumsum(rng.integers(1, 300, case.rows))
    azimuth = rng.uniform(0, 2 * np.pi, case.rows)
    zenith = np.arccos(rng.uniform(-1, 1, case.rows))
    answers = pd.DataFrame({"event_id": ids, "azimuth": azimuth, "zenith": zenith})
    guess = pd.DataFrame(
        {
            "event_id": ids,
            "azimuth": np.round(azimuth + rng.normal(0, 0.5, case.rows), 6),
            "zenith": np.round(np.clip(zenith + rng.normal(0, 0.3, case.rows), 0, np.pi), 6),
        }
    )
    return answers, guess


def vectors(table):
    azimuth, zenith = table["azimuth"].to_numpy(), table["zenith"].to_numpy()
    return np.cos(azimuth) * np.sin(zenith), np.sin(azimuth) * np.sin(zenith), np.cos(zenith)


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    cosine = sum(a * b for a, b in zip(vectors(truth), vectors(guess)))
    return np.arccos(np.clip(cosine, -1, 1)).mean()

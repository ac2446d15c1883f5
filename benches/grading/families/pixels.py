"""Denoised documents: root mean squared error over every pixel of the test images."""

import numpy as np
import pandas as pd
from sklearn.metrics import root_mean_squared_error

from grading.pairing import read_paired


def make(case, rng):
    ids, left = [], case.rows
    for image in range(1, 1_000):
        height = 420 if image % 3 else 258
        ids += [f"{image}_{row}_{column}" for row in range(1, height + 1) for column in range(1, 541)][:left]
        left = case.rows - len(ids)
        if left == 0:
            break
    truth = np.where(rng.random(case.rows) < 0.85, 255, rng.integers(0, 256, case.rows)) / 255
    guess = np.round(np.clip(truth + rng.normal(0, 0.05, case.rows), 0, 1), 6)
    answers = pd.DataFrame({"id": ids, "value": truth})
    return answers, pd.DataFrame({"id": ids, "value": guess})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    return root_mean_squared_error(truth["value"], guess["value"])

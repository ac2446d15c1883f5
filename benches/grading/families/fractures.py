"""Cervical spine fractures: log loss with a weight for each kind of row, averaged over the studies."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired

KINDS = ["patient_overall", "C1", "C2", "C3", "C4", "C5", "C6", "C7"]


def make(case, rng):
    count = case.rows // len(KINDS)
    numbers = rng.choice(np.arange(1, 33_000), count, replace=False)
    studies = np.tile([f"1.2.826.0.1.3680043.{number}" for number in numbers], len(KINDS))
    kinds = np.repeat(KINDS, count)
    truth = (rng.random(case.rows) < np.where(kinds == "patient_overall", 0.47, 0.08)).astype(int)
    guess = np.round(1 / (1 + np.exp(-(rng.normal(0, 1, case.rows) + 3 * truth - 2))), 5)
    row_id = [f"{study}_{kind}" for study, kind in zip(studies, kinds)]
    answers = pd.DataFrame(
        {"StudyInstanceUID": studies, "prediction_type": kinds, "fractured": truth, "row_id": row_id}
    )
    return answers, pd.DataFrame({"row_id": row_id, "fractured": guess})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    epsilon = case.parameters["epsilon"]
    probability = guess["fractured"].clip(epsilon, 1 - epsilon)
    label = truth["fractured"]
    loss = -(label * np.log(probability) + (1 - label) * np.log(1 - probability))
    weight = np.where(truth["prediction_type"] == "patient_overall", 7.0, 1.0) * np.where(label == 1, 2.0, 1.0)
    sums = pd.DataFrame({"loss": loss * weight, "weight": weight}).groupby(truth["StudyInstanceUID"]).sum()
    return (sums["loss"] / sums["weight"]).mean()

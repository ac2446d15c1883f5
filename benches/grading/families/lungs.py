"""Lung capacity with a confidence: modified Laplace log likelihood of each patient's last three visits."""

import numpy as np
import pandas as pd


def make(case, rng):
    patients = case.shape["patients"]
    weeks = case.rows // patients
    parts = []
    for number in range(patients):
        patient = f"ID{number + 7:05d}{637_202_177_434_476_278 + number * 977:018d}"[:25]
        visits = np.sort(rng.choice(weeks, 9, replace=False))
        table = pd.DataFrame({"Patient": patient, "Weeks": np.arange(weeks) - 5})
        table.loc[visits, "FVC"] = np.round(rng.normal(2_700, 500) - visits * 3.0)
        table.loc[visits, "Percent"] = rng.uniform(50, 110, 9)
        table.loc[visits, "Age"] = 67.0
        table.loc[visits, "Sex"] = "Male"
        table.loc[visits, "SmokingStatus"] = "Ex-smoker"
        parts.append(table)
    answers = pd.concat(parts, ignore_index=True)
    answers["Patient_Week"] = answers["Patient"] + "_" + answers["Weeks"].astype(str)
    answers["Confidence"] = 100
    guess = answers["FVC"].fillna(2_600) + rng.normal(0, 150, len(answers))
    submission = pd.DataFrame(
        {
            "Patient_Week": answers["Patient_Week"],
            "FVC": np.round(guess).astype(int),
            "Confidence": rng.integers(60, 300, len(answers)),
        }
    )
    return answers, submission


def score(case, answers, submission) -> float:
    truth = pd.read_csv(answers).dropna(subset=["FVC"])
    last = truth.sort_values(["Patient", "Weeks"]).groupby("Patient").tail(3)
    both = last.merge(pd.read_csv(submission), on="Patient_Week", suffixes=("", "_guess"))
    sigma = both["Confidence_guess"].clip(lower=70)
    delta = (both["FVC"] - both["FVC_guess"]).abs().clip(upper=1_000)
    return (-np.sqrt(2) * delta / sigma - np.log(np.sqrt(2) * sigma)).mean()

"""Toxicity without bias: overall AUC and power means of the AUCs of nine identities."""

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

from grading.pairing import read_paired
from grading.tables import column, texts

SCORED = [
    "male",
    "female",
    "homosexual_gay_or_lesbian",
    "christian",
    "jewish",
    "muslim",
    "black",
    "white",
    "psychiatric_or_mental_illness",
]
RATED = ["toxicity", "severe_toxicity", "obscene", "sexual_explicit", "identity_attack", "insult", "threat"]
IDENTITIES = [
    *["male", "female", "transgender", "other_gender", "heterosexual", "homosexual_gay_or_lesbian"],
    *["bisexual", "other_sexual_orientation", "christian", "jewish", "muslim", "hindu", "buddhist", "atheist"],
    *["other_religion", "black", "white", "asian", "latino", "other_race_or_ethnicity", "physical_disability"],
    *["intellectual_or_learning_disability", "psychiatric_or_mental_illness", "other_disability"],
]


def make(case, rng):
    count = case.rows
    ids = 7_000_000 + np.arange(count)
    answers = pd.DataFrame({"id": ids, "comment_text": texts(rng, count, 51)})
    answers["created_date"] = "2017-04-10 08:55:01.794347+00"
    for name in ["publication_id", "parent_id", "article_id"]:
        answers[name] = rng.integers(0, 200_000, count)
    answers["rating"] = column("one-of:approved|rejected", count, rng)
    for name in ["funny", "wow", "sad", "likes", "disagree"]:
        answers[name] = rng.integers(0, 5, count)
    for name in RATED:
        answers[name] = np.round(rng.beta(0.3, 1.5, count), 6)
    named = rng.random(count) < 0.22
    for name in IDENTITIES:
        answers[name] = np.where(named, rng.choice([0.0, 0.25, 0.5, 1.0], count, p=[0.8, 0.05, 0.05, 0.1]), np.nan)
    answers["identity_annotator_count"] = rng.integers(0, 10, count)
    answers["toxicity_annotator_count"] = rng.integers(4, 10, count)
    guess = np.clip(answers["toxicity"] + rng.normal(0, 0.25, count), 0, 1).round(6)
    return answers, pd.DataFrame({"id": ids, "prediction": guess})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    toxic = truth["toxicity"].to_numpy() >= 0.5
    guess = (guess["prediction"].to_numpy() >= 0.5).astype(float)
    sets = [[], [], []]
    for name in SCORED:
        member = truth[name].to_numpy() >= 0.5
        for kept, rows in zip(sets, (member, member ^ toxic, member == toxic)):
            kept.append(roc_auc_score(toxic[rows], guess[rows]))
    means = [np.mean(np.power(values, -5.0)) ** (-1 / 5) for values in sets]
    return 0.25 * roc_auc_score(toxic, guess) + 0.25 * sum(means)

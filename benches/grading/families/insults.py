"""Insults in comments: area under the ROC curve, with the comment itself as id."""

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

from grading.pairing import read_paired
from grading.tables import column, texts


def make(case, rng):
    truth = rng.integers(0, 4, case.rows) // 3
    comments = [f'"{text} {number}"' for number, text in enumerate(texts(rng, case.rows, 33))]
    answers = pd.DataFrame({"Insult": truth, "Date": "20120515210038Z", "Comment": comments})
    answers["Usage"] = column("one-of:PrivateTest|PublicTest", case.rows, rng)
    submission = answers[["Insult", "Date", "Comment"]].copy()
    submission["Insult"] = np.round(1 / (1 + np.exp(-rng.normal(2 * truth - 1, 1.2))), 6)
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    return roc_auc_score(truth["Insult"], guess["Insult"])

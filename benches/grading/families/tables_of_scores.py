"""Many columns for each row: mean of column AUCs or correlations, log loss over classes, ranking."""

import numpy as np
import pandas as pd
from scipy.stats import spearmanr
from sklearn.metrics import label_ranking_average_precision_score, log_loss, roc_auc_score

from grading.pairing import read_paired
from grading.tables import insert_extras, make_ids


def make(case, rng):
    shape = case.shape
    size = (case.rows, len(case.columns))
    match shape["truth"]:
        case "one-hot":
            truth = np.eye(size[1], dtype=int)[rng.integers(0, size[1], case.rows)]
            raw = np.exp(rng.normal(0, 1, size) + 3 * truth)
            guess = np.round(raw / raw.sum(axis=1, keepdims=True), 9)
        case "flags":
            truth = (rng.random(size) < shape["positives"]).astype(int)
            guess = np.round(1 / (1 + np.exp(-(rng.normal(0, 1, size) + 2 * truth - 1))), 6)
        case "ratings":
            truth = rng.integers(0, 10, size) / 9
            guess = np.round(np.clip(truth * 0.5 + rng.normal(0.25, 0.2, size), 0, 1), 6)
    if "unscored" in shape:
        truth[rng.random(case.rows) < shape["unscored"]] = -1
    ids = make_ids(shape["ids"], case.rows, rng)
    answers = pd.DataFrame(truth, columns=case.columns)
    answers.insert(0, case.key, ids)
    submission = pd.DataFrame(guess, columns=case.columns)
    submission.insert(0, case.key, ids)
    insert_extras(answers, shape.get("extras", {}), rng)
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    truth, guess = truth[case.columns].to_numpy(), guess[case.columns].to_numpy()
    match case.metric:
        case "mean-column-roc-auc":
            scored = truth.sum(axis=1) >= 0
            return roc_auc_score(truth[scored], guess[scored], average="macro")
        case "multi-class-log-loss":
            return log_loss(truth, guess)
        case "mean-column-spearman":
            return np.mean([spearmanr(truth[:, i], guess[:, i])[0] for i in range(truth.shape[1])])
        case "label-ranking-average-precision":
            labels = truth.sum(axis=1)
            some = labels > 0
            return label_ranking_average_precision_score(truth[some], guess[some], sample_weight=labels[some])
    raise ValueError(f"unknown metric: {case.metric}")

"""One probability for each row against a yes or no: areas under curves, log loss, probabilistic F1."""

import numpy as np
import pandas as pd
from sklearn.metrics import auc, log_loss, roc_auc_score, roc_curve

from grading.pairing import read_paired
from grading.tables import insert_extras, make_ids


def make(case, rng):
    shape = case.shape
    target = case.columns[0]
    truth = (rng.random(case.rows) < shape.get("positives", 0.5)).astype(int)
    logits = rng.normal(0, 1.2, case.rows) + 2 * truth - 1
    guess = np.round(1 / (1 + np.exp(-logits)), shape.get("decimals", 6))
    ids = make_ids(shape["ids"], case.rows, rng)
    answers = pd.DataFrame({case.key: ids, target: truth})
    submission = pd.DataFrame({case.key: ids, target: guess})
    insert_extras(answers, shape.get("extras", {}), rng)
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    target = case.columns[0]
    truth, guess = truth[target].to_numpy(), guess[target].to_numpy()
    match case.metric:
        case "roc-auc":
            return roc_auc_score(truth, guess)
        case "log-loss":
            return log_loss(truth, guess)
        case "probabilistic-f1":
            return probabilistic_f1(truth, np.clip(guess, 0, 1))
        case "weighted-auc":
            return weighted_auc(truth, guess, case.parameters)
    raise ValueError(f"unknown metric: {case.metric}")


def probabilistic_f1(truth, guess) -> float:
    hits = guess[truth == 1].sum()
    precision, recall = hits / guess.sum(), hits / truth.sum()
    return 2 * precision * recall / (precision + recall)


def weighted_auc(truth, guess, parameters) -> float:
    """Weighs horizontal bands of the ROC curve; each area is that to the right of the curve."""
    false_rate, true_rate, _ = roc_curve(truth, guess, drop_intermediate=False)
    total, start = 0.0, 0.0
    for end, weight in zip(parameters["band-ends"], parameters["band-weights"]):
        after = np.searchsorted(true_rate, end)
        edge = np.interp(end, true_rate[after - 1 : after + 1], false_rate[after - 1 : after + 1])
        if true_rate[after] > end:
            false_rate, true_rate = np.insert(false_rate, after, edge), np.insert(true_rate, after, end)
        band = (true_rate >= start) & (true_rate <= end)
        total += weight * (end - start - auc(true_rate[band], false_rate[band]))
        start = end
    ends = np.array([0.0, *parameters["band-ends"]])
    return total / np.dot(np.diff(ends), parameters["band-weights"])

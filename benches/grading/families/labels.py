"""One class for each row: accuracy, F1, kappa, Matthews correlation."""

import numpy as np
import pandas as pd
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, matthews_corrcoef

from grading.pairing import read_paired
from grading.tables import insert_extras, make_ids


def make(case, rng):
    shape = case.shape
    classes = np.array(shape["classes"]) if isinstance(shape["classes"], list) else np.arange(shape["classes"])
    classes = classes + shape.get("first", 0) if classes.dtype.kind == "i" else classes.astype(object)
    weights = 1 / (np.arange(len(classes)) + shape.get("flatness", 5.0))
    weights = np.array(shape.get("weights", weights / weights.sum()))
    truth = rng.choice(classes, case.rows, p=weights)
    guess = np.where(rng.random(case.rows) < shape.get("right", 0.8), truth, rng.choice(classes, case.rows))
    target = case.columns[0]
    ids = make_ids(shape["ids"], case.rows, rng)
    answers = pd.DataFrame({case.key: ids, target: truth})
    submission = pd.DataFrame({case.key: ids, target: guess})
    insert_extras(answers, shape.get("extras", {}), rng)
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    target = case.columns[0]
    truth, guess = truth[target], guess[target]
    match case.metric:
        case "accuracy":
            return accuracy_score(truth, guess)
        case "top-1-error":
            return 1 - accuracy_score(truth, guess)
        case "macro-f1":
            return f1_score(truth, guess, average="macro")
        case "micro-f1":
            return f1_score(truth, guess, average="micro")
        case "quadratic-weighted-kappa":
            return cohen_kappa_score(truth, guess, weights="quadratic")
        case "matthews-correlation":
            return matthews_corrcoef(truth, guess)
    raise ValueError(f"unknown metric: {case.metric}")

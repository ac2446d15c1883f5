"""Numbers for each row: root mean squared, absolute and logarithmic errors, correlation."""

import numpy as np
import pandas as pd
from scipy.stats import pearsonr
from sklearn.metrics import mean_absolute_error, mean_squared_log_error, root_mean_squared_error

from grading.pairing import read_paired
from grading.tables import insert_extras, make_ids


def make(case, rng):
    shape = case.shape
    low, high, decimals = shape["range"]
    ids = make_ids(shape["ids"], case.rows, rng)
    answers, submission = pd.DataFrame({case.key: ids}), pd.DataFrame({case.key: ids})
    for name in case.columns:
        truth = rng.uniform(low, high, case.rows)
        answers[name] = np.round(truth, decimals)
        guess = np.clip(truth + rng.normal(0, (high - low) / 10, case.rows), low, high)
        submission[name] = np.round(guess, 4)
    if decimals == 0:
        answers[case.columns] = answers[case.columns].astype(int)
    insert_extras(answers, shape.get("extras", {}), rng)
    return answers, submission


def score(case, answers, submission) -> float:
    if case.shape.get("file-order"):
        truth, guess = pd.read_csv(answers), pd.read_csv(submission)
    else:
        truth, guess = read_paired(case, answers, submission)
    if case.shape.get("scored"):
        scored = truth[case.shape["scored"]] == 0
        truth, guess = truth[scored], guess[scored]
    truth, guess = truth[case.columns], guess[case.columns]
    match case.metric:
        case "rmse":
            return root_mean_squared_error(truth, guess)
        case "mae":
            error = mean_absolute_error(truth, guess)
            return round(error) if case.shape.get("whole") else error
        case "mean-column-rmsle":
            return np.sqrt(mean_squared_log_error(truth, guess, multioutput="raw_values")).mean()
        case "pearson":
            return pearsonr(truth.iloc[:, 0], guess.iloc[:, 0])[0]
    raise ValueError(f"unknown metric: {case.metric}")

"""One mask for each row: Dice over everything, precision over overlap limits, F-beta."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired
from grading.runs import blobs, decode, encode, moved
from grading.tables import make_ids


def make(case, rng):
    shape = case.shape
    height, width = shape["size"]
    order = shape.get("order", "F")
    truths, guesses = [], []
    for _ in range(case.rows):
        mask = np.zeros((height, width), dtype=bool)
        if rng.random() < shape["filled"]:
            mask = blobs(rng, height, width, *shape["blobs"])
        guess = moved(mask, rng, shape["moved"])
        truths.append(encode(mask, order) or shape["empty"])
        guesses.append(encode(guess, order) or shape["empty"])
    ids = make_ids(shape["ids"], case.rows, rng)
    target = case.columns[0]
    answers = pd.DataFrame({case.key: ids, target: truths})
    if shape["sizes"]:
        answers[shape["sizes"]] = [height, width] if shape["sizes"][0] == "height" else [width, height]
    return answers, pd.DataFrame({case.key: ids, target: guesses})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    target = case.columns[0]
    size = case.shape["size"][0] * case.shape["size"][1]
    pairs = (
        (decode(None if a == "-" else a, size), decode(None if b == "-" else b, size))
        for a, b in zip(truth[target], guess[target])
    )
    counts = np.array([(np.count_nonzero(a & b), np.count_nonzero(a), np.count_nonzero(b)) for a, b in pairs])
    common, true, predicted = counts.T
    match case.metric:
        case "global-dice":
            return 2 * common.sum() / (true.sum() + predicted.sum())
        case "mean-f-beta":
            precision, recall, beta = common / predicted, common / true, case.parameters["beta"] ** 2
            return ((1 + beta) * precision * recall / (beta * precision + recall)).mean()
        case "mean-mask-precision":
            return mask_precision(common, true, predicted, size)
    raise ValueError(f"unknown metric: {case.metric}")


def mask_precision(common, true, predicted, size) -> float:
    """Shares of the overlap limits that are exceeded; an empty guess for salt counts as a full one."""
    full = (true > 0) & (predicted == 0)
    common, predicted = np.where(full, true, common), np.where(full, size, predicted)
    union = true + predicted - common
    overlap = common / np.maximum(union, 1)
    limits = 0.5 + np.arange(10) * (0.55 - 0.5)
    shares = (overlap[:, None] > limits).mean(axis=1)
    return np.where(true == 0, predicted == 0, shares).mean()

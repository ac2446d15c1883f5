"""Sets of labels for each row: F1 from counts summed over all rows."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired
from grading.tables import insert_extras, make_ids, vocabulary


def make(case, rng):
    shape = case.shape
    if "labels" in shape:
        names = shape["labels"]
    elif "numbers" in shape:
        names = [str(n) for n in range(shape["numbers"])]
    else:
        names = [f"{a}-{i}" for i, a in enumerate(vocabulary(rng, 2_000).repeat(shape["words"] // 2_000))]
    truths, guesses = [], []
    counts = 1 + rng.poisson(shape["mean"] - 1, case.rows)
    picks = np.minimum(rng.zipf(1.5, (case.rows, 8)) - 1, len(names) - 1)
    noise = rng.random((case.rows, 8))
    for count, row, luck in zip(counts, picks, noise):
        truth = list(dict.fromkeys(row[:count]))
        truths.append(" ".join([names[i] for i in truth]))
        guess = [i if chance < 0.7 else (i * 7 + 1) % len(names) for i, chance in zip(truth, luck)]
        guesses.append(" ".join([names[i] for i in guess]))
    target = case.columns[0]
    ids = make_ids(shape["ids"], case.rows, rng)
    answers = pd.DataFrame({case.key: ids, target: truths})
    insert_extras(answers, shape.get("extras", {}), rng)
    return answers, pd.DataFrame({case.key: ids, target: guesses})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    target = case.columns[0]
    right = [set(text.split()) for text in truth[target]]
    known = set().union(*right)
    hits = predicted = 0
    for wanted, text in zip(right, guess[target]):
        given = set(text.split()) & known
        hits += len(wanted & given)
        predicted += len(given)
    return 2 * hits / (predicted + sum(map(len, right)))

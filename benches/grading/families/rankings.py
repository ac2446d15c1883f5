"""Lists of guesses in falling order: mean average precision at k."""

import numpy as np
import pandas as pd

from grading.tables import insert_extras, make_ids


def make(case, rng):
    shape = case.shape
    asked = shape.get("asked", case.rows)
    ids = make_ids(shape["ids"], asked, rng)
    digits, items = shape["items"]
    names = rng.permutation(np.unique(rng.integers(10 ** (digits - 1), 10**digits, items)))
    names = [shape.get("prefix", "") + str(name) for name in names]
    truths, guesses = [], []
    lengths = np.minimum(rng.geometric(1 / shape["truths"], case.rows), 40)
    bought = np.minimum(rng.zipf(1.4, lengths.sum()) - 1, len(names) - 1)
    ends = np.cumsum(lengths)
    for end, length in zip(ends, lengths):
        truths.append(" ".join(names[i] for i in bought[end - length : end]))
    listed = np.minimum(rng.zipf(1.4, (asked, case.parameters["k"])) - 1, len(names) - 1)
    for row in listed:
        guesses.append(" ".join([names[i] for i in row]))
    target = case.columns[0]
    answers = pd.DataFrame({case.key: ids[: case.rows], target: truths})
    insert_extras(answers, shape.get("extras", {}), rng)
    return answers, pd.DataFrame({case.key: ids, target: guesses})


def average_precision(truth: list[str], guess: list[str], k: int) -> float:
    wanted = set(truth)
    seen, hits, total = set(), 0, 0.0
    for place, item in enumerate(guess[:k], 1):
        if item in wanted and item not in seen:
            seen.add(item)
            hits += 1
            total += hits / place
    return total / min(len(wanted), k)


def score(case, answers, submission) -> float:
    target = case.columns[0]
    truth = pd.read_csv(answers, dtype={target: str})
    guess = pd.read_csv(submission, dtype={target: str})
    both = truth.merge(guess, on=case.key, suffixes=("", "_guess"), validate="one_to_one")
    if len(both) != len(truth):
        raise ValueError("the ids differ")
    k = case.parameters["k"]
    pairs = zip(both[target], both[target + "_guess"])
    return np.mean([average_precision(a.split(" "), b.split(" "), k) for a, b in pairs])

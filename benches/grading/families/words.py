"""Answers in words: mean Jaccard index of the word sets."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired
from grading.tables import make_ids, texts

TAMIL = "அஆஇஈஉஊஎஏஐஒஓகஙசஞடணதநபமய"


def make(case, rng):
    shape = case.shape
    whole = texts(rng, case.rows, shape["words"] * 2)
    chosen = [" ".join(text.split()[: 1 + int(rng.poisson(shape["words"]))]) for text in whole]
    if shape.get("script") == "tamil":
        table = str.maketrans("etaoinshrdlucmfwypvbgk", TAMIL)
        chosen = [text.translate(table) for text in chosen]
    guess = [" ".join(text.split()[i % 3 // 2 :] or [text]) for i, text in enumerate(chosen)]
    ids = make_ids(shape["ids"], case.rows, rng)
    answers = pd.DataFrame({case.key: ids, case.columns[0]: chosen})
    if shape.get("context"):
        answers.insert(1, "text", whole)
        answers["sentiment"] = rng.choice(["positive", "negative", "neutral"], case.rows)
    return answers, pd.DataFrame({case.key: ids, case.columns[0]: guess})


def jaccard(a: str, b: str) -> float:
    one, other = set(a.lower().split()), set(b.lower().split())
    common = len(one & other)
    return common / (len(one) + len(other) - common)


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    target = case.columns[0]
    return np.mean([jaccard(str(a), str(b)) for a, b in zip(truth[target], guess[target])])

"""Text normalisation: the share of tokens that are rewritten exactly."""

import csv

import numpy as np
import pandas as pd

from grading.pairing import read_paired
from grading.tables import vocabulary


def make(case, rng):
    sentences = rng.poisson(case.shape["words"] - 1, case.rows // 4) + 1
    sentence = np.repeat(np.arange(len(sentences)), sentences)[: case.rows]
    token = np.arange(case.rows) - np.searchsorted(sentence, sentence)
    ids = [f"{s}_{t}" for s, t in zip(sentence, token)]
    words = vocabulary(rng, 20_000)
    if case.shape["alphabet"] == "cyrillic":
        table = str.maketrans("etaoinshrdlucmfwypvbgk", "оеаинтсрвлкмдпуяыьгзбч")
        words = np.array([word.translate(table) for word in words], dtype=object)
    texts = words[np.minimum(rng.zipf(1.2, case.rows) - 1, len(words) - 1)]
    spoken = rng.random(case.rows) < 0.06
    texts[spoken] = [" ".join(words[rng.integers(0, 300, 5)]) for _ in range(spoken.sum())]
    guess = np.where(rng.random(case.rows) < 0.97, texts, words[rng.integers(0, len(words), case.rows)])
    answers = pd.DataFrame({"id": ids, "after": texts})
    return answers, pd.DataFrame({"id": ids, "after": guess})


def write_answers(answers, path) -> None:
    answers.to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC)


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    return (truth["after"].astype(str) == guess["after"].astype(str)).mean()

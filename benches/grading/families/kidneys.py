"""Kidney sections of a thousand million pixels: mean Dice of the masks."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired
from grading.runs import decode, join
from grading.tables import make_ids


def ellipses(rng, height: int, width: int) -> np.ndarray:
    """Returns centres and radii of ellipses that do not touch: one for each cell of a grid."""
    cell = 1_500
    rows, columns = np.mgrid[cell // 2 : height - cell // 2 : cell, cell // 2 : width - cell // 2 : cell]
    places = np.stack([rows.ravel(), columns.ravel()], axis=1)
    places = places[rng.random(len(places)) < 0.8]
    return np.concatenate([places, rng.uniform(150, 350, places.shape)], axis=1)


def run_list(shapes: np.ndarray, height: int) -> str:
    starts, lengths = [], []
    for row, column, tall, wide in shapes:
        offsets = np.arange(-int(wide), int(wide) + 1)
        reach = (tall * np.sqrt(1 - (offsets / wide) ** 2)).astype(int)
        starts.append((offsets + int(column)) * height + int(row) - reach + 1)
        lengths.append(2 * reach + 1)
    starts, lengths = np.concatenate(starts), np.concatenate(lengths)
    order = np.argsort(starts)
    return join(starts[order], lengths[order])


def make(case, rng):
    sizes = case.shape["sizes"]
    truths, guesses = [], []
    for height, width in sizes:
        shapes = ellipses(rng, height, width)
        truths.append(run_list(shapes, height))
        guesses.append(run_list(shapes + rng.uniform(-20, 20, shapes.shape), height))
    ids = make_ids("hex9", case.rows, rng)
    answers = pd.DataFrame({"id": ids, "encoding": truths})
    answers[["width_pixels", "height_pixels"]] = [(width, height) for height, width in sizes]
    return answers, pd.DataFrame({"id": ids, "predicted": guesses})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    scores = []
    for a, b, width, height in zip(
        truth["encoding"], guess["predicted"], truth["width_pixels"], truth["height_pixels"]
    ):
        one, other = decode(a, width * height), decode(b, width * height)
        total = np.count_nonzero(one) + np.count_nonzero(other)
        scores.append(2 * np.count_nonzero(one & other) / total if total else 1.0)
    return np.mean(scores)

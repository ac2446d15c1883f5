"""Rotated boxes in space: average precision over ten overlap limits."""

import numpy as np
import pandas as pd
import shapely

from grading.pairing import read_paired
from grading.tables import make_ids

CLASSES = ["car", "other_vehicle", "bus", "truck", "bicycle", "pedestrian", "motorcycle"]
SHARES = [0.84, 0.05, 0.02, 0.02, 0.03, 0.035, 0.005]
LIMITS = 0.5 + 0.05 * np.arange(10)


def text(boxes, kinds, confidences, decimals) -> str:
    rows = zip(confidences, np.round(boxes, decimals).tolist(), kinds)
    return " ".join(f"{c} {' '.join(map(repr, box))} {CLASSES[k]}" for c, box, k in rows)


def make(case, rng):
    truths, guesses = [], []
    for count in rng.poisson(case.shape["boxes"], case.rows) + 1:
        kinds = rng.choice(len(CLASSES), count, p=SHARES)
        boxes = np.concatenate(
            [
                rng.uniform(900, 1_050, (count, 2)),
                rng.normal(-22, 1, (count, 1)),
                rng.normal([1.9, 4.7, 1.7], 0.15, (count, 3)),
                rng.uniform(-np.pi, np.pi, (count, 1)),
            ],
            axis=1,
        )
        truths.append(text(boxes, kinds, [1.0] * count, 14))
        found = rng.random(count) < 0.85
        near = boxes[found] + rng.normal(0, [0.25, 0.25, 0.1, 0.1, 0.2, 0.1, 0.05], (found.sum(), 7))
        false = boxes[: count // 3] + rng.normal(0, [8, 8, 0.5, 0.1, 0.2, 0.1, 1], (count // 3, 7))
        all_kinds = np.concatenate([kinds[found], kinds[: count // 3]])
        confidences = np.round(rng.random(len(all_kinds)), 4).tolist()
        guesses.append(text(np.concatenate([near, false]), all_kinds, confidences, 3))
    ids = make_ids("hex64", case.rows, rng)
    answers = pd.DataFrame({"Id": ids, "PredictionString": truths})
    return answers, pd.DataFrame({"Id": ids, "PredictionString": guesses})


def parse(cell) -> dict[str, np.ndarray]:
    """Returns an array of boxes for each class, confidence first."""
    if not isinstance(cell, str):
        return {}
    rows = np.array(cell.split(" ")).reshape(-1, 9)
    return {name: rows[rows[:, 8] == name, :8].astype(float) for name in np.unique(rows[:, 8])}


def outlines(boxes: np.ndarray):
    """Returns the ground polygons; the length lies along the heading."""
    wide, long, yaw = boxes[:, 4], boxes[:, 5], boxes[:, 7]
    x = np.stack([long, long, -long, -long], axis=1) / 2
    y = np.stack([wide, -wide, -wide, wide], axis=1) / 2
    cosine, sine = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
    corners = np.stack([boxes[:, 1:2] + cosine * x - sine * y, boxes[:, 2:3] + sine * x + cosine * y], axis=2)
    return shapely.polygons(corners)


def overlaps(guess: np.ndarray, truth: np.ndarray) -> np.ndarray:
    ground = np.zeros((len(guess), len(truth)))
    apart = np.hypot(guess[:, 1:2] - truth[:, 1], guess[:, 2:3] - truth[:, 2])
    reach = np.hypot(guess[:, 4], guess[:, 5])[:, None] + np.hypot(truth[:, 4], truth[:, 5])
    rows, columns = np.nonzero(apart < reach / 2)
    shapes = outlines(guess), outlines(truth)
    ground[rows, columns] = shapely.area(shapely.intersection(shapes[0][rows], shapes[1][columns]))
    top = np.minimum((guess[:, 3] + guess[:, 6] / 2)[:, None], truth[:, 3] + truth[:, 6] / 2)
    bottom = np.maximum((guess[:, 3] - guess[:, 6] / 2)[:, None], truth[:, 3] - truth[:, 6] / 2)
    common = ground * np.maximum(0, top - bottom)
    return common / (guess[:, 4:7].prod(axis=1)[:, None] + truth[:, 4:7].prod(axis=1) - common)


def average_precision(best: np.ndarray, values: np.ndarray, boxes: int, limit: float) -> float:
    """Returns the area under the envelope of precision over recall."""
    taken, hits = set(), []
    for place, value in zip(best, values):
        hits.append(value > limit and place not in taken)
        if hits[-1]:
            taken.add(place)
    found = np.cumsum(hits)
    precision = found / np.arange(1, len(hits) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    recall = np.concatenate([[0], found / boxes])
    return (np.diff(recall) * envelope).sum()


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    scores = []
    for right, given in zip(map(parse, truth["PredictionString"]), map(parse, guess["PredictionString"])):
        precisions = np.zeros((len(right), len(LIMITS)))
        for row, (name, boxes) in zip(precisions, right.items()):
            if name in given:
                sorted_boxes = given[name][np.argsort(-given[name][:, 0], kind="stable")]
                matrix = overlaps(sorted_boxes, boxes)
                best, values = matrix.argmax(axis=1), matrix.max(axis=1)
                row[:] = [average_precision(best, values, len(boxes), limit) for limit in LIMITS]
        scores.append(precisions.mean(axis=0))
    return np.mean(scores)

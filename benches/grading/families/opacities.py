"""Findings in chest radiographs of studies and images: average precision at an overlap of one half."""

import numpy as np
import pandas as pd
from sklearn.metrics import average_precision_score

from grading.pairing import read_paired
from grading.tables import make_ids

STUDY = ["negative", "typical", "indeterminate", "atypical"]


def box(rng) -> np.ndarray:
    corner = rng.uniform(200, 1_800, 2)
    return np.concatenate([corner, corner + rng.uniform(200, 900, 2)])


def make(case, rng):
    truths, guesses = [], []
    studies = case.shape["studies"]
    for kind in rng.integers(0, 4, studies):
        scores = rng.dirichlet(np.ones(4) + 3 * np.eye(4)[kind])
        truths.append(f"{STUDY[kind]} 1 0 0 1 1")
        guesses.append(" ".join(f"{name} {s:.4f} 0 0 1 1" for name, s in zip(STUDY, scores)))
    for count in rng.choice([0, 1, 2, 3], case.rows - studies, p=[0.33, 0.2, 0.42, 0.05]):
        boxes = [box(rng) for _ in range(count)]
        rough = [b + rng.normal(0, 60, 4) for b in boxes] + [box(rng) for _ in range(rng.integers(0, 4))]
        right = " ".join("opacity 1 " + " ".join(f"{v:.5f}" for v in b) for b in boxes)
        truths.append(right or "none 1 0 0 1 1")
        given = [f"opacity {rng.random():.4f} " + " ".join(f"{v:.1f}" for v in b) for b in rough]
        guesses.append(" ".join([*given, f"none {rng.random():.4f} 0 0 1 1"]))
    names = [f"{name}_study" for name in make_ids("hex12", studies, rng)]
    names += [f"{name}_image" for name in make_ids("hex12", case.rows - studies, rng)]
    answers = pd.DataFrame({"id": names, "PredictionString": truths})
    return answers, pd.DataFrame({"id": names, "PredictionString": guesses})


def parse(text: str) -> dict[str, list]:
    tokens, boxes = text.split(), {}
    for i in range(0, len(tokens), 6):
        boxes.setdefault(tokens[i], []).append([float(v) for v in tokens[i + 1 : i + 6]])
    return boxes


def overlap(a, b) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    common = max(0.0, wide) * max(0.0, high)
    return common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common)


def outcomes(truth: list, guess: list, limit: float) -> list[tuple[int, float]]:
    """Returns (hit, confidence) of each guess and (1, 0) for each box that nothing found."""
    free, made = [b[1:] for b in truth], []
    for confidence, *corners in sorted(guess, key=lambda b: -b[0]):
        best = max(range(len(free)), key=lambda i: overlap(free[i], corners), default=None)
        hit = best is not None and overlap(free[best], corners) > limit
        if hit:
            del free[best]
        made.append((int(hit), confidence))
    made += [(1, 0.0)] * len(free)
    return made or [(0, 0.0)]


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    rows = list(zip(map(parse, truth["PredictionString"]), map(parse, guess["PredictionString"])))
    limit, precisions = case.parameters["overlap"], []
    for name in {name for right, _ in rows for name in right}:
        pairs = [pair for a, b in rows for pair in outcomes(a.get(name, []), b.get(name, []), limit)]
        labels, scores = zip(*pairs)
        precisions.append(average_precision_score(labels, scores))
    return np.mean(precisions)

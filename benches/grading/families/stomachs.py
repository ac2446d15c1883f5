"""Organs in scans: Dice of each mask, Hausdorff distance of each day's voxels."""

import numpy as np
import pandas as pd
from scipy.spatial import cKDTree

from grading.runs import blobs, decode, encode, moved

CLASSES = ["large_bowel", "small_bowel", "stomach"]
SLICES = 144


def make(case, rng):
    rows = []
    for day in range(case.rows // len(CLASSES) // SLICES):
        size = 266 if day % 3 else 310
        organs = [blobs(rng, size, size, 3, 22) for _ in CLASSES]
        for number in range(1, SLICES + 1):
            for name, organ in zip(CLASSES, organs):
                inside = 20 < number < 120 and rng.random() < 0.75
                mask = moved(organ, rng, 4) if inside else np.zeros_like(organ)
                guess = moved(mask, rng, 3)
                scan = f"case{day // 5 + 100}_day{day % 5 + 10}_slice_{number:04d}"
                rows.append((scan, name, encode(mask), float(size), float(size), encode(guess)))
    table = pd.DataFrame(rows, columns=["id", "class", "predicted", "image_width", "image_height", "guess"])
    submission = table[["id", "class", "guess"]].rename(columns={"guess": "predicted"})
    return table.drop(columns="guess"), submission


def farthest(one: np.ndarray, other: np.ndarray) -> float:
    """Returns the symmetric Hausdorff distance of two clouds of points."""
    there, _ = cKDTree(other).query(one)
    back, _ = cKDTree(one).query(other)
    return max(there.max(), back.max())


def distance(truth: list, guess: list) -> float | None:
    """Returns the distance of one day's voxels, each axis scaled to 1; `None` where both are empty."""
    one, other = np.stack(truth), np.stack(guess)
    if not one.any() and not other.any():
        return None
    if not one.any() or not other.any() or other.sum() > 10 * one.sum():
        return 1.0
    scale = np.array(one.shape, dtype=float)
    return farthest(np.argwhere(one) / scale, np.argwhere(other) / scale) / np.sqrt(3)


def score(case, answers, submission) -> float:
    truth, guess = pd.read_csv(answers), pd.read_csv(submission)
    dices, days = [], {}
    for (scan, width, height), rows in truth.groupby(["id", "image_width", "image_height"]):
        size = int(width), int(height)
        unions = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
        for a, b in zip(rows["predicted"], guess["predicted"].iloc[rows.index]):
            one, other = decode(a, size[0] * size[1]).reshape(size), decode(b, size[0] * size[1]).reshape(size)
            total = int(one.sum()) + int(other.sum())
            if total:
                dices.append(2 * int((one & other).sum()) / total)
            unions[0][:] |= one
            unions[1][:] |= other
        day = days.setdefault(scan.split("_slice")[0], ([], []))
        day[0].append(unions[0])
        day[1].append(unions[1])
    distances = [value for day in days.values() if (value := distance(*day)) is not None]
    weights = case.parameters
    return weights["dice-weight"] * np.mean(dices) + weights["hausdorff-weight"] * (1 - np.mean(distances))

"""Characters on pages: F1 of points that lie in the box of the same character."""

import pandas as pd

from grading.pairing import read_paired
from grading.tables import make_ids


def make(case, rng):
    truths, guesses = [], []
    for count in rng.poisson(176, case.rows) + 1:
        letters = rng.zipf(1.3, count) % 3_000 + 0x3041
        left, top = rng.integers(0, 2_000, count), rng.integers(0, 3_000, count)
        wide, high = rng.integers(30, 180, count), rng.integers(30, 180, count)
        truths.append(" ".join(f"U+{c:04X} {x} {y} {w} {h}" for c, x, y, w, h in zip(letters, left, top, wide, high)))
        off = rng.normal(0, 35, (2, count))
        x, y = (left + wide / 2 + off[0]).astype(int), (top + high / 2 + off[1]).astype(int)
        guesses.append(" ".join(f"U+{c:04X} {a} {b}" for c, a, b in zip(letters, x, y)))
    ids = make_ids("{:09d}-00001_1", case.rows, rng)
    answers = pd.DataFrame({"image_id": ids, "labels": truths})
    return answers, pd.DataFrame({"image_id": ids, "labels": guesses})


def hits(boxes: list[str], points: list[str]) -> int:
    free = [(points[i], float(points[i + 1]), float(points[i + 2])) for i in range(0, len(points), 3)]
    found = 0
    for i in range(0, len(boxes), 5):
        letter = boxes[i]
        left, top, width, height = map(int, boxes[i + 1 : i + 5])
        for place, (other, x, y) in enumerate(free):
            if other == letter and left < x < left + width and top < y < top + height:
                found += 1
                del free[place]
                break
    return found


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    found = boxes = points = 0
    for a, b in zip(truth["labels"].str.split(), guess["labels"].str.split()):
        found += hits(a, b)
        boxes += len(a) // 5
        points += len(b) // 3
    return 2 * found / (boxes + points)

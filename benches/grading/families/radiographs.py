"""Abnormalities in chest radiographs: average precision of pycocotools at an overlap of 0.4."""

import contextlib
import io

import numpy as np
import pandas as pd
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from grading.tables import make_ids


def make(case, rng):
    ids = make_ids("hex32", case.shape["images"], rng)
    rows, guesses = [], []
    some = (case.rows - len(ids)) // 3
    for number, image in enumerate(ids):
        classes = np.sort(rng.choice(14, 4, replace=False)) if number < some else [14]
        tokens = []
        for kind in classes:
            x, y, w, h = [0, 0, 1, 1] if kind == 14 else rng.integers(50, 1_500, 4)
            right, bottom = x + w, y + h
            rows.append((image, kind, f"class {kind}", "R10", float(x), float(y), float(right), float(bottom)))
            if kind != 14:
                x, y, right, bottom = np.maximum(0, np.array([x, y, right, bottom]) + rng.integers(-90, 90, 4))
            tokens.append(f"{kind} {rng.random():.4f} {x} {y} {right} {bottom}")
        for _ in range(rng.integers(0, 6)):
            x, y, w, h = rng.integers(50, 1_500, 4)
            tokens.append(f"{rng.integers(0, 14)} {rng.random() * 0.6:.4f} {x} {y} {x + w} {y + h}")
        guesses.append(" ".join(tokens))
    names = ["image_id", "class_id", "class_name", "rad_id", "x_min", "y_min", "x_max", "y_max"]
    answers = pd.DataFrame(rows, columns=names)
    return answers, pd.DataFrame({"image_id": ids, "PredictionString": guesses})


def annotations(rows) -> list[dict]:
    """Returns COCO records with numbers from 0; the corner stands where COCO has width and height."""
    return [
        {
            "id": number,
            "image_id": image,
            "category_id": kind,
            "score": confidence,
            "bbox": box,
            "area": (box[2] - box[0]) * (box[3] - box[1]),
            "iscrowd": 0,
        }
        for number, (image, kind, confidence, box) in enumerate(rows)
    ]


def guessed(table: pd.DataFrame, numbers: dict):
    for image, text in zip(table["image_id"], table["PredictionString"]):
        tokens = text.split(" ")
        for i in range(0, len(tokens), 6):
            confidence, *box = map(float, tokens[i + 1 : i + 6])
            yield numbers[image], int(float(tokens[i])), confidence, box


def score(case, answers, submission) -> float:
    truth, guess = pd.read_csv(answers), pd.read_csv(submission)
    numbers = {image: number for number, image in enumerate(truth["image_id"].unique())}
    boxes = truth[["x_min", "y_min", "x_max", "y_max"]].to_numpy().tolist()
    true = [(numbers[i], k, 1.0, b) for i, k, b in zip(truth["image_id"], truth["class_id"], boxes)]
    images = [{"id": number} for number in numbers.values()]
    categories = [{"id": int(kind)} for kind in sorted(truth["class_id"].unique())]
    sides = COCO(), COCO()
    with contextlib.redirect_stdout(io.StringIO()):
        for side, rows in zip(sides, (true, guessed(guess, numbers))):
            side.dataset = {"images": images, "categories": categories, "annotations": annotations(rows)}
            side.createIndex()
        run = COCOeval(*sides, "bbox")
        run.params.iouThrs = np.array([case.parameters["overlap"]])
        run.params.areaRng, run.params.areaRngLbl = [[0, 1e10]], ["all"]
        run.evaluate()
        run.accumulate()
    precision = run.eval["precision"][0, :, :, 0, -1]
    return np.mean([column.mean() for column in precision.T if (column > -1).all()])

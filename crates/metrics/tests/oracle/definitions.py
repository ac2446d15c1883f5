"""Measures that no library has in this form, written the slow way from their definitions."""

import contextlib
import io

import numpy as np
import sklearn.metrics as sk
from shapely import affinity, geometry


def weighted_area(truth, scores, ends=(0.4, 1.0), weights=(2.0, 1.0)):
    fpr, tpr, _ = sk.roc_curve(truth, scores, drop_intermediate=False)
    low, area, whole = 0.0, 0.0, 0.0
    for end, weight in zip(ends, weights):
        for x0, y0, x1, y1 in zip(fpr, tpr, fpr[1:], tpr[1:]):
            a, b = max(y0, low), min(y1, end)
            if b > a:
                at = lambda y: x0 + (x1 - x0) * (y - y0) / (y1 - y0)
                area += weight * (b - a) * (1 - (at(a) + at(b)) / 2)
        whole += weight * (end - low)
        low = end
    return area / whole


def overlap(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    size = lambda c: (c[2] - c[0]) * (c[3] - c[1])
    return w * h / (size(a) + size(b) - w * h)


def envelope(hits, positives):
    """Area under the falling envelope, as the VOC development kit integrates it."""
    tp = np.cumsum(hits)
    recall = np.concatenate([[0], tp / positives, [1]])
    precision = np.concatenate([[0], tp / np.arange(1, len(hits) + 1), [0]])
    for i in range(len(precision) - 2, -1, -1):
        precision[i] = max(precision[i], precision[i + 1])
    steps = np.flatnonzero(recall[1:] != recall[:-1])
    return float(((recall[steps + 1] - recall[steps]) * precision[steps + 1]).sum())


def voc(truth, predicted, limit):
    scores = []
    for label in sorted({t[1] for t in truth}):
        wanted = [t for t in truth if t[1] == label]
        ranked = sorted((p for p in predicted if p[1] == label), key=lambda p: -p[2])
        taken, hits = set(), []
        for p in ranked:
            found = [(overlap(t[2:], p[3:]), -i) for i, t in enumerate(wanted) if t[0] == p[0]]
            most, place = max(found, default=(0.0, 0))
            hits.append(most > limit and place not in taken)
            if hits[-1]:
                taken.add(place)
        scores.append(envelope(np.array(hits, dtype=int), len(wanted)) if hits else 0.0)
    return float(np.mean(scores))


def coco(images, truth, predicted, limit):
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    sized = lambda c: [float(c[0]), float(c[1]), float(c[2] - c[0]), float(c[3] - c[1])]
    labels = sorted({t[1] for t in truth})
    notes = [
        {"id": i + 1, "image_id": t[0], "category_id": t[1], "bbox": sized(t[2:]), "area": 100.0, "iscrowd": 0}
        for i, t in enumerate(truth)
    ]
    found = [
        {"image_id": p[0], "category_id": p[1], "score": p[2], "bbox": sized(p[3:])} for p in predicted if p[1] in labels
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        known = COCO()
        known.dataset = {"images": [{"id": i} for i in range(images)], "annotations": notes, "categories": [{"id": c} for c in labels]}
        known.createIndex()
        run = COCOeval(known, known.loadRes(found), "bbox")
        run.params.iouThrs = np.array([limit])
        run.params.areaRng, run.params.areaRngLbl, run.params.maxDets = [[0, 1e10]], ["all"], [100]
        run.evaluate()
        run.accumulate()
    return float(run.eval["precision"][0, :, :, 0, 0].mean())


def ground(box):
    _, _, x, y, _, w, length, _, yaw = box
    flat = geometry.box(-length / 2, -w / 2, length / 2, w / 2)
    return affinity.translate(affinity.rotate(flat, yaw, origin=(0, 0), use_radians=True), x, y)


def volume_overlap(a, b):
    high = min(a[4] + a[7] / 2, b[4] + b[7] / 2) - max(a[4] - a[7] / 2, b[4] - b[7] / 2)
    shared = ground(a).intersection(ground(b)).area * max(high, 0)
    return shared / (a[5] * a[6] * a[7] + b[5] * b[6] * b[7] - shared)

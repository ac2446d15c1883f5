"""Scores random inputs with scikit-learn, SciPy and friends, or by definition with NumPy.

Reads one request per line: `{"metric": id, "parameters": {...} or null, "input": {...}}` in the form
of the golden files. Writes one answer per line: a number, "error" where the metric is undefined, or
null where nothing but the published program defines the form asked for.
"""

import json
import math
import sys
import warnings

import Levenshtein
import numpy as np
import scipy.stats as st
import sklearn.metrics as sk
from definitions import coco, voc, volume_overlap, weighted_area
from scipy.spatial.distance import directed_hausdorff
from scipy.special import rel_entr

EPS = float(np.finfo(float).eps)


class Undefined(Exception):
    """The metric has no value for the input."""


class NoOpinion(Exception):
    """No library and no definition covers the form asked for."""


def need(condition):
    if not condition:
        raise Undefined


def groups_of(labels):
    labels = np.array(labels)
    return [np.flatnonzero(labels == label) for label in sorted(set(labels))]


# Rows of numbers.


def roc_auc(t, x, p, i):
    need(0 < sum(t) < len(t))
    return sk.roc_auc_score(t, x)


def mean_column_roc_auc(t, x, p, i):
    return np.mean([roc_auc(a, b, p, i) for a, b in zip(t, x)])


def weighted_auc(t, x, p, i):
    need(0 < sum(t) < len(t))
    return weighted_area(t, x, p.get("band-ends", (0.4, 1.0)), p.get("band-weights", (2.0, 1.0)))


def bias_auc(t, x, p, i):
    t, x = np.array(t), np.array(x)
    slips = p.get("published-slips")
    x = (x >= 0.5).astype(float) if slips else x

    def mean(keeps):
        areas = np.array([roc_auc(t[keep], x[keep], p, i) for keep in keeps])
        if (areas == 0).any():
            need(not slips)
            return 0.0
        return np.mean(areas**-5.0) ** -0.2

    marks = [np.array(column) for column in i["identities"]]
    parts = [mean(marks), mean([m != t for m in marks]), mean([m == t for m in marks])]
    return 0.25 * roc_auc(t, x, p, i) + 0.75 * np.mean(parts)


def log_loss(t, x, p, i):
    return sk.log_loss(t, x, labels=[False, True])


def multi_class_log_loss(t, x, p, i):
    x = np.array(x).T
    if p.get("rescale"):
        x = (x / x.sum(axis=1, keepdims=True)).clip(p["epsilon"], 1 - p["epsilon"])
        return -np.log(x[np.arange(len(t)), t]).mean()
    return sk.log_loss(t, x, labels=np.arange(x.shape[1]))


def weighted_log_loss(t, x, p, i):
    t, x = np.array(t), np.clip(x, 1e-15, 1 - 1e-15)
    loss = -np.where(t, np.log(x), np.log(1 - x))
    weights = np.array(i["weights"]) * np.where(t, 2.0, 1.0)
    return np.mean([np.average(loss[g], weights=weights[g]) for g in groups_of(i["groups"])])


def kl_divergence(t, x, p, i):
    t, x = np.array(t), np.array(x)
    return rel_entr(t / t.sum(axis=0), x.clip(1e-15, 1 - 1e-15)).sum(axis=0).mean()


def label_ranking(t, x, p, i):
    t, x = np.array(t).T, np.array(x).T
    weight = t.sum(axis=1)
    need(weight.any())
    keep = weight > 0
    if t.shape[1] == 1:
        return 1.0  # One label is always ranked first; scikit-learn refuses single columns.
    return sk.label_ranking_average_precision_score(t[keep], x[keep], sample_weight=weight[keep])


def probabilistic_f1(t, x, p, i):
    t, x = np.array(t), np.clip(x, 0, 1)
    hit = x[t].sum()
    if hit == 0:
        return 0.0
    precision, recall = hit / x.sum(), hit / t.sum()
    return 2 * precision * recall / (precision + recall)


def pearson(t, x, p, i):
    need(len(set(t)) > 1 and len(set(x)) > 1)
    return st.pearsonr(t, x).statistic


def spearman(t, x, p, i):
    need(all(len(set(column)) > 1 for column in t + x))
    return np.mean([st.spearmanr(a, b).statistic for a, b in zip(t, x)])


def group_log_mae(t, x, p, i):
    t, x = np.array(t), np.array(x)
    errors = [sk.mean_absolute_error(t[g], x[g]) for g in groups_of(i["groups"])]
    return np.log(np.maximum(errors, 1e-9)).mean()


def laplace(t, x, p, i):
    scale = np.maximum(i["confidence"], 70) / np.sqrt(2)
    return st.laplace.logpdf(np.minimum(np.abs(np.subtract(t, x)), 1000), scale=scale).mean()


def angular_error(t, x, p, i):
    vector = lambda a, z: np.array([np.cos(a) * np.sin(z), np.sin(a) * np.sin(z), np.cos(z)])
    u, v = vector(*map(np.array, t)), vector(*map(np.array, x))
    return np.arctan2(np.linalg.norm(np.cross(u, v, axis=0), axis=0), (u * v).sum(axis=0)).mean()


def haversine(t, x, p, i):
    metres = 6371000 * sk.pairwise.haversine_distances(np.radians(t).T, np.radians(x).T).diagonal()
    return np.mean([np.percentile(metres[g], [50, 95]).mean() for g in groups_of(i["groups"])])


# Classes, lists and texts.


def kappa(t, x, p, i):
    need(len(set(t + x)) > 1)
    labels = None if p["weights"] == "rank" else np.arange(min(t + x), max(t + x) + 1)
    return sk.cohen_kappa_score(t, x, labels=labels, weights="quadratic")


def micro_f1(t, x, p, i):
    labels = sorted(set(sum(t, [])) | (set() if p["unknown-labels-free"] else set(sum(x, []))))
    if not labels:
        return 0.0
    table = lambda rows: np.array([[label in row for label in labels] for row in rows], int)
    # scikit-learn takes a single indicator column for two classes.
    average = "micro" if len(labels) > 1 else "binary"
    return sk.f1_score(table(t), table(x), average=average, zero_division=0)


def mean_row_f1(t, x, p, i):
    sets = [(set(a), set(b)) for a, b in zip(t, x)]
    return np.mean([2 * len(a & b) / (len(a) + len(b)) if a | b else 1.0 for a, b in sets])


def map_at_k(t, x, p, i):
    scores = []
    for right, guesses in zip(t, x):
        hits, total = 0, 0.0
        for place, guess in enumerate(guesses[: p["k"]]):
            if guess in right and guess not in guesses[:place]:
                hits += 1
                total += hits / (place + 1)
        scores.append(total / min(len(set(right)), p["k"]))
    return np.mean(scores)


def kendall_tau(t, x, p, i):
    # SciPy's tau of each list, weighted by its pairs.
    tau, pairs = 0.0, 0
    for right, guess in zip(t, x):
        if len(right) > 1:
            size = len(right) * (len(right) - 1)
            places = [right.index(item) for item in guess]
            tau += size * st.kendalltau(range(len(right)), places).statistic
            pairs += size
    need(pairs)
    return tau / pairs


def mean_levenshtein(t, x, p, i):
    return np.mean([Levenshtein.distance(a, b) for a, b in zip(t, x)])


def normalised_levenshtein(t, x, p, i):
    need(sum(map(len, t)))
    return sum(Levenshtein.distance(a, b) for a, b in zip(t, x)) / sum(map(len, t))


def word_jaccard(t, x, p, i):
    sets = [(set(a.lower().split()), set(b.lower().split())) for a, b in zip(t, x)]
    return np.mean([len(a & b) / len(a | b) if a | b else 1.0 for a, b in sets])


def answer_accuracy(t, x, p, i):
    return np.mean([b in a if b is not None else not a for a, b in zip(t, x)])


def answer_f1(t, x, p, i):
    tp = sum(b is not None and b in a for a, b in zip(t, x))
    fp = sum(b is not None and b not in a for a, b in zip(t, x))
    fn = sum(b is None and bool(a) for a, b in zip(t, x))
    return 2 * tp / (2 * tp + fp + fn) if tp else 0.0


# Shapes.


def pixels(text, count):
    mask, numbers = np.zeros(count, int), list(map(int, text.split()))
    for start, length in zip(numbers[::2], numbers[1::2]):
        mask[start - 1 : start - 1 + length] = 1
    return mask


def masks(t, x, i):
    return [[pixels(text, i["pixels"]) for text in side] for side in (t, x)]


def global_dice(t, x, p, i):
    a, b = map(np.concatenate, masks(t, x, i))
    need(a.any() or b.any())
    return sk.f1_score(a, b, zero_division=0)


def mean_dice(t, x, p, i):
    return np.mean([sk.f1_score(a, b, zero_division=1.0) for a, b in zip(*masks(t, x, i))])


def mean_f_beta(t, x, p, i):
    score = lambda a, b: sk.fbeta_score(a, b, beta=p["beta"], zero_division=0.0)
    return np.mean([score(a, b) for a, b in zip(*masks(t, x, i))])


def mask_precision(t, x, p, i):
    def score(a, b):
        if not a.any():
            return float(not b.any())
        b = np.ones_like(b) if p["empty-is-full"] and not b.any() else b
        return (sk.jaccard_score(a, b) > np.arange(0.5, 1, 0.05)).mean()

    return np.mean([score(a, b) for a, b in zip(*masks(t, x, i))])


def dice_hausdorff(t, x, p, i):
    def volume(one):
        shape = (one["width"], one["height"])
        count = one["width"] * one["height"]
        return np.array([pixels(text, count).reshape(shape) for (text,) in one["slices"]])

    def distance(a, b):
        if not a.any() or not b.any() or b.sum() > 10 * a.sum():
            return 1.0
        u, v = [np.argwhere(m) / np.array(a.shape) for m in (a, b)]
        return max(directed_hausdorff(u, v)[0], directed_hausdorff(v, u)[0]) / np.sqrt(3)

    overlaps = [sk.f1_score(a, b) for a, b in zip(*masks(t, x, i)) if a.any() or b.any()]
    need(overlaps)
    pairs = zip(map(volume, i["true_volumes"]), map(volume, i["predicted_volumes"]))
    distances = [distance(a, b) for a, b in pairs if a.any() or b.any()]
    return 0.4 * np.mean(overlaps) + 0.6 * (1 - np.mean(distances))


def box_average_precision(t, x, p, i):
    if p["curve"] != "voc-2010":
        raise NoOpinion
    need(t)
    return voc(t, x, p["overlap"])


def coco_average_precision(t, x, p, i):
    if p["published-slips"]:
        raise NoOpinion
    need(t)
    if not any(box[1] in {true[1] for true in t} for box in x):
        return 0.0  # pycocotools cannot load an empty list.
    return coco(i["images"], t, x, p["overlap"])


def box_3d(t, x, p, i):
    if p["precision"] != "share":
        raise NoOpinion
    scores = []
    for wanted, found in zip(t, x):
        best = []
        for box in sorted(found, key=lambda box: -box[1]):
            same = [(volume_overlap(a, box), -n) for n, a in enumerate(wanted) if a[0] == box[0]]
            best.append(max(same, default=(0.0, 1)))
        for limit in np.arange(0.5, 1, 0.05):
            taken = {place for most, place in best if most > limit}
            whole = len(wanted) + len(found) - len(taken)
            scores.append(len(taken) / whole if whole else 1.0)
    return np.mean(scores)


def point_f1(t, x, p, i):
    hits = 0
    for page, points in zip(t, x):
        free = list(points)
        for label, left, top, w, h in page:
            inside = lambda q: q[0] == label and left < q[1] < left + w and top < q[2] < top + h
            hit = next((q for q in free if inside(q)), None)
            if hit:
                free.remove(hit)
                hits += 1
    return 2 * hits / (sum(map(len, t)) + sum(map(len, x))) if hits else 0.0


SCORES = {
    "roc-auc": roc_auc,
    "mean-column-roc-auc": mean_column_roc_auc,
    "weighted-auc": weighted_auc,
    "bias-auc": bias_auc,
    "accuracy": lambda t, x, p, i: sk.accuracy_score(t, x),
    "top-1-error": lambda t, x, p, i: sk.zero_one_loss(t, x),
    "log-loss": log_loss,
    "multi-class-log-loss": multi_class_log_loss,
    "weighted-log-loss": weighted_log_loss,
    "kl-divergence": kl_divergence,
    "label-ranking-average-precision": label_ranking,
    "probabilistic-f1": probabilistic_f1,
    "rmse": lambda t, x, p, i: sk.root_mean_squared_error(t, x),
    "mean-column-rmse": lambda t, x, p, i: sk.root_mean_squared_error(np.transpose(t), np.transpose(x)),
    "mean-column-rmsle": lambda t, x, p, i: sk.root_mean_squared_log_error(np.transpose(t), np.transpose(x)),
    "mae": lambda t, x, p, i: sk.mean_absolute_error(t, x),
    "pearson": pearson,
    "mean-column-spearman": spearman,
    "group-log-mae": group_log_mae,
    "laplace-log-likelihood": laplace,
    "mean-angular-error": angular_error,
    "haversine-percentiles": haversine,
    "quadratic-weighted-kappa": kappa,
    "matthews-correlation": lambda t, x, p, i: sk.matthews_corrcoef(t, x),
    "macro-f1": lambda t, x, p, i: sk.f1_score(t, x, average="macro", zero_division=0),
    "micro-f1": micro_f1,
    "mean-row-f1": mean_row_f1,
    "map-at-k": map_at_k,
    "kendall-tau": kendall_tau,
    "mean-levenshtein": mean_levenshtein,
    "normalised-levenshtein": normalised_levenshtein,
    "mean-word-jaccard": word_jaccard,
    "answer-accuracy": answer_accuracy,
    "answer-f1": answer_f1,
    "global-dice": global_dice,
    "mean-dice": mean_dice,
    "mean-f-beta": mean_f_beta,
    "mean-mask-precision": mask_precision,
    "dice-hausdorff": dice_hausdorff,
    "box-average-precision": box_average_precision,
    "coco-average-precision": coco_average_precision,
    "box-3d-average-precision": box_3d,
    "point-f1": point_f1,
}


def answer(request):
    values = request["input"]
    score = SCORES[request["metric"]]
    try:
        found = float(score(values["truth"], values["predicted"], request["parameters"] or {}, values))
    except NoOpinion:
        return None
    except Undefined:
        return "error"
    if math.isnan(found):
        return "error"
    return found if math.isfinite(found) else ("inf" if found > 0 else "-inf")


def main():
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))


if __name__ == "__main__":
    main()

"""Writes `golden/<metric>.json`: inputs of every metric and its value by an independent program.

Usage, from the root of the repository:

    bash scripts/oracle.sh
    target/oracle/bin/python crates/metrics/tests/oracle/make_golden.py crates/metrics/golden

Where no library has the metric, the value comes from its definition written the slow way, below or
in `definitions.py`.
"""

import json
import math
import random
import sys
from pathlib import Path

import Levenshtein
import numpy as np
import scipy.stats as st
import sklearn.metrics as sk
from definitions import coco, voc, volume_overlap, weighted_area
from scipy.spatial.distance import directed_hausdorff

SKLEARN, SCIPY, NUMPY = "scikit-learn 1.9.1", "SciPy 1.17.1", "NumPy 2.2.6"
DEFINITION = "definition, computed with NumPy 2.2.6"
EPS = float(np.finfo(float).eps)

OUT = Path(sys.argv[1])
rng = np.random.default_rng(20)
pick = random.Random(20)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, (bool, np.bool_, int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        value = float(value)
        if math.isnan(value):
            return "error"
        return value if math.isfinite(value) else ("inf" if value > 0 else "-inf")
    return value


def write(metric, source, cases, tolerance=1e-12):
    made = []
    for case in cases:
        name, values, expected, *parameters = case
        one = {"name": name, "input": plain(values), "expected": plain(expected)}
        if parameters:
            one["parameters"] = parameters[0]
        made.append(one)
    content = {"source": source, "tolerance": tolerance, "cases": made}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    (OUT / f"{metric}.json").write_text(text.replace('{"name":', '\n{"name":') + "\n")


def flags(n, share=0.4):
    found = (rng.random(n) < share).astype(int)
    found[0], found[1] = 0, 1
    return found


def shares(n, digits=3):
    return rng.random(n).round(digits)


def pairs(truth, predicted):
    return {"truth": truth, "predicted": predicted}


# Rankings.


def rankings():
    cases, weighted = [], []
    for name, n, digits in [("few", 8, 3), ("ties", 60, 1), ("many", 300, 4), ("constant", 10, None)]:
        t = flags(n)
        s = np.full(n, 0.3) if digits is None else (shares(n, digits) * 0.7 + 0.3 * t).round(digits)
        cases.append((name, pairs(t, s), sk.roc_auc_score(t, s)))
        weighted.append((name, pairs(t, s), weighted_area(t, s)))
    t = flags(80)
    s = shares(80, 1)
    other = {"band-ends": [0.2, 0.5, 1.0], "band-weights": [3.0, 0.0, 0.5]}
    weighted.append(("other bands", pairs(t, s), weighted_area(t, s, (0.2, 0.5, 1.0), (3.0, 0.0, 0.5)), other))
    huge = [1e300, -1e300, 1e-300, 0.0, -0.0, 5e-324]
    cases.append(("huge and tiny", pairs([1, 0, 1, 0, 1, 0], huge), sk.roc_auc_score([1, 0, 1, 0, 1, 0], huge)))
    near = [0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2]
    cases.append(("last bit", pairs([1, 0, 1, 0], near), sk.roc_auc_score([1, 0, 1, 0], near)))
    cases.append(("one class", pairs([1, 1], [0.1, 0.2]), "error"))
    write("roc-auc", SKLEARN, cases)
    write("weighted-auc", f"{SKLEARN} roc_curve, bands by definition", weighted)

    t, s = np.array([flags(50) for _ in range(4)]), shares((4, 50), 2)
    means = [("four columns", pairs(t, s), sk.roc_auc_score(t.T, s.T, average="macro"))]
    write("mean-column-roc-auc", SKLEARN, means)

    found = []
    for name, n, size, digits in [("few", 6, 4, 2), ("ties", 40, 6, 1), ("many labels", 20, 30, 3)]:
        t = (rng.random((n, size)) < 0.2).astype(int)
        t[0, 0] = 1
        t[1] = 0
        s = shares((n, size), digits)
        weight = t.sum(axis=1)
        score = sk.label_ranking_average_precision_score(t[weight > 0], s[weight > 0], sample_weight=weight[weight > 0])
        found.append((name, pairs(t.T, s.T), score))
    write("label-ranking-average-precision", SKLEARN, found)

    orders, truth, predicted, inverted, most = [], [], [], 0, 0
    for n in (2, 5, 30, 1):
        t = pick.sample("abcdefghijklmnopqrstuvwxyz0123456789", n)
        p = pick.sample(t, n)
        truth.append(t)
        predicted.append(p)
        places = [t.index(item) for item in p]
        inverted += sum(a > b for i, a in enumerate(places) for b in places[i:])
        most += n * (n - 1)
        if n == 30:
            tau = st.kendalltau(range(n), places).statistic
            orders.append(("one list", pairs([t], [p]), tau))
    orders.append(("pooled", pairs(truth, predicted), 1 - 4 * inverted / most))
    orders.append(("unknown item", pairs([["a", "b"]], [["a", "c"]]), "error"))
    write("kendall-tau", f"{SCIPY} kendalltau; pooled form by definition", orders)

    guesses = []
    for k in (1, 5, 12):
        truth = [pick.choices("abcdefgh", k=pick.randint(1, 5)) for _ in range(25)]
        predicted = [pick.choices("abcdefgh", k=pick.randint(0, 14)) for _ in range(25)]
        scores = []
        for t, p in zip(truth, predicted):
            hits, total = 0, 0.0
            for j in range(min(k, len(p))):
                if p[j] in t and p[j] not in p[:j]:
                    hits += 1
                    total += hits / (j + 1)
            scores.append(total / min(len(set(t)), k))
        guesses.append((f"k {k}", pairs(truth, predicted), float(np.mean(scores)), {"k": k}))
    write("map-at-k", DEFINITION, guesses)


# Classes.


def classes():
    cases, errors, kappas, matthews, macro = [], [], [], [], []
    for name, n, size in [("few", 6, 3), ("many", 200, 5), ("rare classes", 60, 40)]:
        t = rng.integers(0, size, n)
        p = np.where(rng.random(n) < 0.6, t, rng.integers(0, size + 1, n))
        values = pairs(t, p)
        cases.append((name, values, sk.accuracy_score(t, p)))
        errors.append((name, values, sk.zero_one_loss(t, p)))
        matthews.append((name, values, sk.matthews_corrcoef(t, p)))
        macro.append((name, values, sk.f1_score(t, p, average="macro")))
        labels = np.arange(0, size + 1)
        by_value = sk.cohen_kappa_score(t, p, labels=labels, weights="quadratic")
        kappas.append((f"{name}, by value", values, by_value))
        kappas.append((f"{name}, by rank", values, sk.cohen_kappa_score(t, p, weights="quadratic"), {"weights": "rank"}))
    gap = pairs([0, 1, 4, 4, 100], [0, 4, 4, 1, 4])
    kappas.append(("gaps, by rank", gap, sk.cohen_kappa_score(gap["truth"], gap["predicted"], weights="quadratic"), {"weights": "rank"}))
    whole = np.arange(101)
    kappas.append(("gaps, by value", gap, sk.cohen_kappa_score(gap["truth"], gap["predicted"], labels=whole, weights="quadratic")))
    constant = pairs([0, 1, 2], [1, 1, 1])
    kappas.append(("constant", constant, 0.0))
    matthews.append(("constant", constant, sk.matthews_corrcoef([0, 1, 2], [1, 1, 1])))
    two = flags(90), flags(90)
    matthews.append(("two classes", pairs(*two), sk.matthews_corrcoef(*two)))
    macro.append(("class only predicted", pairs([0, 0, 1], [0, 7, 1]), sk.f1_score([0, 0, 1], [0, 7, 1], average="macro")))
    words = ["a b", "", "ab", "A", "ä", "a"]
    cases.append(("text", pairs(words, ["a b", "", "AB", "a", "a\u0308", "a"]), 0.5))
    write("accuracy", SKLEARN, cases)
    write("top-1-error", SKLEARN, errors)
    write("quadratic-weighted-kappa", SKLEARN, kappas)
    write("matthews-correlation", SKLEARN, matthews)
    write("macro-f1", SKLEARN, macro)

    micro, rows = [], []
    for name, known, alphabet in [("known labels", "abcd", "abcd"), ("unknown labels", "abcd", "abcdxyz")]:
        truth = [pick.sample(known, pick.randint(0, 3)) for _ in range(30)]
        predicted = [pick.sample(alphabet, pick.randint(0, 3)) for _ in range(30)]
        for free in (False, True):
            labels = sorted(set(sum(truth, [])) | (set() if free else set(sum(predicted, []))))
            table = lambda lists: np.array([[label in row for label in labels] for row in lists], int)
            score = sk.f1_score(table(truth), table(predicted), average="micro")
            micro.append((f"{name}, free {free}", pairs(truth, predicted), score, {"unknown-labels-free": free}))
        sets = [(set(t), set(p)) for t, p in zip(truth, predicted)]
        rows.append((name, pairs(truth, predicted), float(np.mean([2 * len(t & p) / (len(t) + len(p)) if t | p else 1.0 for t, p in sets]))))
    write("micro-f1", SKLEARN, micro)
    write("mean-row-f1", DEFINITION, rows)

    soft = []
    for name, low, high in [("shares", 0, 1), ("clipped", -0.5, 1.5)]:
        t, p = flags(60), rng.uniform(low, high, 60).round(3)
        c = p.clip(0, 1)
        precision, recall = c[t == 1].sum() / c.sum(), c[t == 1].sum() / t.sum()
        soft.append((name, pairs(t, p), 2 * precision * recall / (precision + recall)))
    soft.append(("all zero", pairs([0, 1], [0.0, 0.0]), 0.0))
    soft.append(("missing, slips", pairs([0, 1], ["nan", 0.5]), 0.0, {"published-slips": True}))
    soft.append(("missing", pairs([0, 1], ["nan", 0.5]), "error"))
    write("probabilistic-f1", DEFINITION, soft)

    truth = [pick.sample(["1:2", "3:4", "5:6", "YES"], pick.choice([0, 0, 1, 2])) for _ in range(40)]
    predicted = [pick.choice(["1:2", "3:4", "YES", None]) for _ in range(40)]
    right = sum(p in t if p else not t for t, p in zip(truth, predicted))
    tp = sum(p is not None and p in t for t, p in zip(truth, predicted))
    fp = sum(p is not None and p not in t for t, p in zip(truth, predicted))
    fn = sum(p is None and bool(t) for t, p in zip(truth, predicted))
    write("answer-accuracy", DEFINITION, [("mixed", pairs(truth, predicted), right / 40)])
    write("answer-f1", DEFINITION, [("mixed", pairs(truth, predicted), 2 * tp / (2 * tp + fp + fn))])


# Probabilities.


def probabilities():
    losses = []
    for name, n in [("few", 5), ("many", 400)]:
        t, p = flags(n), shares(n, 4)
        losses.append((name, pairs(t, p), sk.log_loss(t, p)))
    ends = pairs([0, 1, 0, 1], [1.0, 0.0, 0.0, 1.0])
    losses.append(("wrong certainties", ends, sk.log_loss(ends["truth"], ends["predicted"])))
    tiny = pairs([0, 1, 0, 1], [1e-17, 1e-17, 1 - EPS / 2, 1 - EPS / 2])
    losses.append(("within the clipping", tiny, sk.log_loss(tiny["truth"], tiny["predicted"])))
    losses.append(("above one", pairs([0, 1], [0.5, 1.5]), "error"))
    write("log-loss", SKLEARN, losses)

    many = []
    for name, n, size in [("three classes", 30, 3), ("many classes", 12, 25)]:
        t = rng.integers(0, size, n)
        t[:size] = np.arange(size)[:n]
        p = rng.dirichlet(np.ones(size), n)
        score = sk.log_loss(t, p, labels=np.arange(size))
        many.append((name, pairs(t, p.T), score))
        raw = rng.integers(0, 5, (n, size)) + np.eye(size, dtype=int)[t]
        scaled = (raw / raw.sum(axis=1, keepdims=True)).clip(1e-15, 1 - 1e-15)
        by_sum = -np.log(scaled[np.arange(n), t]).mean()
        many.append((f"{name}, rescaled", pairs(t, raw.T), by_sum, {"epsilon": 1e-15, "rescale": True}))
    write("multi-class-log-loss", f"{SKLEARN}; rescaled form by definition", many)

    n = 48
    t, p, groups = flags(n), shares(n, 3), np.repeat(np.arange(6), 8)
    w = np.tile([7.0] + [1.0] * 7, 6)
    p[:3] = [1.0, 0.0, 1.0]
    clipped = p.clip(1e-15, 1 - 1e-15)
    loss = np.where(t == 1, -np.log(clipped), -np.log(1 - clipped))
    both = w * np.where(t == 1, 2.0, 1.0)
    score = np.mean([np.average(loss[groups == g], weights=both[groups == g]) for g in range(6)])
    values = {"truth": t, "predicted": p, "weights": w, "groups": groups}
    write("weighted-log-loss", DEFINITION, [("studies of eight", values, score)])

    votes = rng.integers(0, 6, (30, 6)) + np.eye(6, dtype=int)[rng.integers(0, 6, 30)]
    votes[0] = [5, 0, 0, 0, 0, 0]
    q = rng.dirichlet(np.ones(6), 30).round(4)
    q[1] = [1, 0, 0, 0, 0, 0]
    share = votes / votes.sum(axis=1, keepdims=True)
    from scipy.special import rel_entr

    score = rel_entr(share, q.clip(1e-15, 1 - 1e-15)).sum(axis=1).mean()
    values = {"truth": votes.T, "predicted": q.T, "clipped": [1] * 6}
    write("kl-divergence", f"{SCIPY} rel_entr", [("votes", values, score)])


# Numbers.


def numbers():
    roots, means, pearsons = [], [], []
    for name, n, scale in [("few", 3, 1), ("many", 500, 100), ("huge", 20, 1e150), ("tiny", 20, 1e-160)]:
        t = (rng.normal(size=n) * scale).round(2 if scale >= 1 else 300)
        p = (t + rng.normal(size=n) * scale).round(2 if scale >= 1 else 300)
        if scale >= 1:
            roots.append((name, pairs(t, p), sk.root_mean_squared_error(t, p)))
        means.append((name, pairs(t, p), sk.mean_absolute_error(t, p)))
        pearsons.append((name, pairs(t, p), st.pearsonr(t, p).statistic))
    near = pairs([0.0, 1.0, 2.0, 3.0], [0.5, 0.5 + 1e-9, 0.5 + 3e-9, 0.5 + 2e-9])
    pearsons.append(("almost constant", near, np.corrcoef(near["truth"], near["predicted"])[0, 1]))
    pearsons.append(("constant", pairs([0.0, 1.0], [0.1, 0.1]), "error"))
    write("rmse", SKLEARN, roots)
    write("mae", SKLEARN, means)
    write("pearson", f"{SCIPY} pearsonr, {NUMPY} corrcoef", pearsons, 1e-11)

    t, p = rng.random((3, 40)).round(3), rng.random((3, 40)).round(3)
    score = np.mean([sk.root_mean_squared_error(a, b) for a, b in zip(t, p)])
    write("mean-column-rmse", SKLEARN, [("three columns", pairs(t, p), score)])
    score = np.mean([sk.root_mean_squared_log_error(a, b) for a, b in zip(t, p)])
    low = p.copy()
    low[0, 0] = -0.9
    logs = np.sqrt(((np.log1p(t) - np.log1p(low)) ** 2).mean(axis=1)).mean()
    logarithmic = [("three columns", pairs(t, p), score), ("between -1 and 0", pairs(t, low), logs)]
    logarithmic.append(("minus one", pairs([[1.0]], [[-1.0]]), "error"))
    write("mean-column-rmsle", f"{SKLEARN}; below 0 by definition", logarithmic)

    ranks = []
    for name, digits in [("ties", 1), ("no ties", 6)]:
        t, p = rng.random((3, 40)).round(digits), rng.random((3, 40)).round(digits)
        score = np.mean([st.spearmanr(a, b).statistic for a, b in zip(t, p)])
        ranks.append((name, pairs(t, p), score))
    p = p.copy()
    p[0, :3] = [np.inf, -np.inf, np.inf]
    score = np.mean([st.spearmanr(a, b).statistic for a, b in zip(t, p)])
    ranks.append(("infinite", pairs(t, p), score))
    write("mean-column-spearman", f"{SCIPY} spearmanr", ranks)

    n = 60
    t, p, g = rng.normal(size=n).round(3), rng.normal(size=n).round(3), rng.choice(list("abc"), n)
    score = np.mean([np.log(sk.mean_absolute_error(t[g == k], p[g == k])) for k in "abc"])
    values = {"truth": t, "predicted": p, "groups": list(g)}
    exact = {"truth": [1.0, 2.0], "predicted": [1.0, 2.5], "groups": ["a", "b"]}
    grouped = [("three groups", values, score), ("floor", exact, (np.log(1e-9) + np.log(0.5)) / 2)]
    grouped.append(("no floor", exact, -np.inf, {"floor": 0.0}))
    write("group-log-mae", SKLEARN, grouped)

    t, p = rng.normal(2500, 500, 50).round(), rng.normal(2500, 700, 50).round()
    c = rng.uniform(0, 400, 50).round()
    sigma, error = np.maximum(c, 70), np.minimum(abs(t - p), 1000)
    score = st.laplace.logpdf(error, scale=sigma / np.sqrt(2)).mean()
    values = {"truth": t, "predicted": p, "confidence": c}
    write("laplace-log-likelihood", f"{SCIPY} laplace.logpdf", [("patients", values, score)])

    a, z = rng.uniform(-7, 14, (2, 40)).round(4), rng.uniform(0, np.pi, (2, 40)).round(4)
    vector = lambda i: np.array([np.cos(a[i]) * np.sin(z[i]), np.sin(a[i]) * np.sin(z[i]), np.cos(z[i])])
    u, v = vector(0), vector(1)
    angle = np.arctan2(np.linalg.norm(np.cross(u, v, axis=0), axis=0), (u * v).sum(axis=0)).mean()
    write("mean-angular-error", f"{NUMPY} arctan2", [("any angles", pairs([a[0], z[0]], [a[1], z[1]]), angle)], 1e-9)

    lat = rng.uniform(37, 38, 40).round(5)
    lon = rng.uniform(-122, -121, 40).round(5)
    lat2, lon2 = (lat + rng.normal(0, 1e-3, 40)).round(6), (lon + rng.normal(0, 1e-3, 40)).round(6)
    g = rng.choice(["t1", "t2", "t3"], 40)
    metres = np.array([
        6371000 * sk.pairwise.haversine_distances(np.radians([[a, b]]), np.radians([[c, d]]))[0, 0]
        for a, b, c, d in zip(lat, lon, lat2, lon2)
    ])
    by_track = [np.percentile(metres[g == k], [50, 95]).mean() for k in sorted(set(g))]
    values = {"truth": [lat, lon], "predicted": [lat2, lon2], "groups": list(g)}
    write("haversine-percentiles", f"{SKLEARN} haversine_distances, {NUMPY} percentile", [("tracks", values, np.mean(by_track))], 1e-10)


# Texts.


def texts():
    alphabet = "abAB é日\u0301 -"
    word = lambda top: "".join(pick.choices(alphabet, k=pick.randint(0, top)))
    distances = []
    for name, top in [("short", 12), ("long", 200)]:
        t = [word(top) for _ in range(15)]
        p = [word(top) if pick.random() < 0.4 else w[: len(w) // 2] + word(4) + w[len(w) // 2 :] for w in t]
        distances.append((name, pairs(t, p), float(np.mean([Levenshtein.distance(a, b) for a, b in zip(t, p)]))))
    write("mean-levenshtein", "Levenshtein 0.27.5", distances)
    t = [pick.choices(range(1, 21), k=pick.randint(0, 15)) for _ in range(25)]
    p = [pick.choices(range(1, 21), k=pick.randint(0, 15)) for _ in range(25)]
    total = sum(Levenshtein.distance(a, b) for a, b in zip(t, p))
    write("normalised-levenshtein", "Levenshtein 0.27.5", [("lists", pairs(t, p), total / sum(map(len, t)))])

    blanks = [" ", "\t", "\u00a0", "\u3000", "\u001c", "\u0085", "\u200b", "\u200d", "\u2028"]
    stems = ["İx", "ΑΣ", "ΣΑΣ", "Straße", "STRASSE", "I", "ı", "हिन्दी", "தமிழ்", "ǅ", "Ａ", "ẞ", "\ua7cb", "K", "a"]
    line = lambda: "".join(pick.choice(stems) + pick.choice(blanks) for _ in range(pick.randint(0, 8)))
    rows = [(line(), line()) for _ in range(60)]
    rows += [(a, b.swapcase()) for a, b in rows[:20]] + [(a, a.upper()) for a, _ in rows[:20]]
    scores = []
    for a, b in rows:
        x, y = set(a.lower().split()), set(b.lower().split())
        scores.append(len(x & y) / len(x | y) if x | y else 1.0)
    jaccard = [("scripts and blanks", pairs(*zip(*rows)), float(np.mean(scores)))]
    every = "".join(chr(c) for c in range(0x250) if chr(c) not in "\\\"") + "".join(map(chr, range(0x370, 0x400)))
    halves = [every[i : i + 40] for i in range(0, len(every), 40)]
    low = [h.lower() for h in halves]
    jaccard.append(("lower case of alphabets", pairs(halves, low), 1.0 if all(h.lower().split() for h in halves) else "error"))
    write("mean-word-jaccard", "Python 3.11 str.lower and str.split", jaccard)


# Masks.


def runs(mask):
    text, start = [], None
    for place, value in enumerate([*mask.ravel(), 0]):
        if value and start is None:
            start = place
        elif not value and start is not None:
            text += [start + 1, place - start]
            start = None
    return " ".join(map(str, text))


def blob(height, width, empty=0.2):
    mask = np.zeros((height, width), int)
    if rng.random() < empty:
        return mask
    for _ in range(rng.integers(1, 4)):
        y, x = rng.integers(0, height), rng.integers(0, width)
        mask[y : y + rng.integers(1, height), x : x + rng.integers(1, width)] = 1
    return mask


def near(mask):
    moved = np.roll(mask, (rng.integers(-1, 2), rng.integers(-1, 2)), (0, 1))
    return moved if rng.random() < 0.8 else blob(*mask.shape)


def masks():
    t = [blob(12, 15) for _ in range(25)]
    p = [near(m) for m in t]
    values = {"truth": [runs(m) for m in t], "predicted": [runs(m) for m in p], "pixels": 180}
    flat = lambda found: np.concatenate([m.ravel() for m in found])
    write("global-dice", f"{SKLEARN} f1_score of pixels", [("blobs", values, sk.f1_score(flat(t), flat(p)))])
    each = [sk.f1_score(a.ravel(), b.ravel(), zero_division=1.0) for a, b in zip(t, p)]
    write("mean-dice", f"{SKLEARN} f1_score of pixels", [("blobs", values, np.mean(each))])
    betas = []
    for beta in (0.5, 2.0):
        each = [sk.fbeta_score(a.ravel(), b.ravel(), beta=beta, zero_division=0.0) for a, b in zip(t, p)]
        betas.append((f"beta {beta}", values, np.mean(each), {"beta": beta}))
    write("mean-f-beta", f"{SKLEARN} fbeta_score of pixels", betas)

    found = []
    for full in (False, True):
        scores = []
        for a, b in zip(t, p):
            b = np.ones_like(b) if full and not b.any() else b
            overlap = sk.jaccard_score(a.ravel(), b.ravel()) if a.any() else None
            scores.append(float(not b.any() or (full and not p[len(scores)].any())) if overlap is None else (overlap > np.arange(0.5, 1, 0.05)).mean())
        found.append((f"empty is full {full}", values, np.mean(scores), {"empty-is-full": full}))
    write("mean-mask-precision", f"{SKLEARN} jaccard_score", found)

    def distance(a, b):
        if not a.any() and not b.any():
            return None
        if not a.any() or not b.any() or b.sum() > 10 * a.sum():
            return 1.0
        x, y = [np.argwhere(m) / np.array(a.shape) for m in (a, b)]
        return max(directed_hausdorff(x, y)[0], directed_hausdorff(y, x)[0]) / np.sqrt(3)

    cases = []
    for name, days, slices in [("one day", 1, 4), ("days", 6, 7)]:
        t = [np.array([blob(9, 11, 0.4) for _ in range(slices)]) for _ in range(days)]
        p = [np.array([near(m) for m in day]) for day in t]
        # Stored as slice, column, row: pixels count down the columns.
        volumes = lambda found: [{"height": 11, "width": 9, "slices": [[runs(m)] for m in day]} for day in found]
        listed = lambda found: [runs(m) for day in found for m in day]
        overlaps = [2 * (a & b).sum() / (a.sum() + b.sum()) for c, d in zip(t, p) for a, b in zip(c, d) if (a | b).any()]
        distances = [d for d in map(distance, t, p) if d is not None]
        score = 0.4 * np.mean(overlaps) + 0.6 * (1 - np.mean(distances))
        values = {"truth": listed(t), "predicted": listed(p), "pixels": 99, "true_volumes": volumes(t), "predicted_volumes": volumes(p)}
        cases.append((name, values, score))
    write("dice-hausdorff", f"{SCIPY} directed_hausdorff", cases)


# Boxes.


def scene(images, size):
    truth, predicted = [], []
    for image in range(images):
        for _ in range(rng.integers(0, 5)):
            x, y, w, h = rng.integers(0, 100), rng.integers(0, 100), rng.integers(5, 50), rng.integers(5, 50)
            label = int(rng.integers(0, size))
            truth.append([image, label, x, y, x + w, y + h])
            for _ in range(rng.integers(0, 3)):
                dx, dy, dw, dh = rng.integers(-6, 7, 4)
                guess = label if rng.random() < 0.8 else int(rng.integers(0, size + 1))
                predicted.append([image, guess, round(float(rng.random()), 1), x + dx, y + dy, x + w + dw + 7, y + h + dh + 7])
    return truth, predicted


def boxes():
    plain_cases, coco_cases = [], []
    for name, images, size in [("few", 4, 1), ("many", 20, 3), ("ties", 15, 2)]:
        truth, predicted = scene(images, size)
        values = {"images": images, **pairs(truth, predicted)}
        for limit in (0.3, 0.5):
            plain_cases.append((f"{name} {limit}", values, voc(truth, predicted, limit), {"overlap": limit}))
            coco_cases.append((f"{name} {limit}", values, coco(images, truth, predicted, limit), {"overlap": limit}))
    write("box-average-precision", f"the VOC definition, computed with {NUMPY}", plain_cases)
    write("coco-average-precision", "pycocotools 2.0.11", coco_cases)

    truth, predicted = [], []
    for _ in range(8):
        wanted, found = [], []
        for _ in range(rng.integers(0, 5)):
            label = pick.choice(["car", "truck"])
            x, y, z, yaw = rng.uniform(1000, 1020), rng.uniform(1500, 1520), rng.uniform(-2, 2), rng.uniform(-4, 4)
            w, length, h = rng.uniform(1.5, 2.5), rng.uniform(3, 6), rng.uniform(1, 3)
            wanted.append([label, 1.0, *map(float, np.round([x, y, z, w, length, h, yaw], 3))])
            for _ in range(rng.integers(0, 3)):
                guess = label if rng.random() < 0.8 else "bus"
                shifted = np.round([x + rng.normal(0, 0.2), y + rng.normal(0, 0.2), z, w, length, h, yaw + rng.normal(0, 0.1)], 3)
                found.append([guess, round(float(rng.random()), 1), *map(float, shifted)])
        truth.append(wanted)
        predicted.append(found)
    scores = []
    for wanted, found in zip(truth, predicted):
        for limit in np.arange(0.5, 1, 0.05):
            taken = set()
            for p in sorted(found, key=lambda p: -p[1]):
                same = [(volume_overlap(t, p), -i) for i, t in enumerate(wanted) if t[0] == p[0]]
                most, place = max(same, default=(0.0, 1))
                if most > limit:
                    taken.add(place)
            whole = len(wanted) + len(found) - len(taken)
            scores.append(len(taken) / whole if whole else 1.0)
    write("box-3d-average-precision", "shapely 2.2.0", [("streets", pairs(truth, predicted), float(np.mean(scores)), {"precision": "share"})])

    t, p, hits = [], [], 0
    for _ in range(6):
        page = [[pick.choice("abc"), *map(int, rng.integers(0, 60, 2)), *map(int, rng.integers(5, 20, 2))] for _ in range(rng.integers(0, 8))]
        points = [[pick.choice("abc"), *map(int, rng.integers(0, 70, 2))] for _ in range(rng.integers(0, 12))]
        free = list(points)
        for label, x, y, w, h in page:
            inside = [q for q in free if q[0] == label and x < q[1] < x + w and y < q[2] < y + h]
            if inside:
                free.remove(inside[0])
                hits += 1
        t.append(page)
        p.append(points)
    total = sum(map(len, t)) + sum(map(len, p))
    write("point-f1", DEFINITION, [("pages", pairs(t, p), 2 * hits / total)])


def bias():
    n = 150
    t, p = flags(n, 0.5), shares(n, 2)
    p = (0.6 * p + 0.3 * t).round(2)
    identities = [(rng.random(n) < 0.4).astype(int) for _ in range(3)]
    cases = []
    for slips in (False, True):
        s = (p >= 0.5).astype(float) if slips else p
        area = lambda keep: sk.roc_auc_score(t[keep], s[keep])
        mean = lambda areas: np.mean(np.array(areas) ** -5.0) ** -0.2
        parts = [
            mean([area(i == 1) for i in identities]),
            mean([area(i != t) for i in identities]),
            mean([area(i == t) for i in identities]),
        ]
        score = 0.25 * sk.roc_auc_score(t, s) + 0.25 * sum(parts)
        values = {"truth": t, "predicted": p, "identities": identities}
        cases.append((f"slips {slips}", values, score, {"published-slips": slips}))
    write("bias-auc", SKLEARN, cases)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for part in (rankings, classes, probabilities, numbers, texts, masks, boxes, bias):
        part()


if __name__ == "__main__":
    main()

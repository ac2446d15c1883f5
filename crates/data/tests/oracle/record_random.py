"""Records what NumPy, scikit-learn, pandas and Python draw, as golden/random.json and golden/splits.json.

Run with Python 3.11, numpy 2.2.6, pandas 2.3.3, scikit-learn 1.9.1:
    python crates/data/tests/oracle/record_random.py
"""
import hashlib
import json
import pathlib
import platform
import random

import numpy as np
import pandas as pd
import sklearn
from sklearn.model_selection import train_test_split

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"
SOURCE = (
    f"Python {platform.python_version()}, numpy {np.__version__}, "
    f"pandas {pd.__version__}, scikit-learn {sklearn.__version__}"
)
SEEDS = [0, 1, 2, 8, 32, 42, 123456789, 2**31, 2**32 - 1]
SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 10, 31, 32, 33, 100, 257, 1000, 20000]


def numbers(values):
    """Short lists as they are; long ones as a hash of their little-endian 64-bit words."""
    values = [int(value) for value in values]
    if len(values) <= 40:
        return values
    return hashlib.sha256(np.array(values, dtype="<u8").tobytes()).hexdigest()


def legacy(seed):
    new = lambda: np.random.RandomState(seed)
    rng = new()
    ranges = [(0, 2), (1, 7), (0, 676), (-5, 6), (3, 4), (0, 2**32 - 1), (0, 2**32), (-(2**62), 2**62), (0, 10**12)]
    randint = [[low, high, [int(rng.randint(low, high, dtype=np.int64)) for _ in range(4)]] for low, high in ranges]
    shuffled = list("abcdefgh")
    new().shuffle(shuffled)
    return {
        "seed": seed,
        "uniform": [repr(float(value)) for value in new().uniform(size=5)],
        "randint": randint,
        "shuffle": "".join(shuffled),
        "permutation": [[n, numbers(new().permutation(n))] for n in SIZES],
    }


def python(seed):
    new = lambda: random.Random(seed)
    rng = new()
    below = [[n, [rng._randbelow(n) for _ in range(4)]] for n in [1, 2, 3, 4, 5, 8, 100, 2**31, 2**32, 2**32 + 1, 2**40, 2**63]]
    randint = [[low, high, [rng.randint(low, high) for _ in range(4)]] for low, high in [(0, 0), (1, 6), (-3, 3), (0, 2**33)]]
    shuffles = []
    for n in SIZES:
        items = list(range(n))
        new().shuffle(items)
        shuffles.append([n, numbers(items)])
    samples = []
    for n, k in [(0, 0), (1, 1), (5, 0), (10, 3), (20, 20), (21, 5), (22, 5), (85, 6), (86, 6), (277, 30), (1000, 1), (1000, 999), (20000, 300), (20000, 20000), (1045, 255), (1045, 256)]:
        samples.append([n, k, numbers(new().sample(range(n), k))])
    return {
        "seed": seed,
        "random": (lambda r: [repr(r.random()) for _ in range(5)])(new()),
        "below": below,
        "randint": randint,
        "choice": (lambda r: [r.choice("abc") for _ in range(8)])(new()),
        "shuffle": shuffles,
        "sample": samples,
    }


def pcg(seed):
    new = lambda: np.random.default_rng(seed)
    rng = new()
    ranges = [(0, 2), (1, 7), (-5, 6), (3, 4), (0, 2**32 - 1), (0, 2**32), (0, 2**32 + 1), (-(2**62), 2**62), (0, 10**12), (0, 3 * 10**9)]
    integers = [[low, high, [int(rng.integers(low, high)) for _ in range(3)]] for low, high in ranges]
    return {
        "seed": seed,
        "random": [repr(float(value)) for value in new().random(5)],
        "uniform": [repr(float(value)) for value in new().uniform(1, 100, 5)],
        "integers": integers,
    }


def split(n, kind, size, seed):
    arguments = {"train_size": size} if kind == "train" else {"test_size": size}
    try:
        train, test = train_test_split(list(range(n)), random_state=seed, **arguments)
    except ValueError:
        return [n, kind, size, seed, None, None]
    return [n, kind, size, seed, numbers(train), numbers(test)]


def splits():
    cases = []
    for seed in [0, 8, 42]:
        for n in SIZES + [50, 3325, 17500]:
            for share in [0.01, 0.1, 0.14, 0.19, 0.2, 0.25, 0.3, 0.5, 0.99]:
                cases.append(split(n, "test", share, seed))
                cases.append(split(n, "train", share, seed))
            for rows in [1, 2, 3, 9914]:
                cases.append(split(n, "test", rows, seed))
    samples = []
    for seed in [0, 1, 42]:
        for n in SIZES:
            frame = pd.DataFrame({"x": range(n)})
            for share in [0.0, 0.1, 0.2, 0.25, 0.5, 0.75, 1.0]:
                rows = frame.sample(frac=share, random_state=seed)["x"]
                samples.append([n, share, seed, numbers(rows)])
    return cases, samples


def write(name, value):
    (GOLDEN / name).write_text(json.dumps({"source": SOURCE} | value, separators=(",", ":")) + "\n")


def main():
    wide = [2**32, 2**32 + 5, 2**63, 2**64 - 1]
    write(
        "random.json",
        {
            "legacy": [legacy(seed) for seed in SEEDS],
            "python": [python(seed) for seed in SEEDS + wide],
            "pcg64": [pcg(seed) for seed in SEEDS + wide],
        },
    )
    cases, samples = splits()
    write("splits.json", {"splits": cases, "samples": samples})


main()

"""Made-up ids, columns and texts."""

import re
import uuid

import numpy as np


def make_ids(kind: str, count: int, rng) -> list | np.ndarray:
    """Returns distinct ids.

    Kinds: `hex12` or `hex12.jpg` (random hexadecimal digits and an ending), `count:1` (whole numbers
    from 1), `numbers:10` (random whole numbers of at most 10 digits), `uuid`, and anything with `{}`
    (a pattern that gets the row's number).
    """
    if match := re.fullmatch(r"hex(\d+)(.*)", kind):
        length, ending = int(match[1]), match[2]
        text = rng.bytes((count * length + 1) // 2).hex()
        return [text[i * length : (i + 1) * length] + ending for i in range(count)]
    name, _, argument = kind.partition(":")
    if name == "count":
        return np.arange(count) + int(argument)
    if name == "numbers":
        span = 10 ** int(argument)
        values = np.unique(rng.integers(span // 10, span, count + count // 10 + 10))
        return rng.permutation(values)[:count]
    if kind == "uuid":
        return [str(uuid.UUID(bytes=rng.bytes(16))) for _ in range(count)]
    return [kind.format(i) for i in range(count)]


def vocabulary(rng, count: int) -> np.ndarray:
    """Returns made-up words, the frequent ones first."""
    letters = np.array(list("etaoinshrdlucmfwypvbgk"))
    lengths = rng.integers(2, 10, count)
    return np.array(["".join(rng.choice(letters, length)) for length in lengths], dtype=object)


def texts(rng, count: int, mean_words: float, pool: int = 20_000) -> list[str]:
    """Returns `count` texts of about `mean_words` words; beyond `pool` they repeat."""
    words = vocabulary(rng, 2_000)
    distinct = min(count, pool)
    lengths = np.maximum(1, rng.poisson(mean_words, distinct))
    picks = words[np.minimum(rng.zipf(1.3, lengths.sum()) - 1, len(words) - 1)]
    ends = np.cumsum(lengths)
    made = [" ".join(picks[end - length : end]) for end, length in zip(ends, lengths)]
    return made if count == distinct else [made[i] for i in rng.integers(0, distinct, count)]


def column(kind: str, count: int, rng) -> list | np.ndarray:
    """Returns a column that no scorer reads: `int:HIGH`, `float:DECIMALS`, `text:WORDS`, `one-of:A|B`."""
    name, _, argument = kind.partition(":")
    if name == "int":
        return rng.integers(0, int(argument), count)
    if name == "float":
        return np.round(rng.normal(0, 2, count), int(argument))
    if name == "text":
        return texts(rng, count, float(argument))
    if name == "one-of":
        return rng.choice(np.array(argument.split("|"), dtype=object), count)
    raise ValueError(f"unknown kind of column: {kind}")


def insert_extras(frame, extras: dict, rng) -> None:
    """Adds the columns that only stand beside the answers, before the last column of `frame`."""
    for name, kind in extras.items():
        frame.insert(len(frame.columns) - 1, name, column(kind, len(frame), rng))


def shuffled(frame, rng):
    """Returns the rows in another order."""
    return frame.iloc[rng.permutation(len(frame))]

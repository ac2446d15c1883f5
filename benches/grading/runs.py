"""Run-length masks: 1-based starts and lengths, down the columns or along the rows."""

import numpy as np


def encode(mask: np.ndarray, order: str = "F") -> str:
    """Returns the run list of a mask; empty for a mask without pixels."""
    flat = np.concatenate([[0], mask.flatten(order=order).astype(np.int8), [0]])
    edges = np.flatnonzero(np.diff(flat))
    starts, ends = edges[::2], edges[1::2]
    return join(starts + 1, ends - starts)


def join(starts, lengths) -> str:
    return " ".join(map(str, np.stack([starts, lengths], axis=1).ravel().tolist()))


def decode(text, size: int) -> np.ndarray:
    """Returns the flat mask of a run list; what is no text (a missing cell) is an empty mask."""
    mask = np.zeros(size, dtype=np.uint8)
    if isinstance(text, str):
        numbers = np.array(text.split(), dtype=np.int64)
        for start, length in zip(numbers[::2] - 1, numbers[1::2]):
            mask[start : start + length] = 1
    return mask


def blobs(rng, height: int, width: int, count: int, radius: float) -> np.ndarray:
    """Returns a mask of ellipses."""
    mask = np.zeros((height, width), dtype=bool)
    for _ in range(count):
        row, column = rng.integers(0, height), rng.integers(0, width)
        tall, wide = radius * rng.uniform(0.5, 1.5, 2)
        top, left = max(0, int(row - tall)), max(0, int(column - wide))
        patch = mask[top : int(row + tall) + 1, left : int(column + wide) + 1]
        rows, columns = np.ogrid[top : top + patch.shape[0], left : left + patch.shape[1]]
        patch |= ((rows - row) / tall) ** 2 + ((columns - column) / wide) ** 2 <= 1
    return mask


def moved(mask: np.ndarray, rng, most: int) -> np.ndarray:
    """Returns the mask shifted by up to `most` pixels each way."""
    return np.roll(mask, rng.integers(-most, most + 1, 2), axis=(0, 1))

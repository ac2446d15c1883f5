"""Order of notebook cells: Kendall's tau pooled over the notebooks."""

from bisect import bisect

import pandas as pd

from grading.pairing import read_paired
from grading.tables import make_ids


def make(case, rng):
    ids = make_ids("hex14", case.rows, rng)
    orders, guesses = [], []
    for cells in rng.geometric(1 / 45, case.rows) + 1:
        names = make_ids("hex8", int(cells), rng)
        orders.append(" ".join(names))
        moved = (pd.Series(range(cells)) + rng.normal(0, 3, cells)).argsort()
        guesses.append(" ".join(names[i] for i in moved))
    answers = pd.DataFrame({"id": ids, "cell_order": orders})
    return answers, pd.DataFrame({"id": ids, "cell_order": guesses})


def inversions(places: list[int]) -> int:
    seen, total = [], 0
    for count, place in enumerate(places):
        position = bisect(seen, place)
        total += count - position
        seen.insert(position, place)
    return total


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    wrong = most = 0
    for right, order in zip(truth["cell_order"].str.split(), guess["cell_order"].str.split()):
        place = {cell: i for i, cell in enumerate(right)}
        wrong += inversions([place[cell] for cell in order])
        most += len(right) * (len(right) - 1)
    return 1 - 4 * wrong / most

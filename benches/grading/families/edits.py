"""Edit distances of texts and of lists of numbers."""

import numpy as np
import pandas as pd
from Levenshtein import distance

from grading.pairing import read_paired
from grading.tables import make_ids, texts


def molecule(rng) -> str:
    """Returns a text with the look of an InChI."""
    carbon, hydrogen = rng.integers(8, 30), rng.integers(8, 40)
    atoms = rng.permutation(carbon + 5) + 1
    bonds = "".join(f"{atom}{'-(-)-'[i % 5] if i % 9 else '-'}" for i, atom in enumerate(atoms))
    return f"InChI=1S/C{carbon}H{hydrogen}N2O3/c{bonds}/h{atoms[0]}H,{atoms[1]}H2,1-2H3"


def damaged(items, rng, alphabet) -> list:
    """Returns a copy with about one edit in 30 places."""
    made = []
    for item, edit in zip(items, rng.random(len(items))):
        if edit < 0.01:
            made += [item, alphabet[int(edit * 1e5) % len(alphabet)]]
        elif edit < 0.02:
            made.append(alphabet[int(edit * 1e5) % len(alphabet)])
        elif edit < 0.97:
            made.append(item)
    return made


def make(case, rng):
    match case.shape["texts"]:
        case "molecules":
            pool = [molecule(rng) for _ in range(min(case.rows, 20_000))]
        case "sentences":
            pool = [text.capitalize() + " ." for text in texts(rng, min(case.rows, 20_000), 24)]
        case "gestures":
            pool = [" ".join(map(str, rng.permutation(20) + 1)) for _ in range(case.rows)]
    if case.metric == "normalised-levenshtein":
        changed = [" ".join(damaged(text.split(), rng, ["3", "17", "8"])) for text in pool]
    else:
        changed = ["".join(damaged(text, rng, "(-)19aeHN")) for text in pool]
    pick = np.arange(case.rows) % len(pool)
    ids = make_ids(case.shape["ids"], case.rows, rng)
    answers = pd.DataFrame({case.key: ids, case.columns[0]: [pool[i] for i in pick]})
    submission = pd.DataFrame({case.key: ids, case.columns[0]: [changed[i] for i in pick]})
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    pairs = list(zip(truth[case.columns[0]].astype(str), guess[case.columns[0]].astype(str)))
    if case.metric == "normalised-levenshtein":
        lists = [([int(x) for x in a.split()], [int(x) for x in b.split()]) for a, b in pairs]
        return sum(distance(a, b) for a, b in lists) / sum(len(a) for a, _ in lists)
    return np.mean([distance(a, b) for a, b in pairs])

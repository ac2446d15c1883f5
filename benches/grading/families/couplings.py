"""Scalar couplings: mean over the types of the logarithm of the mean absolute error."""

import numpy as np
import pandas as pd

from grading.pairing import read_paired

TYPES = ["1JHC", "2JHC", "3JHC", "2JHH", "3JHH", "1JHN", "2JHN", "3JHN"]


def make(case, rng):
    molecule = np.sort(rng.integers(0, case.rows // 55, case.rows))
    truth = rng.normal(16, 35, case.rows)
    ids = rng.permutation(4_658_147)[: case.rows]
    answers = pd.DataFrame(
        {
            "id": ids,
            "molecule_name": [f"dsgdb9nsd_{number:06d}" for number in molecule],
            "atom_index_0": rng.integers(0, 29, case.rows),
            "atom_index_1": rng.integers(0, 29, case.rows),
            "type": rng.choice(TYPES, case.rows, p=[0.15, 0.25, 0.32, 0.08, 0.13, 0.01, 0.02, 0.04]),
            "scalar_coupling_constant": np.round(truth, 4),
        }
    )
    guess = np.round(truth + rng.normal(0, 1, case.rows), 6)
    return answers, pd.DataFrame({"id": ids, "scalar_coupling_constant": guess})


def score(case, answers, submission) -> float:
    truth, guess = read_paired(case, answers, submission)
    errors = (truth["scalar_coupling_constant"] - guess["scalar_coupling_constant"]).abs()
    return np.log(errors.groupby(truth["type"]).mean()).mean()

"""RNA degradation: mean of three column RMSEs over the positions that were measured."""

import numpy as np
import pandas as pd
from sklearn.metrics import root_mean_squared_error

SCORED = ["reactivity", "deg_Mg_pH10", "deg_Mg_50C"]


def make(case, rng):
    molecules = case.rows // 107
    names = ["id_" + rng.bytes(5).hex()[:9] for _ in range(molecules)]
    ids = [f"{name}_{position}" for name in names for position in range(107)]
    keep = np.tile(np.arange(107) < 68, molecules)
    answers, submission = pd.DataFrame({"id_seqpos": ids}), pd.DataFrame({"id_seqpos": ids})
    for name in ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"]:
        truth = np.where(keep, np.abs(rng.normal(0.4, 0.5, len(ids))), 0.0)
        answers[name] = [f"{value:.10f}" for value in np.round(truth, 4)]
        submission[name] = np.round(truth + rng.normal(0, 0.2, len(ids)), 4)
    answers["keep"] = keep
    return answers, submission


def score(case, answers, submission) -> float:
    truth, guess = pd.read_csv(answers), pd.read_csv(submission)
    if (truth["id_seqpos"] != guess["id_seqpos"]).any():
        raise ValueError("the ids differ")
    keep = truth["keep"]
    return root_mean_squared_error(truth.loc[keep, SCORED], guess.loc[keep, SCORED])

"""Harmful brain activity: Kullback-Leibler divergence from the shares of the expert votes."""

import numpy as np
import pandas as pd


def make(case, rng):
    recordings = case.rows // 6
    eeg = np.sort(rng.integers(0, recordings, case.rows))
    part = np.arange(case.rows) - np.searchsorted(eeg, eeg)
    probability = rng.dirichlet(np.full(6, 0.5), recordings)
    votes = np.array([rng.multinomial(n, probability[e]) for n, e in zip(rng.integers(1, 20, case.rows), eeg)])
    guess = rng.dirichlet(np.full(6, 2.0), recordings) * 0.3 + probability * 0.7
    guess = np.round(guess, 9)[eeg]
    eeg_ids = rng.permutation(np.arange(10**8, 10**8 + recordings * 37, 37))[eeg]
    names = ["Seizure", "LPD", "GPD", "LRDA", "GRDA", "Other"]
    answers = pd.DataFrame(
        {
            "eeg_id": eeg_ids,
            "eeg_sub_id": part,
            "eeg_label_offset_seconds": part * 2.0,
            "spectrogram_id": eeg_ids * 7,
            "spectrogram_sub_id": part,
            "spectrogram_label_offset_seconds": part * 2.0,
            "label_id": rng.integers(10**8, 4 * 10**9, case.rows),
            "patient_id": eeg_ids % 65_000,
            "expert_consensus": [names[i] for i in votes.argmax(axis=1)],
        }
    )
    answers[case.columns] = votes
    submission = pd.DataFrame(guess, columns=case.columns)
    submission.insert(0, "eeg_id", eeg_ids)
    return answers, submission


def score(case, answers, submission) -> float:
    truth = pd.read_csv(answers).sort_values("eeg_id", kind="stable")
    guess = pd.read_csv(submission).sort_values("eeg_id", kind="stable")
    if (truth["eeg_id"].to_numpy() != guess["eeg_id"].to_numpy()).any():
        raise ValueError("the ids differ")
    votes = truth[case.columns].to_numpy()
    p = votes / votes.sum(axis=1, keepdims=True)
    epsilon = case.parameters["epsilon"]
    q = np.clip(guess[case.columns].to_numpy(), epsilon, 1 - epsilon)
    terms = np.where(p > 0, p * np.log(np.where(p > 0, p, 1) / q), 0)
    return terms.sum(axis=1).mean()

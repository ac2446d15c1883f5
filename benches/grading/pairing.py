"""How the plain scorers read the two files and put their rows side by side."""

import pandas as pd


def read_paired(case, answers, submission) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Returns the answers and, in their row order, the submission; all ids must agree."""
    truth = pd.read_csv(answers)
    guess = pd.read_csv(submission)
    if len(truth) != len(guess):
        raise ValueError("the number of rows differs")
    return truth, aligned(truth, guess, case.key)


def aligned(truth: pd.DataFrame, guess: pd.DataFrame, key: str) -> pd.DataFrame:
    """Returns the rows of `guess` in the order of `truth`."""
    places = pd.Index(guess[key]).get_indexer(truth[key])
    if (places < 0).any():
        raise ValueError("the ids differ")
    return guess.iloc[places].reset_index(drop=True)

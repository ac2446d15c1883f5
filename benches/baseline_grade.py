"""Grades one submission the plain way: pandas reads both files, scikit-learn scores."""

import sys

import pandas as pd
from sklearn.metrics import roc_auc_score

submission = pd.read_csv(sys.argv[1]).sort_values("id")
answers = pd.read_csv(sys.argv[2]).sort_values("id")
assert (submission["id"].to_numpy() == answers["id"].to_numpy()).all()
print(roc_auc_score(answers["has_cactus"], submission["has_cactus"]))

"""Prepares a table the plain way: unzip, pandas reads, scikit-learn splits, pandas writes."""

import sys
import zipfile
from pathlib import Path

import pandas as pd
from sklearn.model_selection import train_test_split

archive, out = sys.argv[1], Path(sys.argv[2])
(out / "public").mkdir(parents=True)
(out / "private").mkdir()
with zipfile.ZipFile(archive) as zipped:
    zipped.extractall(out / "raw")
table = pd.read_csv(out / "raw" / "train.csv", float_precision="round_trip")
train, test = train_test_split(table, test_size=0.1, random_state=0)
train.to_csv(out / "public" / "train.csv", index=False)
test.drop(columns=["Cover_Type"]).to_csv(out / "public" / "test.csv", index=False)
test.to_csv(out / "private" / "test.csv", index=False)
sample = test[["Id"]].copy()
sample["Cover_Type"] = 2
sample.to_csv(out / "public" / "sample_submission.csv", index=False)

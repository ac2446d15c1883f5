"""Long texts with line breaks and quotes, in an archive inside the archive."""

import io
import zipfile

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from grading.tables import texts
from preparing.tables import write_blocks

SAMPLE = "javascript c# python php java"


def make(archive, rows, rng):
    bodies = [f'<p>{text}</p>\n\n<pre class="code">{text[:90]},\n</pre>' for text in texts(rng, 20_000, 130)]
    titles, tags = texts(rng, 20_000, 9), texts(rng, 20_000, 3)

    def block(first, count):
        pick = rng.integers(0, 20_000, (3, count))
        return pd.DataFrame(
            {
                "Id": np.arange(first + 1, first + count + 1),
                "Title": np.array(titles, dtype=object)[pick[0]],
                "Body": np.array(bodies, dtype=object)[pick[1]],
                "Tags": np.array(tags, dtype=object)[pick[2]],
            }
        )

    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as zipped:
        write_blocks(zipped, "Train.csv", rows, block)
    archive.writestr("Train.zip", inner.getvalue(), zipfile.ZIP_STORED)


def prepare(raw, public, private):
    questions = pd.read_csv(raw / "Train.zip", dtype={"Id": str, "Tags": str})
    train, test = train_test_split(questions, test_size=0.1, random_state=0)
    train.to_csv(public / "train.csv", index=False)
    test.drop(columns="Tags").to_csv(public / "test.csv", index=False)
    test.to_csv(private / "test.csv", index=False)
    test.assign(Tags=SAMPLE).to_csv(public / "sample_submission.csv", index=False)

"""Long and short answers to questions: the share of rows whose answer is accepted; the truth is JSON lines."""

import json

import numpy as np
import pandas as pd

from grading.tables import make_ids, texts


def make(case, rng):
    documents = texts(rng, 200, case.shape["words"])
    ids = [str(number) for number in make_ids("numbers:18", case.rows, rng)]
    records, guesses = [], []
    for number, name in enumerate(ids):
        start = int(rng.integers(0, 5_000))
        long = (start, start + 100) if rng.random() < 0.5 else (-1, -1)
        short = [{"start_token": start + 3, "end_token": start + 9}] if long[0] >= 0 and rng.random() < 0.7 else []
        annotation = {
            "yes_no_answer": "NONE",
            "long_answer": {"start_token": long[0], "candidate_index": 0, "end_token": long[1]},
            "short_answers": short,
            "annotation_id": number,
        }
        records.append((name, documents[number % len(documents)], annotation))
        right = rng.random(2) < 0.6
        guesses.append((f"{name}_long", f"{long[0]}:{long[1]}" if long[0] >= 0 and right[0] else ""))
        guesses.append((f"{name}_short", f"{start + 3}:{start + 9}" if right[1] else "YES"))
    return records, pd.DataFrame(guesses, columns=["example_id", "PredictionString"])


def write_answers(records, path) -> None:
    candidates = json.dumps([{"start_token": 10 * i, "top_level": True, "end_token": 10 * i + 9} for i in range(100)])
    with open(path, "w") as file:
        for name, document, annotation in records:
            file.write(f'{{"document_text":"{document}","long_answer_candidates":{candidates},')
            file.write(f'"question_text":"who is it","annotations":[{json.dumps(annotation)}],')
            file.write(f'"document_url":"https://example.org","example_id":"{name}"}}\n')


def accepted(annotation: dict) -> tuple[set, set]:
    """Returns the long and the short answers that count as right."""
    span = annotation["long_answer"]
    long = {f"{span['start_token']}:{span['end_token']}"} if span["start_token"] != -1 else {""}
    short = {f"{s['start_token']}:{s['end_token']}" for s in annotation["short_answers"]}
    if annotation["yes_no_answer"] != "NONE":
        short.add(annotation["yes_no_answer"])
    return long, short or {""}


def score(case, answers, submission) -> float:
    guess = pd.read_csv(submission).fillna("")
    given = dict(zip(guess["example_id"], guess["PredictionString"]))
    right = []
    with open(answers) as file:
        for line in file:
            record = json.loads(line)
            long, short = accepted(record["annotations"][0])
            right.append(given[record["example_id"] + "_long"] in long)
            right.append(given[record["example_id"] + "_short"] in short)
    return np.mean(right)

"""Labels of plays; the tables of helmets and of tracking and the videos follow their plays."""

import shutil

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.tables import write_blocks

PLAYS = 240
VIEWS = ["All29", "Endzone", "Sideline"]


def plays() -> np.ndarray:
    return np.array([f"{58_000 + i // 4}_{i * 7 % 5000:06d}" for i in range(PLAYS)], dtype=object)


def make(archive, rows, rng):
    names = plays()
    times = np.array([f"2020-10-11T03:01:{i // 10 % 60:02d}.{i % 10}00Z" for i in range(600)], dtype=object)

    def by_play(first, count, of):
        return names[np.arange(first, first + count) * PLAYS // of], rng.integers(0, 600, count)

    def labels(first, count):
        play, step = by_play(first, count, rows)
        one, two = rng.integers(30_000, 56_000, (2, count))
        contact = [f"{p}_{s}_{a}_{b}" for p, s, a, b in zip(play, step, one, two)]
        columns = {"contact_id": contact, "game_play": play, "datetime": times[step], "step": step}
        flags = (rng.random(count) < 0.014).astype(int)
        return pd.DataFrame({**columns, "nfl_player_id_1": one, "nfl_player_id_2": two, "contact": flags})

    def tracking(first, count):
        play, step = by_play(first, count, rows // 4)
        table = pd.DataFrame({"game_play": play, "datetime": times[step], "step": step})
        names = ["x_position", "y_position", "speed", "distance", "direction", "orientation", "acceleration", "sa"]
        return table.assign(**{name: np.round(rng.uniform(0, 100, count), 2) for name in names})

    def helmets(first, count):
        play, frame = by_play(first, count, rows)
        table = pd.DataFrame({"game_play": play, "view": "Endzone", "frame": frame})
        return table.assign(**{side: rng.integers(0, 1280, count) for side in ["left", "width", "top", "height"]})

    write_blocks(archive, "train_labels.csv", rows, labels)
    write_blocks(archive, "train_baseline_helmets.csv", rows, helmets)
    write_blocks(archive, "train_player_tracking.csv", rows // 4, tracking)
    write_blocks(archive, "train_video_metadata.csv", PLAYS, lambda *_: pd.DataFrame({"game_play": names, "start": 1}))
    for name in names:
        for view in VIEWS:
            archive.writestr(f"train/{name}_{view}.mp4", rng.bytes(10_000))


def prepare(raw, public, private):
    labels = pd.read_csv(raw / "train_labels.csv")
    parts = train_test_split(labels["game_play"].unique(), test_size=0.1, random_state=0)
    train, test = (labels[labels["game_play"].isin(part)] for part in parts)
    train.to_csv(public / "train_labels.csv", index=False)
    test.to_csv(private / "test.csv", index=False)
    test[["contact_id"]].assign(contact=0).to_csv(public / "sample_submission.csv", index=False)
    for table in ["baseline_helmets", "player_tracking", "video_metadata"]:
        rows = pd.read_csv(raw / f"train_{table}.csv")
        for side, part in zip(["train", "test"], parts):
            rows[rows["game_play"].isin(part)].to_csv(public / f"{side}_{table}.csv", index=False)
    for side, part in zip(["train", "test"], parts):
        (public / side).mkdir()
        for name in part:
            for view in VIEWS:
                shutil.copy(raw / "train" / f"{name}_{view}.mp4", public / side)

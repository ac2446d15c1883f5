"""Pairs of atoms; molecules are divided, six more tables and the structures follow them."""

import shutil

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

from preparing.tables import write_blocks, write_table

PAIRS, ATOMS = 55, 18
COMPUTED = ["dipole_moments", "magnetic_shielding_tensors", "mulliken_charges", "potential_energy"]
KINDS = np.array(["1JHC", "2JHC", "3JHC", "1JHN", "2JHN", "3JHN", "2JHH", "3JHH"], dtype=object)


def molecules(rows) -> np.ndarray:
    numbers = np.arange(1, -(-rows // PAIRS) + 1)
    return np.array([f"dsgdb9nsd_{number:06d}" for number in numbers], dtype=object)


def make(archive, rows, rng):
    names = molecules(rows)

    def floats(columns, count):
        return {name: np.round(rng.normal(0, 5, count), 4) for name in columns}

    def pairs(first, count):
        places = np.arange(first, first + count)
        return pd.DataFrame(
            {
                "molecule_name": names[places // PAIRS],
                "atom_index_0": rng.integers(0, ATOMS, count),
                "atom_index_1": rng.integers(0, ATOMS, count),
            }
        )

    def train(first, count):
        table = pairs(first, count).assign(type=KINDS[rng.integers(0, 8, count)], **floats(["x"], count))
        table = table.rename(columns={"x": "scalar_coupling_constant"})
        table.insert(0, "id", np.arange(first, first + count))
        return table

    def atoms(columns):
        def block(first, count):
            places = np.arange(first, first + count)
            table = pd.DataFrame({"molecule_name": names[places // ATOMS], "atom_index": places % ATOMS})
            return table.assign(**floats(columns, count))

        return block

    def contributions(first, count):
        return pairs(first, count).assign(type="1JHC", **floats(["fc", "sd", "pso", "dso"], count))

    tensors = [f"{a}{b}" for a in "XYZ" for b in "XYZ"]
    write_blocks(archive, "train.csv", rows, train)
    write_blocks(archive, "scalar_coupling_contributions.csv", rows, contributions)
    write_blocks(archive, "magnetic_shielding_tensors.csv", len(names) * ATOMS, atoms(tensors))
    write_blocks(archive, "mulliken_charges.csv", len(names) * ATOMS, atoms(["mulliken_charge"]))
    write_blocks(archive, "structures.csv", len(names) * ATOMS, atoms(["x", "y", "z"]))
    for table, columns in (("dipole_moments", ["X", "Y", "Z"]), ("potential_energy", ["potential_energy"])):
        rows_of_table = pd.DataFrame({"molecule_name": names, **floats(columns, len(names))})
        write_table(archive, f"{table}.csv", rows_of_table)
    for name in names:
        archive.writestr(f"structures/{name}.xyz", "5\n\nC 0.0 1.0 2.0\n" * 4)


def prepare(raw, public, private):
    pairs = pd.read_csv(raw / "train.csv")
    groups = pairs.groupby("molecule_name")
    train, test = train_test_split(list(groups.groups), test_size=0.1, random_state=0)
    places = groups.indices
    train_pairs, test_pairs = (pairs.iloc[np.concatenate([places[name] for name in part])] for part in (train, test))
    train_pairs.to_csv(public / "train.csv", index=False)
    test_pairs.drop(columns="scalar_coupling_constant").to_csv(public / "test.csv", index=False)
    test_pairs.to_csv(private / "answers.csv", index=False)
    sample = test_pairs[["id"]].assign(scalar_coupling_constant=0)
    sample.to_csv(public / "sample_submission.csv", index=False)
    for table in [*COMPUTED, "scalar_coupling_contributions", "structures"]:
        atoms = pd.read_csv(raw / f"{table}.csv")
        atoms[atoms["molecule_name"].isin(train)].to_csv(public / f"{table}.csv", index=False)
    (public / "structures").mkdir()
    for name in train:
        shutil.copy(raw / "structures" / f"{name}.xyz", public / "structures")

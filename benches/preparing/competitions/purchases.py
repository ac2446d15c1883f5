"""Purchases by day; those of the last days are test."""

import datetime

import numpy as np
import pandas as pd

from preparing.tables import write_blocks, write_table

DAYS = 730
CUSTOMERS = 100_000


def make(archive, rows, rng):
    customers = np.array([rng.bytes(32).hex() for _ in range(CUSTOMERS)], dtype=object)
    first_day = datetime.date(2018, 9, 20)
    days = np.array([str(first_day + datetime.timedelta(days=day)) for day in range(DAYS)], dtype=object)

    def block(first, count):
        return pd.DataFrame(
            {
                "t_dat": days[np.arange(first, first + count) * DAYS // rows],
                "customer_id": customers[rng.integers(0, CUSTOMERS, count)],
                "article_id": [f"0{number}" for number in rng.integers(108_775_015, 956_217_002, count)],
                "price": np.round(rng.gamma(2, 0.014, count), 14),
                "sales_channel_id": rng.integers(1, 3, count),
            }
        )

    write_blocks(archive, "transactions_train.csv", rows, block)
    write_table(archive, "customers.csv", pd.DataFrame({"customer_id": customers, "age": 30}))
    write_table(archive, "articles.csv", pd.DataFrame({"article_id": ["0108775015"], "prod_name": ["Strap top"]}))
    write_table(archive, "sample_submission.csv", pd.DataFrame({"customer_id": customers, "prediction": "0706016001"}))
    archive.writestr("images/010/0108775015.jpg", rng.bytes(10_000))


def prepare(raw, public, private):
    purchases = pd.read_csv(raw / "transactions_train.csv")
    newest = pd.to_datetime(purchases["t_dat"]).max()
    is_test = pd.to_datetime(purchases["t_dat"]) >= newest - pd.Timedelta(days=7)
    train, test = purchases[~is_test], purchases[is_test]
    bought = test.groupby("customer_id")["article_id"].apply(lambda articles: " ".join(map(str, articles)))
    bought.rename("prediction").reset_index().to_csv(private / "answers.csv", index=False)
    train.to_csv(public / "transactions_train.csv", index=False)
    for path in ["articles.csv", "customers.csv", "sample_submission.csv", "images/010/0108775015.jpg"]:
        (public / path).parent.mkdir(parents=True, exist_ok=True)
        (public / path).write_bytes((raw / path).read_bytes())

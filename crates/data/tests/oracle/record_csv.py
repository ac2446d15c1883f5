"""Records how pandas reads and writes made-up CSV texts, as golden/csv.json.

Run with Python 3.11 and pandas 2.3.3 (a count and a seed make another, larger set elsewhere):
    python crates/data/tests/oracle/record_csv.py [OUT COUNT SEED]
"""
import io
import json
import pathlib
import platform
import random
import sys
import warnings

import numpy as np
import pandas as pd

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"
NA = ["", "NA", "N/A", "n/a", "nan", "NaN", "null", "NULL", "None", "<NA>", "#NA", "#N/A", "#N/A N/A", "-nan", "-NaN", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN"]
NOT_NA = ["na", "none", "Null", "NAN", " NA", "nan ", "NIL"]
INTS = ["0", "1", "-1", "+5", "007", " 3", "4 ", "\t6", "12345678901", "9223372036854775807", "-9223372036854775808"]
BIG = ["9223372036854775808", "18446744073709551615", "+9223372036854775809"]
TOO_BIG = ["18446744073709551616", "-9223372036854775809", "99999999999999999999.5", "123456789012345678901234567890"]
FLOATS = ["0.5", ".5", "5.", "1e3", "1E-05", "+1.5e+2", " 2.5 ", "inf", "-Inf", "INFINITY", "+infinity", "1e-400", "-1e400", "0.1", "3.141592653589793238", "1e22", "1e16", "123456789.123456789", "-0.0", "5e-324", "0.30000000000000004", "37.904611315634504", "00000000000000000001.5", "-86.48107806249548", "1e-310", "179769313486231570000e289"]
NO_FLOATS = ["1e400", " inf", "1e", "1e+", ".", "-", "+", "e5", "0x10", "1_000", "1,5", "50%", "1.2.3", "--1", "1 2"]
BOOLS = ["True", "False", "TRUE", "FALSE", "true", "false"]
NO_BOOLS = ["tRUE", "T", "yes", " True", "True "]
TEXTS = ["a", "b c", " x", "ü", "日本", "\u00a0", "a\"b", "\"\"", "x\0y", "'", "é,", "l1\nl2", "l1\r\nl2", "l1\rl2", "\t", " "]


def kind_of(series):
    if series.dtype == object:
        known = [value for value in series if not (isinstance(value, float) and np.isnan(value))]
        return "bools" if known and all(isinstance(value, bool) for value in known) else "text"
    return {"int64": "int", "uint64": "uint", "float64": "float", "bool": "bool"}[str(series.dtype)]


def cell(value):
    if isinstance(value, (float, np.floating)):
        return None if np.isnan(value) else repr(float(value))
    return str(value)


def read(data, options):
    arguments = {"float_precision": None if options.get("fast") else "round_trip", "sep": options.get("sep", ",")}
    if options.get("all_text"):
        arguments["dtype"] = str
    if options.get("text_columns"):
        arguments["dtype"] = {name: str for name in options["text_columns"]}
    if options.get("keep_words"):
        arguments["na_filter"] = False
    return pd.read_csv(io.BytesIO(data), **arguments)


def case(data, **options):
    result = {"bytes": data.decode("latin-1"), "options": options}
    try:
        frame = read(data, options)
    except pd.errors.EmptyDataError:
        return result | {"columns": []}
    except (pd.errors.ParserError, UnicodeDecodeError) as error:
        return result | {"error": type(error).__name__}
    frame = frame.reset_index(drop=True)
    columns = [[str(name), kind_of(frame[name]), [cell(value) for value in frame[name]]] for name in frame.columns]
    sep = options.get("sep", ",")
    return result | {
        "columns": columns,
        "csv": frame.to_csv(index=False, sep=sep),
        "csv_nonnumeric": frame.to_csv(index=False, sep=sep, quoting=2),
        "csv_10g": frame.to_csv(index=False, sep=sep, float_format="%.10g"),
    }


def field(rng, text, sep):
    needs = any(character in text for character in [sep, '"', "\n", "\r"])
    style = rng.random()
    if needs and style < 0.97 or style < 0.1:
        return '"' + text.replace('"', '""') + '"' + rng.choice([""] * 12 + ["z", ' "', " "])
    return text


def random_text(rng):
    sep = rng.choice([",", ",", ",", "\t"])
    width = rng.randint(1, 4)
    pools = [INTS, INTS + NA, FLOATS, FLOATS + INTS, FLOATS + NA, BOOLS, BOOLS + NA[:4], TEXTS, TEXTS + NA + NOT_NA, INTS + BIG, BIG, INTS + BIG + FLOATS, INTS + TOO_BIG, TOO_BIG + FLOATS, BIG + NA[:2], FLOATS + NO_FLOATS, BOOLS + NO_BOOLS, BOOLS + INTS, NA, INTS + TEXTS]
    chosen = [rng.choice(pools) for _ in range(width)]
    chosen = [rng.sample(pool, min(len(pool), rng.choice([1, 2, 3, 50]))) for pool in chosen]
    names = [rng.choice(["a", "b", "a", "c", "", "a.1", "Unnamed: 0", " d", "ü", '"q"']) for _ in range(width)]
    end = rng.choice(["\n", "\n", "\n", "\r\n", "\r"])
    lines = [sep.join(field(rng, name, sep) for name in names)]
    extra = rng.choice([0] * 8 + [1, 2])
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8])):
        fields = [field(rng, rng.choice(pool), sep) for pool in [TEXTS] * extra + chosen]
        if rng.random() < 0.05:
            fields = fields[: rng.randint(1, len(fields))]
        if rng.random() < 0.02:
            fields.append("x")
        lines.append(sep.join(fields))
        if rng.random() < 0.06 and end != "\r":  # pandas' parser loses its place after a blank line that ends in CR
            lines.append(rng.choice(["", " ", "\t", " \t "]))
    text = end.join(lines) + rng.choice([end, end, ""])
    if end == "\r" and any(line[:1] in (" ", "\t") for line in text.split("\r")):
        text = text.replace("\r", "\n")  # pandas' parser loses its place there
    text = rng.choice([""] * 9 + ["\ufeff"]) + rng.choice([""] * 9 + ["\n", "\r\n"]) + text
    data = text.encode()
    if rng.random() < 0.01:
        data = data.replace(b"a", b"\xff", 1)
    options = {} if sep == "," else {"sep": sep}
    roll = rng.random()
    if roll < 0.15:
        options["fast"] = True
    elif roll < 0.2:
        options["all_text"] = True
    elif roll < 0.25 and "a" in names:
        options["text_columns"] = ["a"]
    elif roll < 0.3:
        options["keep_words"] = True
    return data, options


def by_hand():
    yield from [b"", b"\n\r\n", b"  ", b"a,b", b"a,b\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\"a\",b\n1,2\n", b",\n1,2\n"]
    yield from [b"a,b\n,\n", b"a,b\n1,2\n3,4,5\n", b"a,b\n1,2,3\n4,5\n", b"a\n\"x\n", b"a,b\n1,2,\n3,4,\n", b"a\n\xff\n"]
    yield from [b"a\n1\n\n2\n", b"a,b\r1,2\r,3\r", b"a,a,,a.1,,a\n1,2,3,4,5,6\n", b"a,b\nx\0y,\0\n", b"a\n\"\"\n1\n"]
    for words in (NA, NOT_NA):
        yield ("x,t\n" + "".join(f"{word},1\n" for word in words)).encode()


def main():
    warnings.simplefilter("ignore")
    out, count, seed = GOLDEN / "csv.json", 600, 1
    if len(sys.argv) > 1:
        out, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    cases = [case(data) for data in by_hand()]
    cases += [case(data, **options) for data, options in (random_text(rng) for _ in range(count))]
    source = f"Python {platform.python_version()}, pandas {pd.__version__}"
    text = json.dumps({"source": source, "cases": cases}, separators=(",", ":"), ensure_ascii=False)
    out.write_text(text + "\n", encoding="utf-8", newline="")


main()

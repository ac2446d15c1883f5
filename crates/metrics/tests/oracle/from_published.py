"""Turns grading vectors of the published graders into inputs of metrics.

Usage: from_published.py VECTORS OUT [--keep]

VECTORS holds one folder per competition with `answers.*`, `cases.json` and `submissions/`. Only cases
with a score are used: refusals are decided before a metric is reached. Files go to
OUT/<metric>.published.json; `--keep` limits them to the cases that the repository
holds.

Needs pandas 2.3.3; see make_golden.py.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd

SOURCE = "scores of the published graders, revision 783b15a, pandas 2.3.3, numpy 2.2.6, scikit-learn 1.9.1"


def plain(value):
    """A value as JSON can hold it; words for what it cannot say."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray, pd.Series)):
        return [plain(item) for item in value]
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        value = float(value)
        if math.isnan(value):
            return "nan"
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return value
    return value


def by_id(frame, key):
    return frame.sort_values(key, kind="stable").reset_index(drop=True)


def aligned(answers, submission, key):
    return by_id(answers, key), by_id(submission, key)


def words(cell, separator=None):
    return [] if not isinstance(cell, str) else cell.split(separator)


def one(metric, key, column, parameters=None, truth=None, convert=None):
    """A single predicted column, rows matched by sorting both sides by id."""

    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        t, x = a[truth or column], s[column]
        if convert:
            t, x = convert(t), convert(x)
        return metric, parameters, {"truth": t, "predicted": x}

    return make


def columns(metric, key, names, parameters=None):
    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        picked = names or [c for c in s.columns if c != key]
        t = [a[c].astype(float) for c in picked]
        x = [s[c].astype(float) for c in picked]
        return metric, parameters, {"truth": t, "predicted": x}

    return make


def classes(key, names=None):
    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        picked = names or [c for c in answers.columns if c != key]
        t = a[picked].to_numpy().argmax(axis=1)
        return "multi-class-log-loss", None, {"truth": t, "predicted": [s[c] for c in picked]}

    return make


def integers(column):
    return [int(value) for value in column]


def as_text(column):
    return [str(value) for value in column]


def label_sets(key, column):
    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        t, x = [words(c) for c in a[column]], [words(c) for c in s[column]]
        return "micro-f1", {"unknown-labels-free": True}, {"truth": t, "predicted": x}

    return make


def texts_jaccard(key, column, empty):
    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        read = lambda frame: ["" if isinstance(c, float) and math.isnan(c) else str(c) for c in frame[column]]
        return "mean-word-jaccard", {"empty-pair": empty}, {"truth": read(a), "predicted": read(s)}

    return make


def ai4code(answers, submission):
    a, s = aligned(answers, submission, "id")
    orders = lambda frame: [str(c).split() for c in frame["cell_order"]]
    return "kendall-tau", None, {"truth": orders(a), "predicted": orders(s)}


def champs(answers, submission):
    c = "scalar_coupling_constant"
    joined = answers.merge(submission[["id", c]], on="id", suffixes=("_t", "_p"))
    values = {"truth": joined[c + "_t"], "predicted": joined[c + "_p"], "groups": joined["type"]}
    return "group-log-mae", {"floor": 0.0}, values


def spearman(answers, submission):
    names = [c for c in answers.columns if c != "qa_id"]
    submission = submission.copy()
    for name in names:
        if submission[name].dtype == object:
            # The published grader ranks text alphabetically.
            codes = {text: code for code, text in enumerate(sorted(submission[name].astype(str)))}
            missing = submission[name].isna()
            submission[name] = submission[name].astype(str).map(codes).where(~missing)
    return columns("mean-column-spearman", "qa_id", names)(answers, submission)


def h_and_m(answers, submission):
    a = by_id(answers, "customer_id")
    s = by_id(submission[submission["customer_id"].isin(set(a["customer_id"]))], "customer_id")
    t = [c.split(" ") for c in a["prediction"].astype(str)]
    x = [c.split(" ") for c in s["prediction"].astype(str)][: len(t)]
    return "map-at-k", {"k": 12}, {"truth": t, "predicted": x}


def map_at_5(key, column):
    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        t = [[c] for c in a[column].astype(str)]
        x = [c.split(" ") for c in s[column].astype(str)]
        return "map-at-k", {"k": 5}, {"truth": t, "predicted": x}

    return make


def lwlrap(answers, submission):
    names = list(answers.columns[1:])
    return columns("label-ranking-average-precision", "fname", names)(answers, submission)


def hms(answers, submission):
    names = ["seizure_vote", "lpd_vote", "gpd_vote", "lrda_vote", "grda_vote", "other_vote"]
    a, s = aligned(answers, submission, "eeg_id")
    clipped = [not pd.api.types.is_integer_dtype(s[c]) for c in names]
    values = {
        "truth": [a[c].astype(float) for c in names],
        "predicted": [s[c].astype(float) for c in names],
        "clipped": clipped,
    }
    return "kl-divergence", {"skip-missing": True}, values


def icecube(answers, submission):
    a, s = aligned(answers, submission, "event_id")
    both = lambda frame: [frame["azimuth"], frame["zenith"]]
    return "mean-angular-error", None, {"truth": both(a), "predicted": both(s)}


def inaturalist(answers, submission):
    a, s = aligned(answers, submission, "id")
    first = lambda c: int(c.split()[0]) if isinstance(c, str) else int(c)
    t, x = [first(c) for c in a["predicted"]], [first(c) for c in s["predicted"]]
    return "top-1-error", None, {"truth": t, "predicted": x}


def jigsaw_toxic(answers, submission):
    names = list(answers.columns[1:])
    kept = answers[answers[names].sum(axis=1) >= 0]
    a = by_id(kept, "id")
    s = by_id(submission[submission["id"].isin(set(kept["id"]))], "id")
    predicted = [c for c in submission.columns if c != "id"]
    t = [a[c] for c in names]
    return "mean-column-roc-auc", None, {"truth": t, "predicted": [s[c].astype(float) for c in predicted]}


def jigsaw_bias(answers, submission):
    identities = [
        "male", "female", "homosexual_gay_or_lesbian", "christian", "jewish", "muslim", "black",
        "white", "psychiatric_or_mental_illness",
    ]
    a, s = aligned(answers, submission, "id")
    values = {
        "truth": a["toxicity"] >= 0.5,
        "predicted": s["prediction" if "prediction" in s else "toxicity"].astype(float),
        "identities": [a[c].fillna(0) >= 0.5 for c in identities],
    }
    return "bias-auc", {"published-slips": True}, values


def triples(cell, size):
    tokens = [] if not isinstance(cell, str) else cell.split(" ")
    return [[g[0]] + [float(n) for n in g[1:]] for g in zip(*[iter(tokens)] * size)]


def kuzushiji(answers, submission):
    a, s = aligned(answers, submission, "image_id")
    t, x = [triples(c, 5) for c in a["labels"]], [triples(c, 3) for c in s["labels"]]
    return "point-f1", None, {"truth": t, "predicted": x}


def gesture(answers, submission):
    a, s = aligned(answers, submission, "Id")
    read = lambda frame: [[int(w) for w in str(c).split()] for c in frame["Sequence"]]
    return "normalised-levenshtein", None, {"truth": read(a), "predicted": read(s)}


def nomad(answers, submission):
    names = ["formation_energy_ev_natom", "bandgap_energy_ev"]
    values = {"truth": [answers[c] for c in names], "predicted": [submission[c].astype(float) for c in names]}
    return "mean-column-rmsle", None, values


def osic(answers, submission):
    measured = answers[answers["FVC"].notna()]
    last = measured.groupby("Patient", sort=False).tail(3)
    a = by_id(last, "Patient_Week")
    # The unstable sort of the published grader swaps the two rows of a week measured twice.
    s = submission[submission["Patient_Week"].isin(set(a["Patient_Week"]))]
    s = s.sort_values("Patient_Week").reset_index(drop=True)
    if len(s) != len(a):
        # Rows that are missing drop out of the mean.
        a = a[a["Patient_Week"].isin(set(s["Patient_Week"]))]
    values = {
        "truth": a["FVC"],
        "predicted": s["FVC"].astype(float),
        "confidence": s["Confidence"].astype(float).fillna(0),
    }
    return "laplace-log-likelihood", None, values


def volcano(answers, submission):
    joined = answers.merge(submission, on="segment_id", suffixes=("_t", "_p"))
    c = "time_to_eruption"
    values = {"truth": joined[c + "_t"].astype(float), "predicted": joined[c + "_p"].astype(float)}
    return "mae", "rounded", values


def rsna_spine(answers, submission):
    a, s = aligned(answers, submission, "row_id")
    values = {
        "truth": a["fractured"],
        "predicted": s["fractured"].astype(float),
        "weights": [7.0 if kind == "patient_overall" else 1.0 for kind in a["prediction_type"]],
        "groups": a["StudyInstanceUID"],
    }
    return "weighted-log-loss", None, values


def smartphone(answers, submission):
    a, s = [frame.sort_values("tripId", kind="stable") for frame in (answers, submission)]
    both = lambda frame: [frame["LatitudeDegrees"].astype(float), frame["LongitudeDegrees"].astype(float)]
    values = {"truth": both(a), "predicted": both(s), "groups": a["tripId"]}
    return "haversine-percentiles", None, values


def covid(answers, submission):
    a, s = aligned(answers, submission, "id_seqpos")
    keep = a["keep"].to_numpy()
    # The published grader picks submission rows by their line in the file, not by id.
    lines = submission.assign(line=range(len(submission)))
    lines = by_id(lines, "id_seqpos")["line"].to_numpy()
    chosen = np.isin(lines, np.flatnonzero(answers["keep"].to_numpy()))
    names = ["reactivity", "deg_Mg_pH10", "deg_Mg_50C"]
    values = {
        "truth": [a.loc[keep, c] for c in names],
        "predicted": [pd.to_numeric(s.loc[chosen, c], errors="coerce") for c in names],
    }
    return "mean-column-rmse", None, values


def ventilator(answers, submission):
    a, s = aligned(answers, submission, "id")
    keep = a["u_out"] == 0
    values = {"truth": a.loc[keep, "pressure"], "predicted": pd.to_numeric(s.loc[keep, "pressure"])}
    return "mae", None, values


def mask_texts(column):
    return ["" if not isinstance(c, str) or c == "-" else c for c in column]


def masks(metric, key, column, size, parameters=None, truth=None):
    def make(answers, submission):
        a, s = aligned(answers, submission, key)
        x = [str(c) if isinstance(c, (int, np.integer)) else c for c in s[column]]
        values = {
            "truth": mask_texts(a[truth or column]),
            "predicted": mask_texts(x),
            "pixels": size if isinstance(size, int) else [int(n) for n in a[size[0]] * a[size[1]]],
        }
        return metric, parameters, values

    return make


def uw_madison(answers, submission):
    n = min(len(answers), len(submission))
    sizes = [(int(h), int(w)) for h, w in zip(answers["image_height"], answers["image_width"])]

    def volumes(frame):
        frame = frame.assign(row=range(len(frame)), day=frame["id"].str.split("_slice").str[0])
        found = []
        for _, day in sorted(frame.groupby("day"), key=lambda group: group[0]):
            groups = sorted(day.groupby("id"), key=lambda group: group[0])
            height, width = sizes[day["row"].iloc[0]]
            slices = [mask_texts(rows["predicted"]) for _, rows in groups]
            found.append({"height": height, "width": width, "slices": slices})
        return found

    t, x = volumes(answers), volumes(submission.iloc[:n])
    days = min(len(t), len(x))
    values = {
        "truth": mask_texts(answers["predicted"][:n]),
        "predicted": mask_texts(submission["predicted"][:n]),
        "pixels": [h * w for h, w in sizes[:n]],
        "true_volumes": t[:days],
        "predicted_volumes": x[:days],
    }
    return "dice-hausdorff", None, values


def lyft(answers, submission):
    a, s = aligned(answers, submission, "Id")

    def boxes(cell):
        tokens = [] if not isinstance(cell, str) else cell.split()
        groups = zip(*[iter(tokens)] * 9)
        return [[g[8], *[float(n) for n in g[:8]]] for g in groups]

    values = {
        "truth": [boxes(c) for c in a["PredictionString"]],
        "predicted": [boxes(c) for c in s["PredictionString"]],
    }
    return "box-3d-average-precision", {"precision": "area"}, values


def siim(answers, submission):
    a, s = aligned(answers, submission, "id")
    known = {}

    def boxes(frame):
        found = []
        for image, cell in enumerate(frame["PredictionString"]):
            for g in zip(*[iter(cell.split())] * 6):
                found.append([image, known.setdefault(g[0], len(known)), *[float(n) for n in g[1:]]])
        return found

    t = [[g[0], g[1], *g[3:]] for g in boxes(a)]
    values = {"images": len(a), "truth": t, "predicted": boxes(s)}
    return "box-average-precision", {"curve": "padded-steps"}, values


def vinbigdata(answers, submission):
    images = {image: place for place, image in enumerate(dict.fromkeys(answers["image_id"]))}
    corners = ["x_min", "y_min", "x_max", "y_max"]
    t = [
        [images[row["image_id"]], row["class_id"], *[row[c] for c in corners]]
        for _, row in answers.iterrows()
    ]
    x = []
    for image, cell in zip(submission["image_id"], submission["PredictionString"]):
        for g in zip(*[iter(cell.split(" "))] * 6):
            n = [float(v) for v in g]
            x.append([images[image], int(n[0]), *n[1:]])
    values = {"images": len(images), "truth": t, "predicted": x}
    return "coco-average-precision", {"overlap": 0.4, "published-slips": True}, values


def questions(answers, submission):
    right = {}
    for row in answers:
        note = row["annotations"][0]
        span = lambda part: f"{part['start_token']}:{part['end_token']}"
        long = note["long_answer"]
        right[row["example_id"] + "_long"] = [] if long["start_token"] == -1 else [span(long)]
        short = [span(part) for part in note["short_answers"]]
        if note["yes_no_answer"] in ("YES", "NO"):
            short.append(note["yes_no_answer"])
        right[row["example_id"] + "_short"] = short

    def read(cell):
        if not isinstance(cell, str) or not cell.strip():
            return None
        if cell.count(":") == 1:
            return ":".join(str(int(part)) for part in cell.split(":"))
        return cell

    s = dict(zip(submission["example_id"], submission["PredictionString"]))
    keys = sorted(right)
    values = {"truth": [right[k] for k in keys], "predicted": [read(s[k]) for k in keys]}
    return "answer-accuracy", None, values


def auc(key, column):
    return one("roc-auc", key, column, convert=lambda c: [float(v) for v in c])


def accuracy(key, column):
    return one("accuracy", key, column, convert=integers)


def text_accuracy(key, column):
    return one("accuracy", key, column, convert=as_text)


SPECIES = ["healthy", "multiple_diseases", "rust", "scab"]
CATHETERS = [
    "ETT - Abnormal", "ETT - Borderline", "ETT - Normal", "NGT - Abnormal", "NGT - Borderline",
    "NGT - Incompletely Imaged", "NGT - Normal", "CVC - Abnormal", "CVC - Borderline",
]
RANK = {"weights": "rank"}

COMPETITIONS = {
    "3d-object-detection-for-autonomous-vehicles": lyft,
    "AI4Code": ai4code,
    "aerial-cactus-identification": auc("id", "has_cactus"),
    "alaska2-image-steganalysis": one("weighted-auc", "Id", "Label"),
    "aptos2019-blindness-detection": one("quadratic-weighted-kappa", "id_code", "diagnosis", RANK, convert=integers),
    "billion-word-imputation": one("mean-levenshtein", "id", "sentence"),
    "bms-molecular-translation": one("mean-levenshtein", "image_id", "InChI", convert=as_text),
    "cassava-leaf-disease-classification": accuracy("image_id", "label"),
    "cdiscount-image-classification-challenge": accuracy("_id", "category_id"),
    "chaii-hindi-and-tamil-question-answering": texts_jaccard("id", "PredictionString", "zero"),
    "champs-scalar-coupling": champs,
    "denoising-dirty-documents": one("rmse", "id", "value", convert=lambda c: c.astype(float)),
    "detecting-insults-in-social-commentary": auc("Comment", "Insult"),
    "dog-breed-identification": classes("id"),
    "dogs-vs-cats-redux-kernels-edition": one("log-loss", "id", "label", convert=lambda c: c.astype(float)),
    "facebook-recruiting-iii-keyword-extraction": label_sets("Id", "Tags"),
    "freesound-audio-tagging-2019": lwlrap,
    "google-quest-challenge": spearman,
    "google-research-identify-contrails-reduce-global-warming": masks(
        "global-dice", "record_id", "encoded_pixels", ("height", "width")
    ),
    "h-and-m-personalized-fashion-recommendations": h_and_m,
    "herbarium-2020-fgvc7": one("macro-f1", "Id", "Predicted", convert=integers),
    "herbarium-2021-fgvc8": one("macro-f1", "Id", "Predicted", convert=integers),
    "herbarium-2022-fgvc9": one("macro-f1", "Id", "Predicted", convert=integers),
    "histopathologic-cancer-detection": auc("id", "label"),
    "hms-harmful-brain-activity-classification": hms,
    "hotel-id-2021-fgvc8": map_at_5("image", "hotel_id"),
    "hubmap-kidney-segmentation": masks(
        "mean-dice", "id", "predicted", ("width_pixels", "height_pixels"), truth="encoding"
    ),
    "icecube-neutrinos-in-deep-ice": icecube,
    "imet-2020-fgvc7": label_sets("id", "attribute_ids"),
    "inaturalist-2019-fgvc6": inaturalist,
    "invasive-species-monitoring": auc("name", "invasive"),
    "iwildcam-2019-fgvc6": one("macro-f1", "Id", "Category", convert=integers),
    "iwildcam-2020-fgvc7": accuracy("Id", "Category"),
    "jigsaw-toxic-comment-classification-challenge": jigsaw_toxic,
    "jigsaw-unintended-bias-in-toxicity-classification": jigsaw_bias,
    "kuzushiji-recognition": kuzushiji,
    "leaf-classification": classes("id"),
    "learning-agency-lab-automated-essay-scoring-2": one(
        "quadratic-weighted-kappa", "essay_id", "score", RANK, convert=integers
    ),
    "lmsys-chatbot-arena": classes("id", ["winner_model_a", "winner_model_b", "winner_tie"]),
    "ml2021spring-hw2": accuracy("Id", "ClassId"),
    "mlsp-2013-birds": auc("Id", "Probability"),
    "movie-review-sentiment-analysis-kernels-only": accuracy("PhraseId", "Sentiment"),
    "multi-modal-gesture-recognition": gesture,
    "new-york-city-taxi-fare-prediction": one("rmse", "key", "fare_amount"),
    "nfl-player-contact-detection": one("matthews-correlation", "contact_id", "contact", convert=integers),
    "nomad2018-predict-transparent-conductors": nomad,
    "osic-pulmonary-fibrosis-progression": osic,
    "paddy-disease-classification": text_accuracy("image_id", "label"),
    "petfinder-pawpularity-score": one("rmse", "Id", "Pawpularity"),
    "plant-pathology-2020-fgvc7": columns("mean-column-roc-auc", "image_id", SPECIES),
    "plant-pathology-2021-fgvc8": label_sets("image", "labels"),
    "plant-seedlings-classification": text_accuracy("file", "species"),
    "playground-series-s3e18": columns("mean-column-roc-auc", "id", ["EC1", "EC2"]),
    "predict-volcanic-eruptions-ingv-oe": volcano,
    "random-acts-of-pizza": auc("request_id", "requester_received_pizza"),
    "ranzcr-clip-catheter-line-classification": columns("mean-column-roc-auc", "StudyInstanceUID", CATHETERS),
    "rsna-2022-cervical-spine-fracture-detection": rsna_spine,
    "rsna-breast-cancer-detection": one(
        "probabilistic-f1", "prediction_id", "cancer", {"published-slips": True}, convert=lambda c: c.astype(float)
    ),
    "rsna-miccai-brain-tumor-radiogenomic-classification": auc("BraTS21ID", "MGMT_value"),
    "seti-breakthrough-listen": auc("id", "target"),
    "siim-covid19-detection": siim,
    "siim-isic-melanoma-classification": auc("image_name", "target"),
    "smartphone-decimeter-2022": smartphone,
    "spaceship-titanic": accuracy("PassengerId", "Transported"),
    "spooky-author-identification": classes("id"),
    "stanford-covid-vaccine": covid,
    "statoil-iceberg-classifier-challenge": one("log-loss", "id", "is_iceberg", convert=lambda c: c.astype(float)),
    "tabular-playground-series-dec-2021": accuracy("Id", "Cover_Type"),
    "tabular-playground-series-may-2022": auc("id", "target"),
    "tensorflow-speech-recognition-challenge": text_accuracy("fname", "label"),
    "tensorflow2-question-answering": questions,
    "text-normalization-challenge-english-language": text_accuracy("id", "after"),
    "text-normalization-challenge-russian-language": text_accuracy("id", "after"),
    "tgs-salt-identification-challenge": masks(
        "mean-mask-precision", "id", "rle_mask", 101 * 101, {"empty-is-full": True}
    ),
    "the-icml-2013-whale-challenge-right-whale-redux": auc("clip", "probability"),
    "tweet-sentiment-extraction": texts_jaccard("textID", "selected_text", "undefined"),
    "us-patent-phrase-to-phrase-matching": one("pearson", "id", "score", convert=lambda c: c.astype(float)),
    "uw-madison-gi-tract-image-segmentation": uw_madison,
    "ventilator-pressure-prediction": ventilator,
    "vesuvius-challenge-ink-detection": masks("mean-f-beta", "Id", "Predicted", ("height", "width"), {"beta": 0.5}),
    "vinbigdata-chest-xray-abnormalities-detection": vinbigdata,
    "whale-categorization-playground": map_at_5("Image", "Id"),
}


# Cases that show a slip of a published grader, by metric.
KEPT = {
    "bias-auc": ["noisy1", "ties"],
    "box-3d-average-precision": ["confidence_order", "equal_confidence", "quarter_turn", "foreign_class"],
    "box-average-precision": ["second_best_match", "iou_exactly_half", "ties", "negative_confidence"],
    "coco-average-precision": [
        "gold", "repeated_box_in_first_row", "inverted_box", "nan_confidence", "boxes_beside",
    ],
    "dice-hausdorff": ["noisy1", "all_full", "invented_ids"],
    "kl-divergence": ["noisy1", "sample"],
    "laplace-log-likelihood": ["noisy1", "inf_prediction", "inf_confidence", "negative_confidence"],
    "mean-mask-precision": ["empty_for_full_image", "overlap_55_of_100", "noisy1"],
    "weighted-log-loss": ["hard_labels"],
}


def read_csv(path):
    return pd.read_csv(path, float_precision="round_trip")


def read(path):
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    return read_csv(path)


def make_case(competition, answers, case, folder):
    submission = read_csv(folder / case["submission"])
    metric, parameters, values = COMPETITIONS[competition](answers, submission)
    expected = case["raw_score"]
    if parameters == "rounded":
        # The published grader rounds this score to a whole number, so the mean itself is not recorded.
        return None
    # A mean over something that is not a number is an error here.
    expected = "error" if expected == "nan" else expected
    made = {"name": f"{competition} {case['name']}", "input": plain(values), "expected": plain(expected)}
    if parameters:
        made["parameters"] = parameters
    return metric, made


def main():
    vectors, out = Path(sys.argv[1]), Path(sys.argv[2])
    keep = KEPT if sys.argv[3:] == ["--keep"] else None
    out.mkdir(parents=True, exist_ok=True)
    found = {}
    for competition in sorted(COMPETITIONS):
        folder = vectors / competition
        cases = json.loads((folder / "cases.json").read_text())
        answers = read(folder / cases["answers"])
        for case in cases["cases"]:
            if not case["valid"]:
                continue
            try:
                made = make_case(competition, answers, case, folder)
            except Exception as error:  # noqa: BLE001 - reported, not hidden
                print(f"{competition} {case['name']}: {error!r}", file=sys.stderr)
                continue
            if made:
                found.setdefault(made[0], []).append(made[1])
    for metric, cases in sorted(found.items()):
        if keep is not None:
            if metric not in keep:
                continue
            cases = [case for case in cases if case["name"].split()[1] in keep[metric]]
        content = {"source": SOURCE, "tolerance": 1e-9, "cases": cases}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        text = text.replace('{"name":', '\n{"name":') + "\n"
        (out / f"{metric}.published.json").write_text(text)
        print(metric, len(cases), len(text))


if __name__ == "__main__":
    main()

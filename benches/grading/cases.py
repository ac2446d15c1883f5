"""The texture of each competition's made-up data: kind of ids, classes, lengths, columns beside."""

import csv
import tomllib
from pathlib import Path

from grading.case import Case

HERE = Path(__file__).resolve().parent
COMPETITIONS = HERE.parent.parent / "competitions"
GESTURES = {"texts": "gestures", "ids": "{:04d}"}
FLOATS = {f"f_{i:02d}": "float:6" for i in range(15)}

CASES = {
    "3d-object-detection-for-autonomous-vehicles": ("boxes3d", {"boxes": 28}),
    "AI4Code": ("orders", {}),
    "aerial-cactus-identification": ("probabilities", {"ids": "hex32.jpg", "positives": 0.75}),
    "alaska2-image-steganalysis": ("probabilities", {"ids": "{:05d}.jpg"}),
    "aptos2019-blindness-detection": ("labels", {"ids": "hex12", "classes": 5}),
    "billion-word-imputation": ("edits", {"texts": "sentences", "ids": "count:0"}),
    "bms-molecular-translation": ("edits", {"texts": "molecules", "ids": "hex12"}),
    "cassava-leaf-disease-classification": ("labels", {"ids": "{:09d}.jpg", "classes": 5}),
    "cdiscount-image-classification-challenge": (
        "labels",
        {"ids": "count:1", "classes": 5_270, "first": 1_000_000_000},
    ),
    "chaii-hindi-and-tamil-question-answering": ("words", {"ids": "hex9", "words": 2, "script": "tamil"}),
    "champs-scalar-coupling": ("couplings", {}),
    "denoising-dirty-documents": ("pixels", {}),
    "detecting-insults-in-social-commentary": ("insults", {}),
    "dog-breed-identification": ("tables_of_scores", {"ids": "hex32", "truth": "one-hot"}),
    "dogs-vs-cats-redux-kernels-edition": ("probabilities", {"ids": "count:1"}),
    "facebook-recruiting-iii-keyword-extraction": (
        "tags",
        {"ids": "count:1", "words": 42_000, "mean": 2.9, "extras": {"Title": "text:9", "Body": "text:180"}},
    ),
    "freesound-audio-tagging-2019": ("tables_of_scores", {"ids": "hex8.wav", "truth": "flags", "positives": 0.018}),
    "google-quest-challenge": ("tables_of_scores", {"ids": "count:0", "truth": "ratings"}),
    "google-research-identify-contrails-reduce-global-warming": (
        "masks",
        {
            "ids": "numbers:18",
            "size": [256, 256],
            "filled": 0.45,
            "blobs": [4, 6],
            "moved": 2,
            "empty": "-",
            "sizes": ["height", "width"],
        },
    ),
    "h-and-m-personalized-fashion-recommendations": (
        "rankings",
        {"ids": "hex64", "items": [9, 40_000], "truths": 3.3, "asked": 1_371_980},
    ),
    "herbarium-2020-fgvc7": ("labels", {"ids": "count:0", "classes": 32_093, "flatness": 200}),
    "herbarium-2021-fgvc8": ("labels", {"ids": "count:0", "classes": 64_500, "flatness": 200}),
    "herbarium-2022-fgvc9": ("labels", {"ids": "count:0", "classes": 15_501, "flatness": 2_000}),
    "histopathologic-cancer-detection": ("probabilities", {"ids": "hex40", "positives": 0.4}),
    "hms-harmful-brain-activity-classification": ("votes", {"file-order": True}),
    "hotel-id-2021-fgvc8": (
        "rankings",
        {
            "ids": "hex16.jpg",
            "items": [5, 7_770],
            "truths": 1,
            "extras": {"chain": "int:88", "timestamp": "one-of:2020-07-19 04:56:00|2020-12-15 08:12:00"},
        },
    ),
    "hubmap-kidney-segmentation": ("kidneys", {"sizes": [[31_278, 25_794], [26_780, 26_840], [38_160, 39_000]]}),
    "icecube-neutrinos-in-deep-ice": ("directions", {}),
    "imet-2020-fgvc7": ("tags", {"ids": "hex32", "numbers": 3_474, "mean": 3.1}),
    "inaturalist-2019-fgvc6": ("labels", {"ids": "count:0", "classes": 1_010, "flatness": 100}),
    "invasive-species-monitoring": ("probabilities", {"ids": "count:1", "positives": 0.63}),
    "iwildcam-2019-fgvc6": ("labels", {"ids": "uuid", "classes": 14, "flatness": 0.3}),
    "iwildcam-2020-fgvc7": ("labels", {"ids": "uuid", "classes": 570, "flatness": 3}),
    "jigsaw-toxic-comment-classification-challenge": (
        "tables_of_scores",
        {"ids": "hex16", "truth": "flags", "positives": 0.04, "unscored": 0.582},
    ),
    "jigsaw-unintended-bias-in-toxicity-classification": ("bias", {}),
    "kuzushiji-recognition": ("points", {}),
    "leaf-classification": ("tables_of_scores", {"ids": "count:1", "truth": "one-hot"}),
    "learning-agency-lab-automated-essay-scoring-2": (
        "labels",
        {"ids": "hex7", "classes": 6, "first": 1, "extras": {"full_text": "text:370"}},
    ),
    "lmsys-chatbot-arena": (
        "tables_of_scores",
        {
            "ids": "numbers:10",
            "truth": "one-hot",
            "extras": {
                "model_a": "one-of:bravo-13b|delta-7b|kilo-70b",
                "model_b": "one-of:bravo-13b|delta-7b|kilo-70b",
                "prompt": "text:60",
                "response_a": "text:220",
                "response_b": "text:220",
            },
        },
    ),
    "ml2021spring-hw2": ("labels", {"ids": "count:0", "classes": 39}),
    "mlsp-2013-birds": ("probabilities", {"ids": "count:0", "positives": 0.07}),
    "movie-review-sentiment-analysis-kernels-only": (
        "labels",
        {"ids": "count:1", "classes": 5, "extras": {"SentenceId": "int:8544", "Phrase": "text:7"}},
    ),
    "multi-modal-gesture-recognition": ("edits", GESTURES),
    "new-york-city-taxi-fare-prediction": (
        "regression",
        {
            "ids": "2011-04-17 01:29:37.{:07d}",
            "range": [2.5, 60, 2],
            "extras": {
                "pickup_datetime": "one-of:2011-04-17 01:29:37 UTC|2010-12-15 12:52:59 UTC",
                **{f"{end}_{axis}": "float:6" for end in ("pickup", "dropoff") for axis in ("longitude", "latitude")},
                "passenger_count": "int:7",
            },
        },
    ),
    "nfl-player-contact-detection": (
        "labels",
        {
            "ids": "58896_000496_43_{:05d}_33192",
            "classes": 2,
            "weights": [0.986, 0.014],
            "right": 0.98,
            "extras": {
                "game_play": "one-of:58896_000496|58468_002406",
                "datetime": "one-of:2020-10-11T03:01:04.300Z|2020-10-11T03:01:06.000Z",
                "step": "int:120",
                "nfl_player_id_1": "int:55000",
                "nfl_player_id_2": "int:55000",
            },
        },
    ),
    "nomad2018-predict-transparent-conductors": (
        "regression",
        {
            "ids": "count:1",
            "range": [0.01, 5, 4],
            "file-order": True,
            "extras": {f"f{i}": "float:4" for i in range(11)},
        },
    ),
    "osic-pulmonary-fibrosis-progression": ("lungs", {"patients": 18}),
    "paddy-disease-classification": (
        "labels",
        {
            "ids": "{:06d}.jpg",
            "classes": [
                "normal",
                "blast",
                "hispa",
                "dead_heart",
                "tungro",
                "brown_spot",
                "downy_mildew",
                "bacterial_leaf_blight",
            ],
            "extras": {"age": "int:80", "variety": "one-of:ADT45|Ponni|KarnatakaPonni"},
        },
    ),
    "petfinder-pawpularity-score": (
        "regression",
        {"ids": "hex32", "range": [1, 100, 0], "extras": {f"flag {i}": "int:2" for i in range(12)}},
    ),
    "plant-pathology-2020-fgvc7": ("tables_of_scores", {"ids": "Test_{}", "truth": "flags", "positives": 0.25}),
    "plant-pathology-2021-fgvc8": (
        "tags",
        {
            "ids": "hex16.jpg",
            "labels": ["healthy", "scab", "frog_eye_leaf_spot", "rust", "complex", "powdery_mildew"],
            "mean": 1.1,
        },
    ),
    "plant-seedlings-classification": (
        "labels",
        {
            "ids": "hex9.png",
            "classes": ["Loose Silky-bent", "Common Chickweed", "Maize", "Cleavers", "Charlock", "Sugar beet"],
        },
    ),
    "playground-series-s3e18": (
        "tables_of_scores",
        {"ids": "count:0", "truth": "flags", "positives": 0.6, "extras": {f"f{i}": "float:4" for i in range(31)}},
    ),
    "predict-volcanic-eruptions-ingv-oe": (
        "regression",
        {"ids": "numbers:10", "range": [6_000, 49_000_000, 0], "whole": True},
    ),
    "random-acts-of-pizza": ("probabilities", {"ids": "t3_{:06d}", "positives": 0.25}),
    "ranzcr-clip-catheter-line-classification": (
        "tables_of_scores",
        {
            "ids": "1.2.826.0.1.3680043.8.498.{:038d}",
            "truth": "flags",
            "positives": 0.1,
            "extras": {
                "CVC - Normal": "int:2",
                "Swan Ganz Catheter Present": "int:2",
                "PatientID": "one-of:e99fb1dc8|4df43e2a2",
            },
        },
    ),
    "rsna-2022-cervical-spine-fracture-detection": ("fractures", {}),
    "rsna-breast-cancer-detection": ("probabilities", {"ids": "{}_L", "positives": 0.021}),
    "rsna-miccai-brain-tumor-radiogenomic-classification": ("probabilities", {"ids": "{:05d}"}),
    "seti-breakthrough-listen": ("probabilities", {"ids": "hex12", "positives": 0.1}),
    "siim-covid19-detection": ("opacities", {"studies": 606}),
    "siim-isic-melanoma-classification": ("probabilities", {"ids": "ISIC_{:07d}", "positives": 0.018}),
    "smartphone-decimeter-2022": ("tracks", {"file-order": True, "trips": 17}),
    "spaceship-titanic": (
        "labels",
        {
            "ids": "{:04d}_01",
            "classes": [True, False],
            "extras": {
                "HomePlanet": "one-of:Earth|Mars|Europa",
                "CryoSleep": "one-of:True|False",
                "Cabin": "one-of:G/1172/S|B/12/P",
                "Destination": "one-of:55 Cancri e|PSO J318.5-22",
                **{name: "float:1" for name in ("Age", "RoomService", "FoodCourt", "ShoppingMall", "Spa", "VRDeck")},
                "Name": "text:2",
            },
        },
    ),
    "spooky-author-identification": ("tables_of_scores", {"ids": "id{:05d}", "truth": "one-hot"}),
    "stanford-covid-vaccine": ("degradation", {"file-order": True}),
    "statoil-iceberg-classifier-challenge": ("probabilities", {"ids": "hex8", "positives": 0.47}),
    "tabular-playground-series-dec-2021": (
        "labels",
        {
            "ids": "count:0",
            "classes": 7,
            "first": 1,
            "extras": {**{f"f{i}": "int:4000" for i in range(10)}, **{f"soil{i}": "int:2" for i in range(44)}},
        },
    ),
    "tabular-playground-series-may-2022": (
        "probabilities",
        {
            "ids": "count:800000",
            "extras": {**FLOATS, **{f"n_{i:02d}": "int:15" for i in range(15)}, "f_27": "one-of:MHBHCEDNJD|IBBGLEBODH"},
        },
    ),
    "tensorflow-speech-recognition-challenge": (
        "labels",
        {
            "ids": "clip_{:08d}.wav",
            "classes": "yes no up down left right on off stop go bed cat dog bird happy zero one two".split(),
        },
    ),
    "tensorflow2-question-answering": ("questions", {"words": 8_500}),
    "text-normalization-challenge-english-language": ("tokens", {"words": 13.3, "alphabet": "latin"}),
    "text-normalization-challenge-russian-language": ("tokens", {"words": 13.9, "alphabet": "cyrillic"}),
    "tgs-salt-identification-challenge": (
        "masks",
        {"ids": "hex10", "size": [101, 101], "filled": 0.61, "blobs": [3, 20], "moved": 5, "empty": "", "sizes": []},
    ),
    "the-icml-2013-whale-challenge-right-whale-redux": (
        "probabilities",
        {"ids": "20090330_000037_069s916ms_Test{}.aif", "positives": 0.13},
    ),
    "tweet-sentiment-extraction": ("words", {"ids": "hex10", "words": 6, "context": True}),
    "us-patent-phrase-to-phrase-matching": (
        "regression",
        {
            "ids": "hex16",
            "range": [0, 1, 2],
            "extras": {"anchor": "text:2", "target": "text:3", "context": "one-of:C47|F38"},
        },
    ),
    "uw-madison-gi-tract-image-segmentation": ("stomachs", {"file-order": True}),
    "ventilator-pressure-prediction": (
        "regression",
        {
            "ids": "count:1",
            "range": [-1.9, 64.8, 9],
            "scored": "u_out",
            "extras": {
                "breath_id": "int:125749",
                "R": "int:50",
                "C": "int:50",
                "time_step": "float:9",
                "u_in": "float:9",
                "u_out": "int:2",
            },
        },
    ),
    "vesuvius-challenge-ink-detection": (
        "masks",
        {
            "ids": "a",
            "size": [7_606, 5_249],
            "order": "C",
            "filled": 1,
            "blobs": [300, 150],
            "moved": 30,
            "empty": "",
            "sizes": ["width", "height"],
        },
    ),
    "vinbigdata-chest-xray-abnormalities-detection": ("radiographs", {"images": 1_500}),
    "whale-categorization-playground": (
        "rankings",
        {"ids": "hex8.jpg", "items": [7, 4_251], "truths": 1, "prefix": "w_"},
    ),
}


def sizes() -> dict[str, int]:
    """Returns the number of answer rows of each competition."""
    with open(HERE / "sizes.csv", newline="") as file:
        return {row["id"]: int(row["rows"]) for row in csv.DictReader(file)}


def build(competition: str) -> Case:
    """Joins the facts of a competition with the texture of its made-up data."""
    family, shape = CASES[competition]
    facts = tomllib.loads((COMPETITIONS / competition / "competition.toml").read_text())
    submission = facts["submission"]
    return Case(
        id=competition,
        rows=sizes()[competition],
        answers=facts["files"]["answers"],
        id_columns=submission["id"],
        columns=[name for column in submission["columns"] for name in column["names"]],
        metric=facts["metric"]["name"],
        parameters=facts["metric"].get("parameters", {}),
        family=family,
        shape=shape,
    )

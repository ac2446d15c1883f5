//! Starting the folder of a new competition.

use crate::generate::root;

const SPEC: &str = r#"title = "TODO"
kind = "tabular"
splits = []

[files]
answers = "private/test.csv"
sample-submission = "public/sample_submission.csv"

[prepare]
table = "train.csv"
split = { share = { test = 0.1 } }
write = [
    { to = "public/train.csv", rows = "train" },
    { to = "public/test.csv", rows = "test", drop = ["target"] },
    { to = "private/test.csv", rows = "test" },
    { to = "public/sample_submission.csv", rows = "test", keep = ["id"], set = { target = 0.5 } },
]

[submission]
id = ["id"]
columns = [{ names = ["target"], kind = "probability" }]
example = ["1,0.5", "2,0.25"]

[metric]
name = "roc-auc"
direction = "higher"
"#;

const DESCRIPTION: &str = "# TODO\n\nWhat is to be predicted, from what, and why.\n\n## Data\n\nEvery public file, and every column with meaning, unit and range.\n";

/// Writes the skeleton; never over an existing folder.
pub(crate) fn run(slug: &str) -> Result<(), String> {
    let folder = root().join("competitions").join(slug);
    if folder.exists() {
        return Err(format!("`{}` exists", folder.display()));
    }
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text)
            .map_err(|error| format!("failed to write `{name}`: {error}"))
    };
    std::fs::create_dir_all(folder.join("golden")).map_err(|error| error.to_string())?;
    write("competition.toml", SPEC)?;
    write("description.md", DESCRIPTION)?;
    write("leaderboard.csv", "score\n1.0\n")
}

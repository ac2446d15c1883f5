//! What an agent is told: `/home/instructions.txt` and a variant that does not name the benchmark.

use crate::competition::Competition;

/// Returns the instructions of a competition.
///
/// The task itself stands in `description.md` beside the data; this text says what is expected,
/// where things are and which rules hold.
pub fn instructions(competition: &Competition) -> String {
    let opening = format!(
        "You take part in MLE-bench, which measures how well agents do machine-learning engineering.\n\
         Your task is the Kaggle competition \"{}\" (`{}`).\n",
        competition.spec.title, competition.id
    );
    format!("{opening}\n{BODY}")
}

/// Returns instructions that name neither the benchmark nor the competition, since agents may know
/// famous ones by heart.
pub fn obfuscated_instructions() -> String {
    format!("Your task is a machine-learning problem with a hidden test set.\n\n{BODY}")
}

const BODY: &str = "\
What to do
- Read `description.md` in the data folder (`/home/data`, or `$DATA_DIR`). It describes the problem, the
  files, the metric and the form of a submission.
- Work on your own; nobody answers questions. Train on the training data, predict the test data.
- Leave your predictions in `/home/submission/submission.csv` (`$SUBMISSION_DIR/submission.csv`). Only this
  file counts, as it stands when you end or your time is up. Leave an early version soon and improve it.
- Put your code into `/home/code` (`$CODE_DIR`) and your logs into `/home/logs` (`$LOGS_DIR`).

What you have
- The data folder is read-only. The three folders above and `/tmp` can be written.
- `$TIME_LIMIT_SECS` is your time in seconds from the start.
- `/home/validate_submission.sh FILE` says whether a file is acceptable, and which rule it breaks if not.
  It never tells a score. The same answers come from `POST $VALIDATION_URL/validate` (multipart field `file`).

Rules
- The submission must be made by what you did here, within the time.
- Do not look for the true labels of the test data, in whatever way; do not write predictions by hand.
- Do not copy solutions of others. Do not try to leave or change the machine you run on.
- A run that breaks a rule does not count.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_obfuscated_text_names_no_benchmark() {
        let text = obfuscated_instructions().to_lowercase();
        assert!(!text.contains("mle-bench") && !text.contains("kaggle"));
    }
}

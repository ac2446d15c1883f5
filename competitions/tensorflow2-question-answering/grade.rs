//! A row is right when it holds one of its right answers, or none where there is none.

use mlebench_core::grade::input::{Input, Problem};
use mlebench_core::submission::format::{self, Answer};
use mlebench_metrics::reference::MetricName;
use mlebench_metrics::{answer_accuracy, answer_f1};

pub(crate) fn grade(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let right = |text: &str, _: usize| {
        let answers = text.split(' ').map(format::answer);
        answers
            .filter_map(Result::transpose)
            .collect::<Result<Vec<Answer>, _>>()
    };
    let truth = input.read_truth(&pair, Vec::new, right)?;
    let predicted = input.read(&pair, || None, |text, _| format::answer(text))?;
    Ok(match input.spec.metric.name {
        MetricName::AnswerF1 => answer_f1(&truth, &predicted)?,
        _ => answer_accuracy(&truth, &predicted)?,
    })
}

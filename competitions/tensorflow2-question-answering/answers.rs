//! The answers are JSON lines, one object for each page; a submission has two rows for each.

use std::io::BufRead;

use mlebench_data::table::{Column, Table, TextColumn};
use serde::Deserialize;

/// One page, as far as grading needs it.
#[derive(Deserialize)]
struct Page {
    example_id: String,
    annotations: Vec<Annotation>,
}

#[derive(Deserialize)]
struct Annotation {
    long_answer: Span,
    short_answers: Vec<Span>,
    yes_no_answer: String,
}

#[derive(Deserialize)]
struct Span {
    start_token: i64,
    end_token: i64,
}

impl Span {
    fn text(&self) -> String {
        format!("{}:{}", self.start_token, self.end_token)
    }
}

/// Makes a table of `example_id` (`<page>_long`, `<page>_short`) and the right answers parted by
/// blanks, none where the question has no answer.
pub(crate) fn answers(text: &mut dyn BufRead) -> Result<Table, String> {
    let (mut ids, mut right) = (TextColumn::new(), TextColumn::new());
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = text.read_until(b'\n', &mut line);
        if length.map_err(|error| error.to_string())? == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let page: Page =
            serde_json::from_slice(&line).map_err(|error| format!("line {number}: {error}"))?;
        let [annotation, ..] = page.annotations.as_slice() else {
            return Err(format!("line {number}: the page has no annotation"));
        };
        let long = Some(&annotation.long_answer).filter(|span| span.start_token != -1);
        ids.push(&format!("{}_long", page.example_id));
        right.push(&long.map(Span::text).unwrap_or_default());
        let spans = annotation.short_answers.iter().map(Span::text);
        let word = Some(annotation.yes_no_answer.clone());
        let word = word.filter(|word| word == "YES" || word == "NO");
        let short: Vec<String> = spans.chain(word).collect();
        ids.push(&format!("{}_short", page.example_id));
        right.push(&short.join(" "));
    }
    Ok(Table::with_rows(ids.len())
        .with_column("example_id", Column::Text(ids))
        .with_column("PredictionString", Column::Text(right)))
}

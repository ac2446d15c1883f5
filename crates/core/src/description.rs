//! The text an agent reads: the task as written by hand, then the sections that schema and metric
//! know, generated so that they cannot contradict the grader.

use std::fmt::Write as _;

use crate::competition::Competition;
use crate::leaderboard::Direction;
use crate::spec::{
    ColumnGroup, ColumnKind, Compat, CompetitionSpec, OtherColumns, PartedBy, RowSum,
};

/// Renders the whole description.
pub(crate) fn render(competition: &Competition) -> String {
    let mut text = match &competition.description {
        Some(written) => written.trim_end().to_owned(),
        None => format!("# {}", competition.spec.title),
    };
    text.push_str("\n\n## Evaluation\n\n");
    text.push_str(&evaluation(competition));
    text.push_str("\n## Submission format\n\n");
    text.push_str(&format_section(&competition.spec));
    text
}

fn evaluation(competition: &Competition) -> String {
    let metric = &competition.spec.metric;
    let reference = metric.name.reference();
    let better = match metric.direction {
        Direction::Higher => "Higher is better.",
        Direction::Lower => "Lower is better.",
    };
    let mut text = String::new();
    let _ = writeln!(
        text,
        "Submissions are scored by `{}`: {}\n",
        reference.id, reference.summary
    );
    let _ = writeln!(text, "    {}\n", reference.formula);
    if !metric.parameters.is_empty() {
        let parameters = metric
            .parameters
            .iter()
            .map(|(key, value)| format!("`{key}` = {value}"));
        let _ = writeln!(
            text,
            "Parameters: {}.\n",
            parameters.collect::<Vec<_>>().join(", ")
        );
    }
    let _ = writeln!(text, "{better} The score is rounded to five decimals.");
    text
}

fn format_section(spec: &CompetitionSpec) -> String {
    let (schema, compat) = (&spec.submission, &spec.compat);
    let mut text = String::from(
        "A CSV file named `submission.csv` with a header, comma separated, UTF-8, and exactly one row for each row of the test set, in any order.\n\n",
    );
    text.push_str("| column | holds |\n| --- | --- |\n");
    for id in &schema.id {
        let _ = writeln!(text, "| `{id}` | the id, as in the sample submission |");
    }
    for group in &schema.columns {
        let _ = writeln!(
            text,
            "| {} | {} |",
            names(&group.names),
            cell(group, compat)
        );
    }
    text.push('\n');
    match schema.row_sum.or(compat.row_sum) {
        Some(RowSum::Within(tolerance)) => {
            let _ = writeln!(
                text,
                "The predictions of a row must add up to 1 (to within {tolerance})."
            );
        }
        Some(RowSum::Decimals(places)) => {
            let _ = writeln!(
                text,
                "The predictions of a row must add up to 1 (to {places} decimals)."
            );
        }
        None => {}
    }
    text.push_str(match schema.other_columns {
        OtherColumns::Ignored => "Other columns are ignored.\n",
        OtherColumns::Rejected => "Other columns are not allowed.\n",
    });
    text.push_str("\nFor example:\n\n```csv\n");
    let header = schema.id.iter().map(String::as_str).chain(schema.targets());
    let _ = writeln!(text, "{}", shortened(&header.collect::<Vec<_>>().join(",")));
    for line in &schema.example {
        let _ = writeln!(text, "{}", shortened(line));
    }
    text.push_str("```\n");
    text
}

/// Long rows (120 classes) are cut: the example shows the form, the sample submission is complete.
fn shortened(line: &str) -> String {
    const FIELDS: usize = 12;
    let fields: Vec<&str> = line.split(',').collect();
    if fields.len() <= FIELDS {
        line.to_owned()
    } else {
        format!("{},...", fields[..FIELDS].join(","))
    }
}

fn names(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn cell(group: &ColumnGroup, compat: &Compat) -> String {
    let parted = match group.parted_by {
        PartedBy::WhiteSpace => "blanks",
        PartedBy::SingleBlank => "single blanks",
    };
    let kind = match group.kind {
        ColumnKind::Probability => "a number from 0 to 1",
        ColumnKind::Number => "a number",
        ColumnKind::Class => "a class as a whole number",
        ColumnKind::Text => "text",
        ColumnKind::List => {
            return with_details(format!("entries parted by {parted}"), group, None);
        }
        ColumnKind::Boxes => {
            let fields = group.fields.join(" ");
            let items = format!("any number of `{fields}`, all parted by {parted}");
            return with_details(items, group, None);
        }
        ColumnKind::Mask => "a run-length encoded mask",
        ColumnKind::Answer => "an answer",
        ColumnKind::Unscored => "anything",
    };
    let most = compat.at_most_one.then_some(1.0);
    with_details(kind.to_owned(), group, most)
}

/// Adds range, meaning and emptiness to the kind of a cell.
fn with_details(mut text: String, group: &ColumnGroup, most: Option<f64>) -> String {
    if let Some(items) = group.max_items {
        let _ = write!(text, ", at most {items}");
    }
    match (group.min, group.max.or(most)) {
        (Some(min), Some(max)) => {
            let _ = write!(text, " from {min} to {max}");
        }
        (Some(min), None) => {
            let _ = write!(text, ", at least {min}");
        }
        (None, Some(max)) => {
            let _ = write!(text, ", at most {max}");
        }
        (None, None) => {}
    }
    if let Some(about) = &group.about {
        let _ = write!(text, ": {about}");
    }
    text.push_str(if group.may_be_empty {
        "; may be empty"
    } else {
        "; never empty"
    });
    text
}

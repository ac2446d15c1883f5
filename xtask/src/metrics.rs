//! The reference pages of the metrics: one each, and the list of them.

use std::fmt::Write as _;
use std::path::Path;

use mlebench_competitions::Registry;
use mlebench_core::edition::Edition;
use mlebench_metrics::reference::{ALL, Direction, Reference};

use crate::generate::Generated;
use crate::reference::page;

/// A source file of the metric library.
struct Source {
    name: String,
    text: String,
}

/// Makes the page of each metric and the list.
pub(crate) fn pages(root: &Path) -> Result<Vec<Generated>, String> {
    let sources = sources(&root.join("crates/metrics/src"))?;
    let users = users()?;
    let mut list = String::from(
        "# Metrics\n\n| metric | better | range | what it is |\n| --- | --- | --- | --- |\n",
    );
    let mut pages = Vec::new();
    for metric in ALL {
        let _ = writeln!(
            list,
            "| [`{0}`](metrics/{0}.md) | {1} | {2} | {3} |",
            metric.id,
            better(metric),
            range(metric),
            metric.summary
        );
        let source = defining(&sources, metric)?;
        let competitions: Vec<String> = users
            .iter()
            .filter(|(_, name)| name == metric.id)
            .map(|(id, _)| id.clone())
            .collect();
        let text = metric_page(metric, source, &competitions);
        pages.push(page(&format!("metrics/{}.md", metric.id), &text));
    }
    pages.push(page("metrics.md", &list));
    Ok(pages)
}

fn metric_page(metric: &Reference, source: &Source, competitions: &[String]) -> String {
    let mut text = format!(
        "# {}\n\nThe {}\n\n    {}\n\n* range: {}\n* better: {}\n* a perfect prediction: {}\n\n## In detail\n\n",
        metric.id,
        metric.summary,
        metric.formula,
        range(metric),
        better(metric),
        metric.best
    );
    for line in source.text.lines() {
        let Some(line) = line.strip_prefix("//!") else {
            break;
        };
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
    let _ = write!(text, "\nSource: `crates/metrics/src/{}`.\n", source.name);
    if !competitions.is_empty() {
        text.push_str("\n## Competitions\n\n");
        for id in competitions {
            let _ = writeln!(text, "* {id}");
        }
    }
    text
}

fn better(metric: &Reference) -> &'static str {
    match metric.direction {
        Direction::HigherIsBetter => "higher",
        Direction::LowerIsBetter => "lower",
    }
}

fn range(metric: &Reference) -> String {
    let bound = |value: f64| {
        if value.is_infinite() {
            if value > 0.0 { "∞" } else { "-∞" }.to_owned()
        } else {
            value.to_string()
        }
    };
    format!("{} to {}", bound(metric.range.0), bound(metric.range.1))
}

fn sources(folder: &Path) -> Result<Vec<Source>, String> {
    let failed = |error| format!("failed to read `{}`: {error}", folder.display());
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            sources.push(Source { name, text });
        }
    }
    Ok(sources)
}

/// The file that defines the metric's function, which has the metric's name.
fn defining<'s>(sources: &'s [Source], metric: &Reference) -> Result<&'s Source, String> {
    let name = match metric.id {
        "mae" => "mean_absolute_error".to_owned(),
        id => id.replace('-', "_"),
    };
    let (plain, generic) = (format!("pub fn {name}("), format!("pub fn {name}<"));
    sources
        .iter()
        .find(|source| source.text.contains(&plain) || source.text.contains(&generic))
        .ok_or_else(|| format!("no file of the metric library defines `{name}`"))
}

/// Competitions with the metric of each edition, each pair once.
fn users() -> Result<Vec<(String, String)>, String> {
    let mut users = Vec::new();
    for competition in Registry::builtin()
        .all()
        .map_err(|error| error.to_string())?
    {
        let corrected = competition
            .in_edition(Edition::Corrected)
            .map_err(|error| error.to_string())?;
        let (published, corrected) = (competition.spec.metric.name, corrected.spec.metric.name);
        if published == corrected {
            users.push((competition.id, published.as_str().to_owned()));
        } else {
            let edition = |edition: &str| format!("{} ({edition} edition)", competition.id);
            users.push((edition("published"), published.as_str().to_owned()));
            users.push((edition("corrected"), corrected.as_str().to_owned()));
        }
    }
    Ok(users)
}

//! What the renderers write for a small group in which everything happens once.

mod fixture;

use mlebench_core::report::{GradingError, GradingReport};
use mlebench_report::tables::{self, Style};
use mlebench_report::{AggregateOptions, GroupReport, Split, aggregate, html, json};

const WIDE: Style = Style {
    color: false,
    width: None,
};

fn grading_report() -> GradingReport {
    let reports = fixture::group_report().grading_reports().remove(0);
    let error = GradingError {
        line: 4,
        competition_id: None,
        message: "no \u{1b}[31mcompetition".to_owned(),
    };
    GradingReport::new(reports.competition_reports, vec![error])
}

fn low() -> Split {
    Split::new(
        "low",
        vec![fixture::CACTUS.to_owned(), fixture::LEAF.to_owned()],
    )
}

#[test]
fn renders_a_group_as_text() {
    insta::assert_snapshot!(tables::group(&fixture::group_report(), WIDE));
}

#[test]
fn renders_a_group_for_a_narrow_terminal() {
    let style = Style {
        color: false,
        width: Some(90),
    };
    let text = tables::group(&fixture::group_report(), style);
    let tables = text.split("declared runs").next().unwrap();
    for line in tables.lines() {
        assert!(line.chars().count() <= 90, "{line}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_terminal_of_no_width_still_shows_everything() {
    let style = Style {
        color: false,
        width: Some(0),
    };
    let text = tables::group(&fixture::group_report(), style);
    assert!(text.contains("0.80525") && text.contains("11m 42s"));
}

#[test]
fn renders_grading_reports_as_text() {
    insta::assert_snapshot!(tables::grading(&grading_report(), WIDE));
}

#[test]
fn renders_aggregates_as_text() {
    let low = low();
    let reports = fixture::group_report().grading_reports();
    let aggregate = aggregate(&reports, &AggregateOptions::new(&low)).unwrap();
    insta::assert_snapshot!(tables::aggregates(&[aggregate], WIDE));
}

#[test]
fn colors_only_when_asked() {
    let report = fixture::group_report();
    assert!(!tables::group(&report, WIDE).contains('\u{1b}'));
    let colored = tables::group(
        &report,
        Style {
            color: true,
            width: None,
        },
    );
    assert!(colored.contains("\u{1b}["));
    assert!(!tables::grading(&grading_report(), WIDE).contains('\u{1b}'));
}

#[test]
fn renders_a_group_as_json_that_reads_back() {
    let report = fixture::group_report();
    let text = json::group(&report).unwrap();
    let read: GroupReport = serde_json::from_str(&text).unwrap();
    assert_eq!(read, report);
    insta::assert_snapshot!(text);
}

#[test]
fn renders_a_group_as_a_page() {
    insta::assert_snapshot!(html::group(&fixture::group_report()));
}

#[test]
fn pages_show_text_and_never_run_it() {
    const EVIL: &str = "\"'><script>alert(1)</script>&\u{202e}";
    let mut group = fixture::group();
    group.run_group = EVIL.to_owned();
    group.agent = EVIL.to_owned();
    group.provenance.insert(EVIL.to_owned(), EVIL.into());
    group.competition_ids[2] = EVIL.to_owned();
    for run in &mut group.runs {
        if run.competition_id == fixture::VENTILATOR {
            run.competition_id = EVIL.to_owned();
        }
        run.problem = Some(EVIL.to_owned());
        run.network.mode = EVIL.to_owned();
        if let Some(reason) = run
            .report
            .as_mut()
            .and_then(|report| report.reason.as_mut())
        {
            reason.message = EVIL.to_owned();
        }
    }
    let mut options = fixture::options();
    options.splits[0].name = EVIL.to_owned();
    let report = mlebench_report::report_group(group, &options).unwrap();
    let page = html::group(&report);
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(!page.contains("<script>alert") && !page.contains('\u{202e}'));
    // The name of the group and what else is evil is there, as text.
    assert!(
        page.matches("&lt;script&gt;alert(1)&lt;/script&gt;")
            .count()
            >= 10
    );
    assert_eq!(
        page.matches("title=\"").count(),
        page.matches("title=\"&quot;").count()
    );
}

#[test]
fn pages_load_nothing() {
    let low = low();
    let reports = fixture::group_report().grading_reports();
    let aggregate = aggregate(&reports, &AggregateOptions::new(&low)).unwrap();
    for page in [
        html::group(&fixture::group_report()),
        html::aggregates("Low & high", &[aggregate]),
    ] {
        for sign in ["http:", "https:", "src=", "href=", "url(", "@import"] {
            assert!(!page.contains(sign), "{sign}");
        }
    }
}

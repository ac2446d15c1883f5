//! What counts in a group, and what is refused.

mod fixture;

use fixture::{CACTUS, LEAF, VENTILATOR, group, group_report, options, run};
use mlebench_core::edition::Edition;
use mlebench_core::leaderboard::Medal;
use mlebench_core::report::GradingReport;
use mlebench_report::aggregate::MetricName;
use mlebench_report::group::{HeadlineRow, LabelKind, RunStatus};
use mlebench_report::{
    AggregateError, AggregateOptions, GroupError, GroupOptions, GroupReport, RunGroup, RunSummary,
    SeedCount, Split, aggregate, report_group,
};
use proptest::prelude::*;

fn row<'a>(report: &'a GroupReport, split: &str) -> &'a HeadlineRow {
    report
        .headline
        .iter()
        .find(|row| row.split == split)
        .expect("the headline has the split")
}

fn any_medal(row: &HeadlineRow) -> f64 {
    row.metrics[&MetricName::AnyMedalPercentage].mean
}

#[test]
fn declared_runs_without_a_report_count_as_no_medal_and_are_listed() {
    let report = group_report();
    assert_eq!(report.runs.len(), 6);
    let low = any_medal(row(&report, "low"));
    assert!((low - 50.0).abs() < 1e-9);
    let all = any_medal(row(&report, "all"));
    assert!((all - 100.0 / 3.0).abs() < 1e-9);
    let listed: Vec<_> = report
        .uncounted_runs
        .iter()
        .map(|run| (run.competition_id.as_str(), run.seed, run.status))
        .collect();
    let expected = [
        (VENTILATOR, 0, RunStatus::Finished),
        (VENTILATOR, 1, RunStatus::Missing),
    ];
    assert_eq!(listed, expected);
}

#[test]
fn interrupted_runs_do_not_count_even_with_a_report() {
    let mut interrupted = group();
    interrupted.runs[0].status = RunStatus::Interrupted;
    let report = report_group(interrupted, &options()).unwrap();
    assert!((any_medal(row(&report, "low")) - 25.0).abs() < 1e-9);
    assert_eq!(report.uncounted_runs.len(), 3);
}

#[test]
fn says_which_splits_are_not_whole() {
    let report = group_report();
    let complete: Vec<bool> = report.headline.iter().map(|row| row.complete).collect();
    assert_eq!(complete, [true, false, false, false]);
    assert!(row(&report, "high").metrics.is_empty());
}

#[test]
fn padding_counts_undeclared_competitions() {
    let padded = GroupOptions {
        pad_missing: true,
        ..options()
    };
    let report = report_group(group(), &padded).unwrap();
    assert!(report.headline.iter().all(|row| row.complete));
    assert!((any_medal(row(&report, "all")) - 20.0).abs() < 1e-9);
}

#[test]
fn the_headline_is_shown_without_doubtful_competitions_too() {
    let report = group_report();
    assert_eq!(report.tagged[0].competition_id, CACTUS);
    let without: Vec<f64> = report
        .headline_without_tagged
        .iter()
        .filter(|row| row.num_competitions > 0)
        .map(any_medal)
        .collect();
    assert_eq!(without, [0.0, 0.0, 0.0]);
    let untagged = GroupOptions {
        tags: std::collections::BTreeMap::new(),
        ..options()
    };
    let report = report_group(group(), &untagged).unwrap();
    assert!(report.headline_without_tagged.is_empty());
}

#[test]
fn the_aggregate_is_of_the_split_asked_for() {
    let of_low = GroupOptions {
        aggregate_split: Some(options().splits[0].clone()),
        num_seeds: SeedCount::First(1),
        ..options()
    };
    let report = report_group(group(), &of_low).unwrap();
    assert_eq!(report.aggregate.num_competitions_per_seed, 2);
    assert_eq!(report.aggregate.num_seeds_averaged, 1);
    assert_eq!(report.aggregate.notes.len(), 1);
    let too_many = GroupOptions {
        num_seeds: SeedCount::First(3),
        ..options()
    };
    let error = report_group(group(), &too_many).unwrap_err();
    let expected = AggregateError::TooManySeeds {
        split: "declared".to_owned(),
        requested: 3,
        available: 2,
    };
    assert_eq!(error, GroupError::Aggregate(expected));
}

#[test]
fn competitions_outside_all_splits_get_a_row_of_their_own() {
    let mut demo = group();
    demo.competition_ids.push("demo".to_owned());
    let report = report_group(demo, &options()).unwrap();
    assert_eq!(row(&report, "declared").num_competitions, 4);
    assert_eq!(row(&report, "all").num_competitions, 3);
    let report = report_group(group(), &GroupOptions::default()).unwrap();
    assert_eq!(report.headline.len(), 1);
}

#[test]
fn labels_what_was_not_unaided() {
    let kinds: Vec<LabelKind> = group_report()
        .labels
        .iter()
        .map(|label| label.kind)
        .collect();
    assert_eq!(kinds, [LabelKind::TestQueries, LabelKind::Network]);
}

#[test]
fn refuses_runs_that_do_not_match_the_declaration() {
    let refuse = |change: fn(&mut RunGroup)| {
        let mut group = group();
        change(&mut group);
        report_group(group, &options()).unwrap_err()
    };
    let error = refuse(|group| group.seeds.clear());
    assert!(matches!(error, GroupError::NoRuns { .. }));
    let error = refuse(|group| group.seeds.push(0));
    assert!(matches!(error, GroupError::DeclaredTwice { .. }));
    let error = refuse(|group| group.competition_ids.push(LEAF.to_owned()));
    assert!(matches!(error, GroupError::DeclaredTwice { .. }));
    let error = refuse(|group| group.runs.push(group.runs[0].clone()));
    assert!(matches!(error, GroupError::DuplicateRun { seed: 0, .. }));
    let error = refuse(|group| group.runs.push(RunSummary::missing(LEAF, 9)));
    assert!(matches!(error, GroupError::UndeclaredRun { seed: 9, .. }));
    let error = refuse(|group| group.runs[0].report = group.runs[2].report.clone());
    assert!(matches!(error, GroupError::ForeignReport { .. }));
    let error = refuse(|group| {
        group.runs[0].report.as_mut().unwrap().edition = Edition::Corrected;
    });
    let mixed = AggregateError::MixedEditions {
        first: Edition::Corrected,
        second: Edition::Published,
    };
    assert_eq!(error, GroupError::Aggregate(mixed));
}

#[test]
fn a_groups_seeds_average_like_any_grading_reports() {
    let report = group_report();
    let low = options().splits[0].clone();
    let averaged = aggregate(&report.grading_reports(), &AggregateOptions::new(&low)).unwrap();
    assert_eq!(averaged.metrics, row(&report, "low").metrics);
}

#[test]
fn reads_reports_of_the_original() {
    let text = include_str!("../golden/original_report.json");
    let report: GradingReport = serde_json::from_str(text).unwrap();
    let ids = report.competition_reports.iter();
    let split = Split::new(
        "some",
        ids.map(|report| report.competition_id.clone()).collect(),
    );
    let averaged = aggregate(&[report], &AggregateOptions::new(&split)).unwrap();
    assert_eq!(averaged.num_competitions_per_seed, 7);
    assert!(averaged.notes.is_empty());
}

#[test]
fn a_grading_report_may_hold_several_seeds() {
    let scored = |medal| fixture::report(CACTUS, Some(0.9), medal);
    let both = vec![scored(Some(Medal::Gold)), scored(None)];
    let split = Split::new("low", vec![CACTUS.to_owned()]);
    let options = AggregateOptions::new(&split);
    let one = aggregate(&[GradingReport::new(both.clone(), Vec::new())], &options).unwrap();
    assert_eq!(one.num_seeds_averaged, 2);
    let files: Vec<_> = both
        .into_iter()
        .map(|report| GradingReport::new(vec![report], Vec::new()))
        .collect();
    assert_eq!(aggregate(&files, &options).unwrap(), one);
}

#[test]
fn errors_name_what_to_do() {
    let split = Split::new("low", vec![CACTUS.to_owned(), LEAF.to_owned()]);
    let reports = [GradingReport::new(
        vec![fixture::report(CACTUS, None, None)],
        Vec::new(),
    )];
    let message =
        |options: &AggregateOptions<'_>| aggregate(&reports, options).unwrap_err().to_string();
    assert_eq!(
        message(&AggregateOptions::new(&split)),
        "no seed is complete: 1 competition of split `low` without a report: \
         `leaf-classification` (hint: `--pad-missing` counts what is missing as no medal, \
         `--split` chooses other competitions)"
    );
    let mut padded = AggregateOptions::new(&split);
    padded.pad_missing = true;
    let averaged = aggregate(&reports, &padded).unwrap();
    assert_eq!(
        averaged.notes,
        [
            "1 competition with fewer reports than others, counted as no medal where one is missing: \
          `leaf-classification`"
        ]
    );
    padded.num_seeds = SeedCount::First(2);
    assert_eq!(
        message(&padded),
        "`--num-seeds 2` asks for more than the 1 seed of split `low` (hint: `--num-seeds -1` \
         takes all)"
    );
    let twice = Split::new("low", vec![CACTUS.to_owned(), CACTUS.to_owned()]);
    assert_eq!(
        message(&AggregateOptions::new(&twice)),
        "split `low` names `aerial-cactus-identification` twice"
    );
    let empty = Split::new("low", Vec::new());
    assert_eq!(
        message(&AggregateOptions::new(&empty)),
        "split `low` has no competitions"
    );
}

#[test]
fn reports_ten_thousand_runs_at_once() {
    let ids: Vec<String> = (0..100).map(|i| format!("competition-{i:03}")).collect();
    let seeds: Vec<u64> = (0..100).collect();
    let pairs = ids
        .iter()
        .flat_map(|id| seeds.iter().map(move |seed| (id, *seed)));
    let runs = pairs
        .map(|(id, seed)| run(id, seed, Some(0.7), None))
        .collect();
    let many = RunGroup {
        competition_ids: ids.clone(),
        seeds: seeds.clone(),
        runs,
        ..RunGroup::default()
    };
    let options = GroupOptions {
        splits: vec![Split::new("low", ids.clone())],
        ..GroupOptions::default()
    };
    let begin = std::time::Instant::now();
    let report = report_group(many, &options).unwrap();
    let texts = [
        mlebench_report::tables::group(&report, mlebench_report::tables::Style::default()),
        mlebench_report::json::group(&report).unwrap(),
        mlebench_report::html::group(&report),
    ];
    assert!(texts.iter().all(|text| text.contains("competition-099")));
    let seconds = begin.elapsed().as_secs_f64();
    println!("{seconds:.2} s");
    // Well above what an unoptimised build on a busy machine needs.
    assert!(seconds < 20.0, "{seconds} s");
}

proptest! {
    #[test]
    fn the_order_of_runs_does_not_matter(runs in Just(group().runs).prop_shuffle()) {
        let shuffled = RunGroup { runs, ..group() };
        prop_assert_eq!(report_group(shuffled, &options()).unwrap(), group_report());
    }

    #[test]
    fn the_order_within_reports_does_not_matter(
        medals in prop::collection::vec(prop::option::of(0usize..3), 2..40),
        seed in any::<prop::sample::Index>(),
    ) {
        let medal = |medal: &Option<usize>| medal.map(|m| [Medal::Gold, Medal::Silver, Medal::Bronze][m]);
        let reports: Vec<_> = medals
            .iter()
            .enumerate()
            .map(|(i, m)| fixture::report(&format!("c{i}"), Some(0.5), medal(m)))
            .collect();
        let split = Split::new("all", reports.iter().map(|r| r.competition_id.clone()).collect());
        let mut turned = reports.clone();
        turned.rotate_left(seed.index(reports.len()));
        let options = AggregateOptions::new(&split);
        let one = aggregate(&[GradingReport::new(reports, Vec::new())], &options).unwrap();
        let other = aggregate(&[GradingReport::new(turned, Vec::new())], &options).unwrap();
        prop_assert_eq!(one, other);
    }

    #[test]
    fn the_order_of_seeds_does_not_matter(
        order in Just(group_report().grading_reports()).prop_shuffle()
    ) {
        let low = options().splits[0].clone();
        let options = AggregateOptions::new(&low);
        let one = aggregate(&group_report().grading_reports(), &options).unwrap();
        let other = aggregate(&order, &options).unwrap();
        for name in MetricName::ALL {
            // Sums of floats depend on their order in the last bits.
            prop_assert!((one.metrics[&name].mean - other.metrics[&name].mean).abs() < 1e-9);
            let errors = [&one, &other].map(|a| a.metrics[&name].standard_error);
            prop_assert!((errors[0] - errors[1]).abs() < 1e-9);
        }
        prop_assert_eq!(one.bounded_intervals, other.bounded_intervals);
    }
}

//! What must hold for every competition, so that the 82nd is as tidy as the first.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mlebench_competitions::Registry;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::leaderboard::Direction;
use mlebench_core::spec::{FlawScope, Part, SplitName};
use mlebench_metrics::reference;

fn all() -> Vec<Competition> {
    Registry::builtin().all().expect("every folder parses")
}

/// Collects what is wrong over all competitions, so that one run shows every fault.
fn each(check: impl Fn(&Competition) -> Result<(), String>) {
    let wrong: Vec<String> = all()
        .iter()
        .filter_map(|competition| {
            check(competition)
                .err()
                .map(|e| format!("{}: {e}", competition.id))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn require(holds: bool, problem: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(problem.to_owned())
    }
}

#[test]
fn the_list_is_the_folders() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.path().join("competition.toml").is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let listed: BTreeSet<String> = Registry::builtin().ids().into_iter().collect();
    assert_eq!(listed, folders, "run `cargo xtask generate`");
    assert_eq!(listed.len(), 82);
}

#[test]
fn splits_have_their_known_sizes() {
    let size = |split| Registry::builtin().split(split).unwrap().len();
    assert_eq!(SplitName::ALL.map(size), [22, 38, 15, 7, 75, 30, 1]);
}

#[test]
fn metric_leaderboard_and_declaration_agree_on_the_direction() {
    each(|competition| {
        let declared = competition.spec.metric.direction;
        let metric = reference::find(&competition.spec.metric.name).ok_or("unknown metric")?;
        let direction = match metric.direction {
            reference::Direction::HigherIsBetter => Direction::Higher,
            reference::Direction::LowerIsBetter => Direction::Lower,
        };
        require(declared == direction, "the metric improves the other way")?;
        let published = competition.leaderboard.published_direction();
        require(
            declared == published,
            "the leaderboard is sorted the other way",
        )
    });
}

#[test]
fn leaderboards_are_sorted_best_first() {
    each(|competition| {
        let direction = competition.leaderboard.direction();
        let sorted = competition
            .leaderboard
            .scores()
            .is_sorted_by(|a, b| direction.is_at_least(*a, *b));
        require(sorted, "the leaderboard is not sorted")
    });
}

#[test]
fn facts_are_complete() {
    each(|competition| {
        let spec = &competition.spec;
        require(!spec.title.is_empty(), "no title")?;
        require(!spec.splits.is_empty(), "no split")?;
        require(
            spec.submission.targets().next().is_some(),
            "no predicted column",
        )?;
        require(!spec.submission.example.is_empty(), "no example")?;
        require(spec.checksums.zip.is_some(), "no checksum of the archive")?;
        let sums = &spec.checksums;
        for (name, sum) in sums.public.iter().chain(&sums.private) {
            require(sum.len() == 32, &format!("`{name}` has no MD5"))?;
        }
        require(
            spec.flaws.iter().all(|flaw| flaw.id.starts_with('C')),
            "a flaw without a number",
        )
    });
}

#[test]
fn what_can_be_prepared_is_described() {
    each(|competition| {
        if competition.spec.lacks(Part::Prepare) {
            return Ok(());
        }
        let text = competition.description.as_deref().ok_or("no description")?;
        require(
            text.starts_with("# ") && text.contains("\n## Data"),
            "no title or no data section",
        )?;
        require(
            !text.contains("## Evaluation"),
            "the evaluation is generated, not written",
        )?;
        let whole = competition.description_text();
        let id = competition.spec.submission.id.iter().map(String::as_str);
        for column in id.chain(competition.spec.submission.targets()) {
            require(
                whole.contains(&format!("`{column}`")),
                &format!("no word about `{column}`"),
            )?;
        }
        Ok(())
    });
}

#[test]
fn a_half_is_declared_or_coded_or_missing() {
    each(|competition| {
        let (spec, code) = (&competition.spec, &competition.code);
        let ways = usize::from(spec.prepare.is_some())
            + usize::from(code.prepare.is_some())
            + usize::from(spec.lacks(Part::Prepare));
        require(
            ways == 1,
            "preparation must be declared, coded or missing, exactly one of these",
        )?;
        require(
            !(spec.lacks(Part::Grade) && code.grade.is_some()),
            "a grader, but declared missing",
        )
    });
}

#[test]
fn examples_are_accepted_rows() {
    each(|competition| {
        let schema = &competition.spec.submission;
        let fields = schema.id.len() + schema.targets().count();
        for line in &schema.example {
            let mut table = schema
                .id
                .iter()
                .map(String::as_str)
                .chain(schema.targets())
                .collect::<Vec<_>>()
                .join(",");
            table.push('\n');
            table.push_str(line);
            table.push('\n');
            let read = mlebench_data::csv::read(
                table.as_bytes(),
                &mlebench_data::csv::ReadOptions::default(),
            )
            .map_err(|error| error.to_string())?;
            require(
                read.width() == fields && read.rows() == 1,
                &format!("`{line}` is no row"),
            )?;
        }
        Ok(())
    });
}

#[test]
fn an_unknown_id_names_the_nearest() {
    let error = Registry::builtin()
        .get("aerial-cactus-identificaton")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("did you mean `aerial-cactus-identification`?"),
        "{error}"
    );
    let error = Registry::builtin().get("zzz").unwrap_err().to_string();
    assert!(!error.contains("did you mean"), "{error}");
}

#[test]
fn repaired_data_is_not_compared_with_the_published_checksums() {
    each(|competition| {
        let corrected = competition
            .in_edition(Edition::Corrected)
            .map_err(|error| error.to_string())?;
        let flaws = &competition.spec.flaws;
        let repaired = flaws.iter().any(|flaw| flaw.scope == FlawScope::Prepare);
        let (published, corrected) = (&competition.spec.checksums, &corrected.spec.checksums);
        require(published.zip == corrected.zip, "the archive stays the same")?;
        let expected = if repaired {
            &BTreeMap::new()
        } else {
            &published.public
        };
        require(
            corrected.public == *expected,
            "checksums of repaired data are left",
        )
    });
}

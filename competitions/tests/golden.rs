//! Every golden case as a test of its own: `grade/<competition>/<case>`,
//! `prepare/<competition>`, and `spoil/<competition>` with its raw data damaged.

mod golden {
    mod archive;
    pub(super) mod grade;
    mod parquet;
    pub(super) mod prepare;
    pub(super) mod spoil;
}

mod miniature;

use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use mlebench_competitions::Registry;
use mlebench_core::spec::Part;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for competition in Registry::builtin()
        .all()
        .expect("the built-in competitions parse")
    {
        if !competition.spec.lacks(Part::Grade) {
            trials.extend(golden::grade::trials(
                &competition,
                &miniature::golden(&competition.id),
            ));
        }
        if !competition.spec.lacks(Part::Prepare) {
            let id = competition.id.clone();
            let competition = Arc::new(competition);
            let shared = Arc::clone(&competition);
            trials.push(Trial::test(format!("prepare/{id}"), move || {
                golden::prepare::run(&shared)
            }));
            trials.push(Trial::test(format!("spoil/{id}"), move || {
                golden::spoil::run(&competition)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

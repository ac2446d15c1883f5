//! Every grader under strange submissions: `fuzz/<competition>` mutates the golden submissions of a
//! competition and grades what comes out in both editions.
//!
//! Nothing may panic, hang, blame us, give a score that is no finite number, or take more memory
//! than the size of the submission allows; validating and grading must agree. Besides, the recorded
//! submissions must behave: the perfect one scores best, neither the order of rows nor threads
//! change a score.
//!
//! `MLEBENCH_FUZZ_EXECUTIONS` sets the mutants of each competition, `MLEBENCH_FUZZ_SEED` chooses
//! others. A fault names a file with the submission that shows it.

/// Mutants, memory and time are shared with the tests of the CSV reader.
#[path = "../../crates/data/tests/csv_fuzz"]
mod shared {
    pub(super) mod bytes;
    pub(super) mod memory;
    pub(super) mod random;
    pub(super) mod watchdog;
}

mod fuzz {
    pub(super) mod campaign;
    pub(super) mod cells;
    pub(super) mod execution;
    pub(super) mod facts;
    pub(super) mod target;
}

use std::path::Path;

use libtest_mimic::{Arguments, Trial};
use mlebench_competitions::Registry;
use mlebench_core::spec::Part;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    shared::watchdog::start();
    let mut trials = Vec::new();
    for competition in Registry::builtin()
        .all()
        .expect("the built-in competitions parse")
    {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(&competition.id)
            .join("golden/grade.zip");
        if !competition.spec.lacks(Part::Grade) {
            trials.push(Trial::test(format!("fuzz/{}", competition.id), move || {
                fuzz::campaign::run(&competition, &golden)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

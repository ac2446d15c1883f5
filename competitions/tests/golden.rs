//! Every golden case as a test of its own: `grade/<competition>/<case>` and
//! `prepare/<competition>`.

mod golden {
    mod archive;
    pub(super) mod grade;
    mod parquet;
    pub(super) mod prepare;
}

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
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + &competition.id;
        let folder = std::path::PathBuf::from(folder).join("golden");
        if !competition.spec.lacks(Part::Grade) {
            trials.extend(golden::grade::trials(&competition, &folder));
        }
        if !competition.spec.lacks(Part::Prepare) {
            let name = format!("prepare/{}", competition.id);
            trials.push(Trial::test(name, move || {
                golden::prepare::run(&competition, &folder)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

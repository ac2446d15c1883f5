//! Where the published sample submission is private or packed, the corrected edition has a plain
//! copy beside the data.

use mlebench_competitions::Registry;
use mlebench_core::spec::Part;

use super::support::both;

#[test]
fn the_sample_submission_is_public_and_plain() {
    let private = |id: &str| {
        let competition = Registry::builtin().get(id).expect("it is built in");
        let sample = competition.spec.files.sample_submission.clone();
        let ready = !competition.spec.lacks(Part::Prepare)
            && !competition.spec.flaws.iter().any(|flaw| flaw.open);
        (ready && sample.starts_with("private/")).then_some(sample)
    };
    let mut seen = 0;
    for id in Registry::builtin().ids() {
        let Some(sample) = private(&id) else {
            continue;
        };
        let public = sample.replace("private/", "public/");
        let [published, corrected] = both(&id);
        assert!(!published.has(&public), "{id}");
        assert_eq!(corrected.text(&public), corrected.text(&sample), "{id}");
        seen += 1;
    }
    assert!(seen >= 2);
}

use std::io;
use std::path::Path;

use super::support::{Prepared, both};

/// Counts the files of a name below a folder.
fn count(folder: &Path, name: &str) -> io::Result<usize> {
    let mut files = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        files += if path.is_dir() {
            count(&path, name)?
        } else {
            usize::from(path.ends_with(name))
        };
    }
    Ok(files)
}

#[test]
fn test_trips_lack_the_log_of_the_reference_receiver() {
    let [published, corrected] = both("smartphone-decimeter-2022");
    let logs = |prepared: &Prepared, side| count(&prepared.path(side), "span_log.nmea").unwrap();
    assert!(logs(&published, "public/test") > 0);
    assert_eq!(logs(&corrected, "public/test"), 0);
    assert_eq!(
        count(&corrected.path("public/test"), "ground_truth.csv").unwrap(),
        0
    );
    assert_eq!(
        logs(&published, "public/train"),
        logs(&corrected, "public/train")
    );
}

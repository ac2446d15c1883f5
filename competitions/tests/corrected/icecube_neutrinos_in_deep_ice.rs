use mlebench_data::checksum;

use super::support::both;

/// Our writer gives the same bytes on every machine, so the files have checksums again. When an
/// update of the library changes them, the prepared data of all users changes too: say so.
#[test]
fn the_tables_of_events_have_fixed_bytes() {
    for prepared in both("icecube-neutrinos-in-deep-ice") {
        let sums = ["public/train_meta.parquet", "public/test_meta.parquet"]
            .map(|file| checksum::sha256(&prepared.path(file)).unwrap());
        assert_eq!(
            sums,
            [
                "eafbee8cfd9ab093b6a39cb3ca3b68fa37327769c6bf35218e9c1fcd78376e06",
                "8f97c4cec119c394884e9571a3416527ba82a1b116dbff38e4b345d6895adaf8",
            ]
        );
    }
}

use mlebench_data::checksum;

use super::support::both;

/// Our writer gives the same bytes on every machine, so the files have checksums again. When an
/// update of the library changes them, the prepared data of all users changes too: say so.
#[test]
fn the_tables_of_events_have_fixed_bytes() {
    for prepared in both("icecube-neutrinos-in-deep-ice") {
        for (file, sha256) in [
            ("public/train_meta.parquet", "TRAIN"),
            ("public/test_meta.parquet", "TEST"),
        ] {
            assert_eq!(
                checksum::sha256(&prepared.path(file)).unwrap(),
                sha256,
                "{file}"
            );
        }
    }
}

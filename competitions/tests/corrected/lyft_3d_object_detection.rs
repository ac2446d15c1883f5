use std::collections::BTreeSet;

use mlebench_data::json::{Json, parse};

use super::support::{Prepared, both};

/// The logs of a side and those that its map names.
fn logs(edition: &Prepared, side: &str) -> [BTreeSet<String>; 2] {
    let read = |table: &str| {
        let text = edition.text(&format!("public/{side}_data/{table}.json"));
        parse(&text).expect("it is JSON")
    };
    let texts = |values: &[Json]| -> BTreeSet<String> {
        let texts = values.iter().filter_map(Json::as_text);
        texts.map(str::to_owned).collect()
    };
    let (logs, map) = (read("log"), read("map"));
    let tokens: Vec<Json> = logs
        .as_array()
        .expect("it is a list")
        .iter()
        .filter_map(|log| log.get("token").cloned())
        .collect();
    let map = map.as_array().and_then(|maps| maps[0].get("log_tokens"));
    let mapped = map.and_then(Json::as_array).expect("the map names logs");
    [texts(&tokens), texts(mapped)]
}

#[test]
fn each_map_names_the_logs_of_its_side() {
    let [published, corrected] = both("3d-object-detection-for-autonomous-vehicles");
    for side in ["train", "test"] {
        let [logs, mapped] = logs(&corrected, side);
        assert_eq!(logs, mapped, "{side}");
    }
    let [train, mapped] = logs(&published, "train");
    assert!(train.is_disjoint(&mapped));
}

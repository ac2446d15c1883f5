use super::support::both;

const ID: &str = "random-acts-of-pizza";

#[test]
fn nothing_names_the_giver() {
    let [published, corrected] = both(ID);
    for side in ["train", "test"] {
        let plain = format!("public/{side}.json");
        assert!(published.text(&plain).contains("giver_username_if_known"));
        assert!(!corrected.text(&plain).contains("giver_username_if_known"));
    }
}

#[test]
fn archives_are_called_as_in_the_task() {
    let [published, corrected] = both(ID);
    for side in ["train", "test"] {
        let (old, new) = (
            format!("public/{side}.zip"),
            format!("public/{side}.json.zip"),
        );
        assert!(published.has(&old) && !published.has(&new));
        assert!(corrected.has(&new) && !corrected.has(&old));
        let packed = corrected.text(&format!("{new}!{side}.json"));
        assert_eq!(packed, corrected.text(&format!("public/{side}.json")));
    }
}

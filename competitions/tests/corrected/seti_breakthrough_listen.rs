use super::support::both;

#[test]
fn the_earlier_release_is_left_out() {
    let [published, corrected] = both("seti-breakthrough-listen");
    assert!(published.has("public/old_leaky_data"));
    assert!(!corrected.has("public/old_leaky_data"));
    assert!(corrected.has("public/train") && corrected.has("public/test"));
}

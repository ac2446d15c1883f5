use super::support::both;

#[test]
fn the_training_table_is_called_train_csv() {
    let [published, corrected] = both("new-york-city-taxi-fare-prediction");
    assert!(!published.has("public/train.csv"));
    let labels = published.text("public/labels.csv");
    assert!(corrected.text("public/train.csv") == labels);
    assert!(corrected.text("public/labels.csv") == labels);
}

use std::collections::BTreeSet;

use super::support::{Prepared, both};

const ID: &str = "h-and-m-personalized-fashion-recommendations";
const PURCHASES: &str = "public/transactions_train.csv";
const ANSWERS: &str = "private/answers.csv";

#[test]
fn article_ids_keep_their_ten_digits() {
    let [published, corrected] = both(ID);
    let all_whole = |edition: &Prepared| {
        let answers = edition.cells(ANSWERS, "prediction").join(" ");
        let purchases = edition.cells(PURCHASES, "article_id").into_iter();
        let mut ids = purchases.chain(answers.split_whitespace().map(str::to_owned));
        ids.all(|id| id.len() == 10)
    };
    assert!(!all_whole(&published));
    assert!(all_whole(&corrected));
}

#[test]
fn the_day_a_week_before_the_newest_stays_in_train() {
    let [published, corrected] = both(ID);
    let newest = |edition: &Prepared| edition.values(PURCHASES, "t_dat").pop_last();
    assert!(newest(&corrected) > newest(&published));
}

#[test]
fn purchases_count_once() {
    let [published, corrected] = both(ID);
    let repeats = |edition: &Prepared| {
        edition.cells(ANSWERS, "prediction").iter().any(|row| {
            let articles: Vec<&str> = row.split_whitespace().collect();
            articles.iter().collect::<BTreeSet<_>>().len() < articles.len()
        })
    };
    assert!(repeats(&published));
    assert!(!repeats(&corrected));
}

#[test]
fn all_customers_are_asked_for() {
    let [published, corrected] = both(ID);
    let sample = corrected.cells("public/sample_submission.csv", "customer_id");
    assert_ne!(published.cells(ANSWERS, "customer_id"), sample);
    assert_eq!(corrected.cells(ANSWERS, "customer_id"), sample);
    let rows = corrected.cells(ANSWERS, "prediction");
    for (articles, bought) in rows.iter().zip(corrected.cells(ANSWERS, "bought")) {
        assert_eq!(articles.is_empty(), bought == "0");
    }
}

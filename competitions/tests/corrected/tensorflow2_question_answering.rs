use mlebench_competitions::Registry;
use mlebench_core::edition::Edition;
use mlebench_data::archive::{ZipTarget, read_member};

use super::support::both;
use crate::miniature;

const ID: &str = "tensorflow2-question-answering";
const QUESTIONS: &str = "simplified-nq-train.jsonl";

#[test]
fn a_last_block_of_one_line_is_train() {
    let raw = read_member(&miniature::golden(ID).join("raw.zip"), QUESTIONS);
    let raw = String::from_utf8(raw.expect("it is there")).expect("it is text");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let download = folder.path().join("raw.zip");
    let mut zip = ZipTarget::create(&download).expect("the folder is writable");
    let questions: Vec<&str> = raw.lines().take(1001).collect();
    zip.add_written(QUESTIONS, |out| {
        out.write_all(questions.join("\n").as_bytes())
    })
    .expect("the folder is writable");
    zip.finish().expect("the folder is writable");
    let competition = Registry::builtin().get(ID).expect("it is built in");
    let prepare = |edition| miniature::prepare_from(&competition, edition, &download);
    assert!(prepare(Edition::Published).is_err());
    let corrected = prepare(Edition::Corrected).expect("any number of lines is fine");
    let lines = |file: &str| {
        let path = corrected.layout.prepared().join(file);
        std::fs::read_to_string(path)
            .expect("it is there")
            .lines()
            .count()
    };
    assert_eq!(lines("public/simplified-nq-train.jsonl"), 901);
    assert_eq!(lines("private/test.jsonl"), 100);
}

#[test]
fn every_preparation_gives_the_same_files() {
    let ([_, first], [_, second]) = (both(ID), both(ID));
    for file in ["public/simplified-nq-train.jsonl", "private/test.jsonl"] {
        assert!(first.text(file) == second.text(file), "{file}");
    }
}

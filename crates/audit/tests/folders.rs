//! Leaky and clean folders that no competition has.

use std::path::Path;

use mlebench_audit::{Truth, audit, read_answers};
use mlebench_data::archive::ZipTarget;
use tempfile::TempDir;

const ITEMS: usize = 60;

/// The label of an item: 0, 1 or 2 without a pattern.
fn label(item: usize) -> usize {
    (item * item * 7 + item / 3) % 3
}

fn id(item: usize) -> String {
    format!("it{item:04}")
}

/// Writes a clean folder and the answers; returns the folder and what they say.
fn folder() -> (TempDir, Truth) {
    let folder = tempfile::tempdir().expect("it works in a fresh folder");
    let public = folder.path().join("public");
    std::fs::create_dir(&public).expect("it works in a fresh folder");
    let table = |value: &dyn Fn(usize) -> String, header: &str| {
        let rows: Vec<String> = (0..ITEMS)
            .map(|i| format!("{},{}\n", id(i), value(i)))
            .collect();
        format!("{header}\n{}", rows.concat())
    };
    let answers = table(&|i| label(i).to_string(), "id,label");
    std::fs::write(folder.path().join("answers.csv"), answers).expect("it works in a fresh folder");
    let facts = table(
        &|i| format!("{},{}", i % 7, (i * 31) % 17),
        "id,size,weight",
    );
    std::fs::write(public.join("test.csv"), facts).expect("it works in a fresh folder");
    let sample = table(&|_| "1".to_owned(), "id,label");
    std::fs::write(public.join("sample_submission.csv"), sample)
        .expect("it works in a fresh folder");
    let answers =
        read_answers(&folder.path().join("answers.csv")).expect("it works in a fresh folder");
    let truth = Truth::new(&answers, &["id".to_owned()], &["label".to_owned()])
        .expect("it works in a fresh folder");
    (folder, truth)
}

fn kinds(write: impl Fn(&Path)) -> Vec<(&'static str, String, f64)> {
    let (folder, truth) = folder();
    let public = folder.path().join("public");
    write(&public);
    let report = audit(&public, &truth).expect("it works in a fresh folder");
    let findings = report.findings.into_iter();
    findings.map(|f| (f.kind, f.place, f.recovered)).collect()
}

fn lines(value: impl Fn(usize) -> String) -> String {
    (0..ITEMS).map(|i| value(i) + "\n").collect()
}

#[test]
fn a_clean_folder_is_clean() {
    assert_eq!(kinds(|_| ()), []);
}

#[test]
fn answers_under_another_name_are_found_in_archives() {
    let found = kinds(|public| {
        let text = "key,x\n".to_owned() + &lines(|i| format!("{}.jpg,{}.0", id(i), label(i)));
        let mut zip =
            ZipTarget::create(&public.join("extra.zip")).expect("it works in a fresh folder");
        zip.add_bytes("inner/old.csv", text.as_bytes())
            .expect("it works in a fresh folder");
        zip.finish().expect("it works in a fresh folder");
    });
    let place = "extra.zip!inner/old.csv:x".to_owned();
    assert_eq!(found, [("answer-value", place, 1.0)]);
}

#[test]
fn a_share_of_the_labels_is_told_as_a_share() {
    let found = kinds(|public| {
        let text = lines(|i| {
            let value = if i < ITEMS / 2 {
                label(i).to_string()
            } else {
                "null".to_owned()
            };
            format!("{{\"id\": \"{}\", \"meta\": {{\"c\": {value}}}}}", id(i))
        });
        std::fs::write(public.join("meta.jsonl"), text).expect("it works in a fresh folder");
    });
    let place = "meta.jsonl:meta.c".to_owned();
    assert_eq!(found, [("answer-value", place, 0.5)]);
}

#[test]
fn other_names_of_the_classes_are_found() {
    let found = kinds(|public| {
        let name = |i| ["oak", "elm", "ash"][label(i)];
        let text = "id,tree\n".to_owned() + &lines(|i| format!("{},{}", id(i), name(i)));
        std::fs::write(public.join("trees.csv"), text).expect("it works in a fresh folder");
    });
    assert_eq!(
        found,
        [("predictive-field", "trees.csv:tree".to_owned(), 1.0)]
    );
}

#[test]
fn folders_by_label_are_found() {
    let found = kinds(|public| {
        for item in 0..ITEMS {
            let folder = public.join("images").join(format!("class{}", label(item)));
            std::fs::create_dir_all(&folder).expect("it works in a fresh folder");
            std::fs::write(folder.join(id(item) + ".png"), "").expect("it works in a fresh folder");
        }
    });
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, found[0].2), ("label-in-path", 1.0));
}

#[test]
fn broken_files_do_not_end_the_audit() {
    let found = kinds(|public| {
        for name in [
            "a.zip",
            "b.json",
            "c.mat",
            "d.tfrec",
            "e.parquet",
            "f.7z",
            "g.tar.gz",
        ] {
            std::fs::write(public.join(name), "not that").expect("it works in a fresh folder");
        }
    });
    assert_eq!(found, []);
}

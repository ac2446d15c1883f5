//! Divides the pictures, each of which exists plain and with three ways of hiding a message; of a
//! test picture one of the four is shown.

use mlebench_core::prepare::{Files, Preparation, PrepareError, split_rows};
use mlebench_data::random::PythonRandom;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const PLAIN: &str = "Cover";
const HIDING: [&str; 3] = ["JMiPOD", "JUNIWARD", "UERD"];

/// Prepares alaska2-image-steganalysis.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let pictures = raw.list_ending(PLAIN, "jpg")?;
    let size = TestSize::Rows(task.constant("test_size")?);
    let split = split_rows(PLAIN, pictures.len(), size, 42)?;

    let mut files = Files::new(raw, prepared);
    for (place, picture) in split.train.iter().enumerate() {
        for folder in HIDING.into_iter().chain([PLAIN]) {
            let from = format!("{folder}/{}", pictures[*picture]);
            files.add(&from, &format!("public/{folder}/{:05}.jpg", place + 1))?;
        }
    }
    let (mut ids, mut labels) = (Vec::new(), Vec::new());
    let mut random = PythonRandom::new(0);
    let mut test = split.test;
    random.shuffle(&mut test);
    for (place, picture) in test.iter().enumerate() {
        let folder = match random.choice(&[true, false]) {
            Some(true) => PLAIN,
            _ => random.choice(&HIDING).copied().unwrap_or(PLAIN),
        };
        let id = format!("{:04}.jpg", place + 1);
        let from = format!("{folder}/{}", pictures[*picture]);
        files.add(&from, &format!("public/Test/{id}"))?;
        ids.push(id);
        labels.push(i64::from(folder != PLAIN));
    }

    let ids = Table::new().with_column("Id", Column::from_texts(ids));
    let none = Column::Int(vec![0; labels.len()]);
    let answers = ids.clone().with_column("Label", Column::Int(labels));
    prepared.write_table("private/test.csv", &answers)?;
    prepared.write_table(
        "public/sample_submission.csv",
        &ids.with_column("Label", none),
    )?;
    files.run(task.progress)
}

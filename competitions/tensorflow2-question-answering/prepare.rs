//! Divides the questions block by block; the file is too large to be divided as a whole.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use mlebench_core::prepare::{JsonFile, Preparation, PrepareError, split_rows};
use mlebench_data::json::{Json, Records, lines};
use mlebench_data::python_float_repr;
use mlebench_data::split::{Split, TestSize};
use mlebench_data::table::{Column, Table, TextColumn};

const QUESTIONS: &str = "simplified-nq-train.jsonl";
const ID: &str = "example_id";
/// Lines of a block.
const BLOCK: usize = 1000;
/// What a test question shows.
const SHOWN: [&str; 4] = [
    ID,
    "question_text",
    "document_text",
    "long_answer_candidates",
];

/// Prepares tensorflow2-question-answering.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let path = task.raw.path(Path::new(QUESTIONS))?;
    let mut questions =
        BufReader::new(File::open(&path).map_err(PrepareError::file("read", &path))?);
    let mut predictions = Predictions::default();
    let prepared = task.prepared;
    task.progress.begin("questions", None);
    prepared.write_with("public/simplified-nq-train.jsonl", |train| {
        prepared.write_with("public/simplified-nq-test.jsonl", |test| {
            prepared.write_with("private/test.jsonl", |answers| {
                while let Some(block) =
                    next_block(&mut questions).map_err(PrepareError::file("read", &path))?
                {
                    let records = read_block(&block)?;
                    let split = divide(task, &records)?;
                    predictions.add(&records, &split.test)?;
                    let shown = columns(&records, &SHOWN)?;
                    let all: Vec<usize> = (0..records.keys().len()).collect();
                    let text =
                        |rows: &[usize], columns: &[usize]| lines_of(&records, rows, columns);
                    train.write(|out| out.write_all(&text(&split.train, &all)))?;
                    test.write(|out| out.write_all(&text(&split.test, &shown)))?;
                    answers.write(|out| out.write_all(&text(&split.test, &all)))?;
                    task.progress.advance(records.len() as u64);
                }
                Ok(())
            })
        })
    })?;
    task.progress.end();
    predictions.write(task)
}

/// Reads the next lines; `None` at the end of the file.
fn next_block(questions: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut block = String::new();
    for _ in 0..BLOCK {
        if questions.read_line(&mut block)? == 0 {
            break;
        }
    }
    Ok((!block.trim().is_empty()).then_some(block))
}

/// Parses a block; ids become text.
fn read_block(block: &str) -> Result<Records, PrepareError> {
    let mut records = lines::read(block).map_err(PrepareError::content(QUESTIONS))?;
    let [id] = columns(&records, &[ID])?[..] else {
        return Ok(records);
    };
    records.update(id, |_, value| match value {
        Json::Int(number) => number.to_string().into(),
        Json::LongInt(digits) => (&**digits).into(),
        Json::Float(number) => python_float_repr(*number).into(),
        other => other.clone(),
    });
    Ok(records)
}

fn divide(task: &Preparation<'_>, records: &Records) -> Result<Split, PrepareError> {
    if task.corrected() && records.len() == 1 {
        // A single question cannot be divided.
        return Ok(Split {
            train: vec![0],
            test: Vec::new(),
        });
    }
    split_rows(QUESTIONS, records.len(), TestSize::Fraction(0.1), 0)
}

fn columns(records: &Records, names: &[&str]) -> Result<Vec<usize>, PrepareError> {
    let column = |name: &&str| {
        records.column(name).ok_or_else(|| {
            PrepareError::unexpected(QUESTIONS, format!("a block of lines has no `{name}`"))
        })
    };
    names.iter().map(column).collect()
}

fn lines_of(records: &Records, rows: &[usize], columns: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        let values = records.row(*row);
        let fields = columns
            .iter()
            .map(|column| (&records.keys()[*column], &values[*column]));
        lines::push_line(&mut bytes, fields);
    }
    bytes
}

/// The ids that a submission needs, two for each question, and the true answers.
#[derive(Default)]
struct Predictions {
    ids: TextColumn,
    answers: TextColumn,
}

impl Predictions {
    fn add(&mut self, records: &Records, rows: &[usize]) -> Result<(), PrepareError> {
        let file = JsonFile::new(QUESTIONS, Json::Null);
        for row in rows {
            let question = Json::Object(records.object(*row));
            let id = file.text_of(&question, ID)?;
            let annotation = file.list_of(&question, "annotations")?.first();
            let annotation = annotation.unwrap_or(&Json::Null);
            self.ids.push(&format!("{id}_short"));
            self.answers.push(&short_answer(&file, annotation)?);
            self.ids.push(&format!("{id}_long"));
            self.answers.push(&long_answer(&file, annotation)?);
        }
        Ok(())
    }

    fn write(self, task: &Preparation<'_>) -> Result<(), PrepareError> {
        let empty = Column::from_texts(vec![""; self.ids.len()]);
        let ids = Table::new().with_column(ID, Column::Text(self.ids));
        let sample = ids.clone().with_column("PredictionString", empty);
        let gold = ids.with_column("PredictionString", Column::Text(self.answers));
        task.prepared
            .write_table("private/gold_submission.csv", &gold)?;
        task.prepared
            .write_table("public/sample_submission.csv", &sample)
    }
}

/// Yes or no, or the first span, or nothing.
fn short_answer(file: &JsonFile, annotation: &Json) -> Result<String, PrepareError> {
    let yes_no = file.text_of(annotation, "yes_no_answer")?;
    if yes_no != "NONE" {
        return Ok(yes_no.to_owned());
    }
    match file.list_of(annotation, "short_answers")? {
        [first, ..] => span(file, first),
        [] => Ok(String::new()),
    }
}

/// The span, or nothing where it starts at -1.
fn long_answer(file: &JsonFile, annotation: &Json) -> Result<String, PrepareError> {
    let answer = file.field(annotation, "long_answer")?;
    if file.int_of(answer, "start_token")? == -1 {
        return Ok(String::new());
    }
    span(file, answer)
}

fn span(file: &JsonFile, answer: &Json) -> Result<String, PrepareError> {
    let (start, end) = (
        file.int_of(answer, "start_token")?,
        file.int_of(answer, "end_token")?,
    );
    Ok(format!("{start}:{end}"))
}

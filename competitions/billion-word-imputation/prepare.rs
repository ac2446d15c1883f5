//! Holds out one sentence of a hundred and takes a word out of each.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use mlebench_core::prepare::{Preparation, PrepareError};
use mlebench_data::archive::{ZipSource, ZipTarget};
use mlebench_data::lines::for_each_line;
use mlebench_data::random::NumpyLegacy;

const TRAIN: &str = "train_v2.txt";
const SHARE: f64 = 0.01;
/// A word is taken from between two others.
const FEWEST_WORDS: usize = 3;

/// Prepares billion-word-imputation.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let archive = |name: &str| Path::new(&format!("public/{name}.zip")).to_owned();
    let mut source = ZipSource::open(&task.raw.path(Path::new("train_v2.txt.zip"))?)?;
    let mut train = ZipTarget::create(&task.prepared.place(&archive(TRAIN))?)?;
    let mut test = Test::new();
    task.progress.begin("sentences", None);
    source.with_member(TRAIN, |sentences| {
        train
            .add_written(TRAIN, |out| {
                for_each_line(sentences, |line, ended| {
                    task.progress.advance(1);
                    if !test.takes(line) {
                        out.write_all(line.as_bytes())?;
                        out.write_all(if ended { b"\n" } else { b"" })?;
                    }
                    Ok(())
                })
            })
            .map_err(io::Error::other)
    })?;
    train.finish()?;
    task.progress.end();

    let mut public = ZipTarget::create(&task.prepared.place(&archive("test_v2.txt"))?)?;
    public.add_bytes("test_v2.txt", test.gapped.as_bytes())?;
    public.finish()?;
    let prepared = task.prepared;
    prepared.write_bytes("private/test.csv", test.whole.as_bytes())?;
    prepared.write_bytes("private/sample_submission.csv", test.gapped.as_bytes())
}

/// The test sentences so far, with and without the word that is asked for.
struct Test {
    random: NumpyLegacy,
    count: usize,
    whole: String,
    gapped: String,
}

impl Test {
    fn new() -> Self {
        let header = "\"id\",\"sentence\"\n".to_owned();
        Self {
            random: NumpyLegacy::new(0),
            count: 0,
            whole: header.clone(),
            gapped: header,
        }
    }

    /// Draws whether a sentence becomes test, and if so keeps it.
    fn takes(&mut self, line: &str) -> bool {
        if self.random.uniform() > SHARE {
            return false;
        }
        let sentence = line.replace('"', "\"\"");
        let sentence = sentence.trim_matches(is_blank);
        let mut words: Vec<&str> = sentence
            .split(is_blank)
            .filter(|word| !word.is_empty())
            .collect();
        if words.len() < FEWEST_WORDS {
            return false;
        }
        words.remove(self.random.randint(1, words.len() as i64 - 1) as usize);
        let id = self.count;
        let _ = writeln!(self.whole, "{id},\"{sentence}\"");
        let _ = writeln!(self.gapped, "{id},\"{}\"", words.join(" "));
        self.count += 1;
        true
    }
}

/// Returns whether Python's `split` parts words here: at Unicode's blanks and four separators more.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || ('\x1c'..='\x1f').contains(&character)
}

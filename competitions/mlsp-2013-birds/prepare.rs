//! Keeps the labelled recordings, numbers them anew and hides the labels of a fifth.

use std::collections::{BTreeMap, HashSet};

use mlebench_core::prepare::{Files, Preparation, PrepareError, Raw};
use mlebench_data::archive::ZipSource;
use mlebench_data::split::sample_fraction;
use mlebench_data::table::{Column, Table};

const ARCHIVE: &str = "mlsp_contest_dataset.zip";
const FOLDS: &str = "essential_data/CVfolds_2.txt";
const NAMES: &str = "essential_data/rec_id2filename.txt";
const LABELS: &str = "essential_data/rec_labels_test_hidden.txt";

/// Tables of segments, and the header that the original gives all of them.
const SEGMENTS: [&str; 3] = [
    "supplemental_data/histogram_of_segments.txt",
    "supplemental_data/segment_features.txt",
    "supplemental_data/segment_rectangles.txt",
];
const SEGMENTS_HEADER: &str = "rec_id,[histogram of segment features]";

/// Files that are handed on as they are.
const COPIED: [&str; 3] = [
    "essential_data/species_list.txt",
    "supplemental_data/segment_clusters.bmp",
    "supplemental_data/segment_mosaic.bmp",
];

/// Folders with a file for each recording, and the ending of the file.
const FOLDERS: [(&str, &str); 5] = [
    ("essential_data/src_wavs", "wav"),
    ("supplemental_data/filtered_spectrograms", "bmp"),
    ("supplemental_data/segmentation_examples", "bmp"),
    ("supplemental_data/spectrograms", "bmp"),
    ("supplemental_data/supervised_segmentation", "bmp"),
];

/// The one folder in which recordings may have no file.
const INCOMPLETE: &str = "supplemental_data/segmentation_examples";

const SPECIES: i64 = 19;

/// Prepares mlsp-2013-birds.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let raw = task.raw;
    let folds = Lines::read(raw, FOLDS)?;
    let labelled = folds.rows.iter().filter(|(_, rest)| rest.trim() == "0");
    let labelled: Vec<i64> = labelled.map(|(id, _)| *id).collect();
    let drawn = sample_fraction(labelled.len(), 0.2, 0).map_err(|source| PrepareError::Split {
        file: FOLDS.to_owned(),
        source,
    })?;
    let test: HashSet<i64> = drawn.into_iter().map(|place| place as i64).collect();
    let new_ids = labelled
        .iter()
        .zip(0..)
        .map(|(old, new)| (*old, new))
        .collect();

    let fold = |id: i64| format!("{id},{}", i64::from(test.contains(&id)));
    let ids: Vec<i64> = (0..labelled.len() as i64).collect();
    write(task, FOLDS, &folds.header, ids.iter().map(|id| fold(*id)))?;
    let names = Lines::read(raw, NAMES)?.renumbered(&new_ids);
    write(task, NAMES, &names.header, names.rows.iter().map(line))?;
    let labels = Lines::read(raw, LABELS)?.renumbered(&new_ids);
    let hidden = labels.rows.iter().map(|row| {
        if test.contains(&row.0) {
            format!("{},?", row.0)
        } else {
            line(row)
        }
    });
    write(task, LABELS, &labels.header, hidden)?;
    for table in SEGMENTS {
        let segments = Lines::read(raw, table)?.renumbered(&new_ids);
        let header = if task.corrected() {
            &segments.header
        } else {
            SEGMENTS_HEADER
        };
        write(task, table, header, segments.rows.iter().map(line))?;
    }
    task.prepared
        .write_table("private/answers.csv", &answers(&labels, &test)?)?;
    let asked = ids.iter().filter(|id| test.contains(id));
    let asked: Vec<i64> = asked.flat_map(|id| questions(*id)).collect();
    let zeros = Column::Int(vec![0; asked.len()]);
    let sample = Table::new()
        .with_column("Id", Column::Int(asked))
        .with_column("Probability", zeros);
    task.prepared
        .write_table("public/sample_submission.csv", &sample)?;
    copy_files(task, &names)
}

/// A text table whose first field is the number of a recording.
struct Lines {
    header: String,
    /// The recording, and what follows the first comma; empty when there is none.
    rows: Vec<(i64, String)>,
}

impl Lines {
    fn read(raw: &Raw, file: &str) -> Result<Self, PrepareError> {
        let place = place(file);
        let text = String::from_utf8(raw.bytes(&place)?).map_err(PrepareError::content(&place))?;
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default().to_owned();
        let rows = lines.filter(|line| !line.is_empty()).map(|line| {
            let (id, rest) = line.split_once(',').unwrap_or((line, ""));
            let id = id.trim().parse();
            let id = id.map_err(|_| {
                let problem = format!("`{line}` does not begin with the number of a recording");
                PrepareError::unexpected(place.clone(), problem)
            })?;
            Ok((id, rest.to_owned()))
        });
        let rows = rows.collect::<Result<_, PrepareError>>()?;
        Ok(Self { header, rows })
    }

    /// Keeps the rows of recordings that have a new number, and gives it to them.
    fn renumbered(mut self, new_ids: &BTreeMap<i64, i64>) -> Self {
        self.rows.retain(|(id, _)| new_ids.contains_key(id));
        for (id, _) in &mut self.rows {
            *id = new_ids[id];
        }
        self
    }
}

fn line((id, rest): &(i64, String)) -> String {
    if rest.is_empty() {
        id.to_string()
    } else {
        format!("{id},{rest}")
    }
}

fn write(
    task: &Preparation<'_>,
    file: &str,
    header: &str,
    lines: impl Iterator<Item = String>,
) -> Result<(), PrepareError> {
    let mut text = format!("{header}\n");
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    task.prepared
        .write_bytes(&format!("public/{file}"), text.as_bytes())
}

/// Returns the ids of a recording's questions, one for each species.
fn questions(recording: i64) -> impl Iterator<Item = i64> {
    (0..SPECIES).map(move |species| recording * 100 + species)
}

fn answers(labels: &Lines, test: &HashSet<i64>) -> Result<Table, PrepareError> {
    let (mut ids, mut flags) = (Vec::new(), Vec::new());
    for (recording, species) in &labels.rows {
        if !test.contains(recording) {
            continue;
        }
        let heard: Result<HashSet<i64>, _> = species
            .split(',')
            .filter(|species| !species.is_empty())
            .map(|species| species.trim().parse())
            .collect();
        let heard = heard.map_err(|_| {
            let problem = format!("`{species}` are no numbers of species");
            PrepareError::unexpected(place(LABELS), problem)
        })?;
        ids.extend(questions(*recording));
        flags.extend((0..SPECIES).map(|species| i64::from(heard.contains(&species))));
    }
    Ok(Table::new()
        .with_column("Id", Column::Int(ids))
        .with_column("Probability", Column::Int(flags)))
}

fn copy_files(task: &Preparation<'_>, names: &Lines) -> Result<(), PrepareError> {
    let archive = ZipSource::open(&task.raw.path(ARCHIVE.as_ref())?)?;
    let members: HashSet<String> = archive.names().into_iter().collect();
    let mut files = Files::new(task.raw, task.prepared);
    for file in COPIED {
        files.add(&place(file), &format!("public/{file}"))?;
    }
    for (folder, ending) in FOLDERS {
        for (_, name) in &names.rows {
            let file = format!("{folder}/{name}.{ending}");
            if folder != INCOMPLETE || members.contains(&member(&file)) {
                files.add(&place(&file), &format!("public/{file}"))?;
            }
        }
    }
    files.run(task.progress)
}

fn member(file: &str) -> String {
    format!("mlsp_contest_dataset/{file}")
}

fn place(file: &str) -> String {
    format!("{ARCHIVE}!{}", member(file))
}

//! Mutants that remain tables: rows and cells change as the declared kinds of columns suggest.

use std::collections::BTreeSet;

use mlebench_core::spec::{ColumnKind, SubmissionSpec};
use mlebench_data::csv::{self, ReadOptions};

use crate::shared::random::Rng;

/// A submission as texts: the header, then the rows.
#[derive(Clone)]
pub(crate) struct Sheet(pub(crate) Vec<Vec<String>>);

impl Sheet {
    /// Reads a submission without taking anything for a number or a missing cell.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let options = ReadOptions {
            all_text: true,
            missing_words: false,
            ..ReadOptions::default()
        };
        let table = csv::read(bytes, &options).ok()?;
        let mut rows = vec![table.column_names().map(str::to_owned).collect()];
        for row in 0..table.rows() {
            let cells = table
                .columns()
                .map(|(_, column)| column.cell_text(row).into_owned());
            rows.push(cells.collect());
        }
        Some(Self(rows))
    }

    /// Returns whether two rows agree in the named columns.
    pub(crate) fn repeats(&self, names: &[String]) -> bool {
        let Some((header, rows)) = self.0.split_first() else {
            return false;
        };
        let is_named = |place: &usize| header.get(*place).is_some_and(|name| names.contains(name));
        let places: Vec<usize> = (0..header.len()).filter(is_named).collect();
        let key = |row: &Vec<String>| {
            places
                .iter()
                .map(|place| row.get(*place).cloned())
                .collect()
        };
        let keys: BTreeSet<Vec<Option<String>>> = rows.iter().map(key).collect();
        keys.len() < rows.len()
    }

    /// Writes the sheet, quoting what needs it.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut text = String::new();
        for row in &self.0 {
            for (place, cell) in row.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                let alone = row.len() == 1 && cell.is_empty();
                if alone || cell.contains([',', '"', '\n', '\r']) {
                    text.push('"');
                    text.push_str(&cell.replace('"', "\"\""));
                    text.push('"');
                } else {
                    text.push_str(cell);
                }
            }
            text.push('\n');
        }
        text.into_bytes()
    }
}

/// Changes some cells of a submission, rarely its rows and columns.
pub(crate) fn mutate(spec: &SubmissionSpec, seed: &[u8], rng: &mut Rng) -> Vec<u8> {
    let Some(mut sheet) = Sheet::read(seed) else {
        return seed.to_vec();
    };
    if rng.once_in(6) {
        move_rows(&mut sheet.0, rng);
    }
    if rng.once_in(12) {
        move_columns(&mut sheet.0, rng);
    }
    for _ in 0..=rng.below(3) {
        let (rows, header) = (sheet.0.len(), sheet.0.first().cloned().unwrap_or_default());
        if rows < 2 || header.is_empty() {
            break;
        }
        let (row, place) = (1 + rng.below(rows - 1), rng.below(header.len()));
        let group = spec
            .columns
            .iter()
            .find(|group| group.names.contains(&header[place]));
        // Ids are left alone more often than not: nothing lies behind a wrong one.
        if group.is_none() && !rng.once_in(8) {
            continue;
        }
        let kind = group.map_or(ColumnKind::Text, |group| group.kind);
        let other = sheet.0[1 + rng.below(rows - 1)]
            .get(place)
            .cloned()
            .unwrap_or_default();
        if let Some(cell) = sheet.0[row].get_mut(place) {
            *cell = changed(cell, &other, kind, rng);
        }
    }
    sheet.write()
}

fn move_rows(rows: &mut Vec<Vec<String>>, rng: &mut Rng) {
    let (one, other) = (rng.below(rows.len()), rng.below(rows.len()));
    match rng.below(5) {
        0 => rows.insert(other, rows[one].clone()),
        1 => drop(rows.remove(one)),
        2 => rows.swap(one, other),
        3 => rows.truncate(one),
        _ => rng.shuffle(rows.get_mut(1..).unwrap_or_default()),
    }
}

fn move_columns(rows: &mut [Vec<String>], rng: &mut Rng) {
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 {
        return;
    }
    let (one, other) = (rng.below(width), rng.below(width));
    match rng.below(4) {
        0 => rows
            .iter_mut()
            .filter(|row| row.len() == width)
            .for_each(|row| row.swap(one, other)),
        1 => rows
            .iter_mut()
            .filter(|row| row.len() == width)
            .for_each(|row| drop(row.remove(one))),
        2 => rows.iter_mut().for_each(|row| row.push("x".to_owned())),
        _ => {
            if let Some(name) = rows.first_mut().and_then(|row| row.get_mut(one)) {
                name.push('_');
            }
        }
    }
}

/// Numbers and words that no column expects.
const WORDS: [&str; 34] = [
    "",
    " ",
    "NA",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "Infinity",
    "None",
    "True",
    "-0",
    "0",
    "1",
    "-1",
    "+1",
    "007",
    "1e308",
    "-1e308",
    "1e999",
    "5e-324",
    "1e-17",
    "0.9999999999999999",
    "1.0000000000000002",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "9223372036854775807",
    "4294967296",
    "2147483648",
    "1_000",
    "0x10",
    "1,5",
    "\"",
    "\u{0}\u{feff}é日\u{301}",
];

fn changed(cell: &str, other: &str, kind: ColumnKind, rng: &mut Rng) -> String {
    match rng.below(12) {
        0 | 1 => rng.pick(&WORDS).to_owned(),
        2 => other.to_owned(),
        3 if rng.once_in(4) => rng.pick(&WORDS[1..]).repeat(10_000),
        4 if matches!(kind, ColumnKind::Text) => format!("{cell}{}", rng.pick(&WORDS)),
        5 if matches!(kind, ColumnKind::Text) => cell.chars().rev().collect(),
        6 if rng.once_in(2) => format!(" {cell} "),
        _ => tokens(cell, other, kind, rng),
    }
}

/// Changes a cell as a list of tokens between blanks, or between whatever else parts them.
fn tokens(cell: &str, other: &str, kind: ColumnKind, rng: &mut Rng) -> String {
    let blank = [" ", " ", " ", ",", ";", ":", "|"];
    let between = blank
        .iter()
        .find(|sign| cell.contains(**sign))
        .copied()
        .unwrap_or(" ");
    let between = if rng.once_in(8) {
        rng.pick(&blank)
    } else {
        between
    };
    let mut tokens: Vec<String> = cell.split(between).map(str::to_owned).collect();
    for _ in 0..=rng.below(3) {
        change_token(&mut tokens, other, kind, rng);
    }
    tokens.join(between)
}

fn change_token(tokens: &mut Vec<String>, other: &str, kind: ColumnKind, rng: &mut Rng) {
    let place = rng.below(tokens.len());
    match rng.below(9) {
        0 => tokens.insert(place, rng.pick(&WORDS).to_owned()),
        1 if tokens.len() > 1 => drop(tokens.remove(place)),
        2 => {
            let end = (place + 1 + rng.below(6)).min(tokens.len());
            let piece = tokens[place..end].to_vec();
            // Long lists are rare: each is a hundred kilobytes.
            let times = if rng.once_in(60) {
                100_000 / piece.len()
            } else {
                1 + rng.below(4)
            };
            let many = std::iter::repeat_n(piece, times).flatten();
            tokens.splice(place..place, many);
        }
        3 => {
            let with = rng.below(tokens.len());
            tokens.swap(place, with);
        }
        4 => tokens.extend(other.split(' ').map(str::to_owned)),
        5 if kind == ColumnKind::Mask => {
            let numbers = [0_u64, 1, 2, 50, 1_000_000, 1 << 32, 1 << 62];
            for _ in 0..2 {
                tokens.push(numbers[rng.below(numbers.len())].to_string());
            }
        }
        6 | 7 => {
            if let Some(token) = tokens.get_mut(place) {
                *token = near(token, rng);
            }
        }
        _ => {
            if let Some(token) = tokens.get_mut(place) {
                rng.pick(&WORDS).clone_into(token);
            }
        }
    }
}

/// A number near a token's, or one of another size.
fn near(token: &str, rng: &mut Rng) -> String {
    if let Ok(number) = token.parse::<i64>() {
        let step = [1, -1, 10, -1000, 1_000_000][rng.below(5)];
        return number.wrapping_add(step).to_string();
    }
    if let Ok(number) = token.parse::<f64>() {
        let factor = [1.0 + 1e-9, 0.999, -1.0, 1e3, 1e-300, 1e300][rng.below(6)];
        return (number * factor).to_string();
    }
    format!("{token}{}", rng.pick(&["0", "x", ".", "-", "e5"]))
}

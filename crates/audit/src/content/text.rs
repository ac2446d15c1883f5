//! Records of delimited text, XML and plain lines.

use std::io;

use mlebench_data::csv::{self, ReadOptions};

use super::rows::{Form, Record, Rows, clip};
use crate::Truth;

/// Fewest bytes of a header that say by which character fields are cut.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// Most words of a line that are looked at.
const MAX_WORDS: usize = 24;

/// Reads a table; the character that cuts its fields is the most frequent one of the header.
pub(crate) fn table(bytes: &[u8], tabs: bool) -> io::Result<Rows> {
    let header = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let count = |delimiter: &u8| memchr::memchr_iter(*delimiter, header).count();
    let most = DELIMITERS
        .into_iter()
        .rev()
        .max_by_key(|delimiter| count(delimiter));
    let delimiter = most.filter(|most| count(most) > 0 && !tabs);
    let options = ReadOptions {
        delimiter: delimiter.unwrap_or(if tabs { b'\t' } else { b',' }),
        all_text: true,
        missing_words: false,
        ..ReadOptions::default()
    };
    let table = csv::read(bytes, &options).or_else(|error| match error {
        csv::CsvError::InvalidUtf8 { .. } => {
            csv::read(String::from_utf8_lossy(bytes).as_bytes(), &options)
        }
        other => Err(other),
    });
    Ok(Rows::from_table(&table.map_err(io::Error::other)?))
}

/// Returns the lines that hold an id of a test item as records: the id, and the words by their place.
pub(crate) fn lines(text: &str, truth: &Truth) -> Rows {
    let record = |line: &str| {
        let words = line.split([' ', ',', ';', ':', '|', '=', '\t', '"', '\'', '(', ')']);
        let words = words.filter(|word| !word.is_empty()).take(MAX_WORDS);
        let words: Vec<&str> = words.collect();
        let at = words.iter().position(|word| truth.is_id(word))?;
        let mut record: Record = vec![("(id)".to_owned(), words[at].to_owned())];
        for (place, word) in words.iter().enumerate().filter(|(place, _)| *place != at) {
            record.push((format!("word {}", place + 1), (*word).to_owned()));
        }
        Some(record)
    };
    Rows::from_records(text.lines().filter_map(record), Form::Lines)
}

/// Returns what a short text says on its own: all of it, and its lines `key: value`.
pub(crate) fn facts(text: &str) -> Record {
    const SHORT: usize = 256;
    const MAX_LINES: usize = 64;
    let mut record = Record::new();
    let whole = text.trim();
    if !whole.is_empty() && whole.len() <= SHORT {
        record.push(("(text)".to_owned(), whole.to_owned()));
    }
    for line in text.lines().take(MAX_LINES) {
        if let Some((key, value)) = line.split_once([':', '=', '\t'])
            && !key.trim().is_empty()
            && key.len() <= 64
        {
            let value = value.trim().trim_matches(['"', '\'', ',']);
            let key = key.trim().trim_matches(['"', '\'', '-', ' ']);
            record.push((key.to_owned(), clip(value).to_owned()));
        }
    }
    record
}

/// Returns the elements of XML that have attributes or plain children, as records.
pub(crate) fn xml(text: &str) -> Vec<Record> {
    const MAX_DEPTH: usize = 64;
    let mut records = Vec::new();
    let mut open: Vec<(String, Record, String)> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        if let Some((_, _, content)) = open.last_mut() {
            content.push_str(clip(before));
        }
        let Some((tag, after)) = after.split_once('>') else {
            break;
        };
        rest = after;
        if tag.starts_with(['!', '?']) {
            continue;
        }
        if !tag.starts_with('/') {
            let name = tag.split([' ', '\n', '/']).next().unwrap_or(tag);
            if open.len() < MAX_DEPTH {
                open.push((name.to_owned(), attributes(tag), String::new()));
            }
            if !tag.ends_with('/') {
                continue;
            }
        }
        let Some((name, record, content)) = open.pop() else {
            continue;
        };
        if record.is_empty()
            && let Some((_, above, _)) = open.last_mut()
        {
            above.push((name, content.trim().to_owned()));
            continue;
        }
        // What is inside also tells about what is around it.
        if let Some((_, above, _)) = open.last_mut() {
            let inner = record
                .iter()
                .map(|(field, value)| (format!("{name}.{field}"), value.clone()));
            above.extend(inner);
        }
        records.push(record);
    }
    records
}

fn attributes(tag: &str) -> Record {
    let mut record = Record::new();
    let mut rest = tag;
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            break;
        };
        let Some((value, after)) = after[1..].split_once(quote) else {
            break;
        };
        let name = name.split_whitespace().next_back().unwrap_or(name);
        record.push((name.to_owned(), clip(value).to_owned()));
        rest = after;
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_attributes_become_records() {
        let text = "<?xml?><set><image id=\"a1\" label='3'/><item><id>a2</id><l>4</l></item></set>";
        let found = xml(text);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(found[0], [pair("id", "a1"), pair("label", "3")]);
        assert_eq!(found[1], [pair("id", "a2"), pair("l", "4")]);
        for broken in ["<", "<a", "</a>", "<a b=>", "<a b='", "a > b", "<a><b></a>"] {
            xml(broken);
        }
    }

    #[test]
    fn tables_are_cut_where_their_header_is() {
        for text in ["a,b\n1,2\n", "a;b\n1;2\n", "a\tb\n1\t2\n", "a|b\n1|2\n"] {
            let rows = table(text.as_bytes(), false).unwrap();
            assert_eq!((rows.names.len(), rows.get(0, 1)), (2, Some("2")), "{text}");
        }
        assert_eq!(table(b"a,b\n\xe9,2\n", false).unwrap().get(0, 1), Some("2"));
    }

    #[test]
    fn short_texts_tell_what_they_say() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(facts("cat\n"), [pair("(text)", "cat")]);
        assert_eq!(
            facts("label: cat\nage = 3\n")[1..],
            [pair("label", "cat"), pair("age", "3")]
        );
    }
}

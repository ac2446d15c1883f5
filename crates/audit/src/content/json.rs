//! Records of JSON.

use std::collections::BTreeMap;

use mlebench_data::json::{self, Json};

use super::rows::Record;

/// How deep nested values are named; what lies deeper is one value.
const MAX_DEPTH: usize = 4;

/// Most fields of an object that is one record; larger ones are keyed by what they speak of.
const MAX_FIELDS: usize = 512;

/// Parses a text and returns its records: of a list its items, of an object of lists theirs (COCO),
/// of an object of objects those with their keys, of columns (`{"field": {"row": value}}`, or
/// `{"field": [value]}` of one length) the rows, of lists by key each item with its key.
pub(crate) fn records(text: &str) -> Result<Vec<Record>, json::JsonError> {
    let value = json::parse(text.trim_start_matches('\u{feff}'))?;
    Ok(of_value(&value, 0))
}

fn of_value(value: &Json, depth: usize) -> Vec<Record> {
    let object = match value {
        Json::Array(items) => return items.iter().map(flat).collect(),
        Json::Object(object) => object,
        _ => return vec![flat(value)],
    };
    let mut records = Vec::new();
    if object.len() <= MAX_FIELDS {
        records.push(flat(value));
    }
    records.extend(columns(value));
    records.extend(rows_by_key(value));
    for (key, inner) in object.iter() {
        let keyed = |record: Record| {
            let mut whole = vec![("key".to_owned(), key.to_string())];
            whole.extend(record);
            whole
        };
        match inner {
            Json::Array(items) => records.extend(items.iter().map(|item| keyed(flat(item)))),
            Json::Object(_) if depth == 0 => {
                records.push(keyed(flat(inner)));
                records.extend(of_value(inner, depth + 1).into_iter().map(|mut record| {
                    record.push(("above".to_owned(), key.to_string()));
                    record
                }));
            }
            _ => records.push(keyed(flat(inner))),
        }
    }
    records
}

/// Returns the rows of lists of one length.
fn columns(value: &Json) -> Vec<Record> {
    let Some(object) = value.as_object() else {
        return Vec::new();
    };
    let lists = object
        .iter()
        .filter_map(|(key, list)| Some((key, list.as_array()?)));
    let lists: Vec<_> = lists.filter(|(_, list)| list.len() > 1).collect();
    let Some(len) = lists.first().map(|(_, list)| list.len()) else {
        return Vec::new();
    };
    if lists.len() < 2 || lists.iter().any(|(_, list)| list.len() != len) {
        return Vec::new();
    }
    let row = |row: usize| {
        let cells = lists.iter();
        cells
            .map(|(key, list)| (key.to_string(), scalar(&list[row])))
            .collect()
    };
    (0..len).map(row).collect()
}

/// Returns the rows of `{"field": {"row": value}}`, as data frames are written by default.
fn rows_by_key(value: &Json) -> Vec<Record> {
    let Some(object) = value.as_object() else {
        return Vec::new();
    };
    let fields = object
        .iter()
        .filter_map(|(key, inner)| Some((key, inner.as_object()?)));
    let fields: Vec<_> = fields.filter(|(_, inner)| inner.len() > 1).collect();
    if fields.is_empty() || fields.len() > MAX_FIELDS {
        return Vec::new();
    }
    let mut rows: BTreeMap<&str, Record> = BTreeMap::new();
    for (field, inner) in fields {
        for (row, value) in inner.iter() {
            let record = rows
                .entry(row)
                .or_insert_with(|| vec![("row".to_owned(), row.to_string())]);
            record.push((field.to_string(), scalar(value)));
        }
    }
    rows.into_values()
        .filter(|record| record.len() > 1)
        .collect()
}

/// Returns an object's fields as one record.
pub(crate) fn flat(value: &Json) -> Record {
    let mut record = Vec::new();
    flatten("", value, 0, &mut record);
    record
}

fn flatten(name: &str, value: &Json, depth: usize, record: &mut Record) {
    match value {
        Json::Object(object) if depth < MAX_DEPTH => {
            for (key, inner) in object.iter() {
                let name = match name {
                    "" => key.to_string(),
                    _ => format!("{name}.{key}"),
                };
                flatten(&name, inner, depth + 1, record);
            }
        }
        _ => record.push((name.to_owned(), scalar(value))),
    }
}

/// Returns a value as text; lists and deep objects as JSON.
fn scalar(value: &Json) -> String {
    if matches!(value, Json::Null) {
        return String::new();
    }
    value.as_text().map_or_else(
        || {
            let mut bytes = Vec::new();
            // Writing to memory cannot fail.
            let _ = json::write(value, &mut bytes, json::DumpOptions::default());
            String::from_utf8_lossy(&bytes).into_owned()
        },
        str::to_owned,
    )
}

#[cfg(test)]
mod tests {
    use super::records;

    #[test]
    fn every_shape_of_json_becomes_records_that_hold_id_and_value() {
        for text in [
            r#"[{"id": "a1", "m": {"x": 3}}]"#,
            r#"{"items": [{"id": "a1", "m": {"x": 3}}]}"#,
            r#"{"a1": 3, "a2": 4}"#,
            r#"{"a1": {"x": 3}}"#,
            r#"{"data": {"a1": {"x": 3}}}"#,
            r#"{"data": {"a1": 3}}"#,
            r#"{"id": {"0": "a1", "1": "b"}, "x": {"0": 3, "1": 4}}"#,
            r#"{"x": {"a1": 3, "a2": 4}, "y": {"a1": 1, "a2": 4}}"#,
            r#"{"id": ["a1", "a2"], "x": [3, 4]}"#,
            r#"{"3": ["a1"], "4": ["a2", "a3"]}"#,
        ] {
            let found = records(text).unwrap();
            let both = found.iter().any(|record| {
                let holds = |value: &str| record.iter().any(|(_, found)| found == value);
                holds("a1") && holds("3")
            });
            assert!(both, "{text}: {found:?}");
        }
    }
}

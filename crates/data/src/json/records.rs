//! A list of objects as rows and columns, with the types that pandas gives to columns.

use std::collections::HashMap;

use crate::json::kind::{Found, Kind};
use crate::json::{Json, JsonError, Key, Object};

/// Objects that went through a pandas data frame: each has all keys, in the order in which the keys
/// first appear in any of them.
///
/// A key that a record lacks is NaN there. Where numbers stand beside gaps or fractions, the whole
/// numbers of the column are floats.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    keys: Vec<Key>,
    rows: Vec<Vec<Json>>,
}

impl Records {
    /// Makes records of a list's objects, as `pandas.DataFrame(list)` does.
    ///
    /// # Errors
    ///
    /// Fails when one is no object.
    pub fn new(list: Vec<Json>) -> Result<Self, JsonError> {
        let mut places: HashMap<Key, usize> = HashMap::new();
        let mut records = Self::default();
        for (index, record) in list.into_iter().enumerate() {
            let Json::Object(object) = record else {
                return Err(JsonError::NotAnObject {
                    record: index + 1,
                    found: record.kind(),
                });
            };
            let mut row = vec![Json::Float(f64::NAN); records.keys.len()];
            for (key, value) in object {
                let place = *places.entry(key.clone()).or_insert_with(|| {
                    records.keys.push(key);
                    records.keys.len() - 1
                });
                if place == row.len() {
                    row.push(value);
                } else {
                    row[place] = value;
                }
            }
            records.rows.push(row);
        }
        for row in &mut records.rows {
            row.resize(records.keys.len(), Json::Float(f64::NAN));
        }
        for column in 0..records.keys.len() {
            if records.kind(column) == Kind::Float {
                records.convert(column, to_float);
            }
        }
        Ok(records)
    }

    /// Makes columns numeric as `pandas.read_json` does: a column becomes floats when each of its
    /// values spells a number, and then whole numbers when none has a fraction.
    ///
    /// Unlike pandas it leaves columns alone whose names speak of dates.
    pub(super) fn infer_numbers(&mut self) {
        for column in 0..self.keys.len() {
            let kind = match self.kind(column) {
                Kind::Other if self.all(column, |value| to_float(value).is_some()) => {
                    self.convert(column, to_float);
                    Kind::Float
                }
                kind => kind,
            };
            if kind == Kind::Float && self.all(column, |value| to_int(value).is_some()) {
                self.convert(column, to_int);
            }
        }
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the place of a key.
    pub fn column(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|name| **name == *key)
    }

    /// Returns the values of a record, in the order of the keys.
    ///
    /// # Panics
    ///
    /// Panics when there is no such record.
    pub fn row(&self, index: usize) -> &[Json] {
        &self.rows[index]
    }

    /// Returns a record as an object.
    ///
    /// # Panics
    ///
    /// Panics when there is no such record.
    pub fn object(&self, index: usize) -> Object {
        let values = self.rows[index].iter().cloned();
        self.keys.iter().cloned().zip(values).collect()
    }

    /// Replaces the values of a key, record by record.
    pub fn update(&mut self, column: usize, mut change: impl FnMut(usize, &Json) -> Json) {
        for (index, row) in self.rows.iter_mut().enumerate() {
            row[column] = change(index, &row[column]);
        }
    }

    /// Replaces NaN by null, which JSON knows.
    pub fn nan_to_null(&mut self) {
        for value in self.rows.iter_mut().flatten() {
            if value.as_f64().is_some_and(f64::is_nan) {
                *value = Json::Null;
            }
        }
    }

    fn all(&self, column: usize, condition: impl Fn(&Json) -> bool) -> bool {
        self.rows.iter().all(|row| condition(&row[column]))
    }

    fn convert(&mut self, column: usize, conversion: impl Fn(&Json) -> Option<Json>) {
        for row in &mut self.rows {
            if let Some(value) = conversion(&row[column]) {
                row[column] = value;
            }
        }
    }

    fn kind(&self, column: usize) -> Kind {
        let mut found = Found::default();
        for row in &self.rows {
            found.add(&row[column]);
        }
        found.kind()
    }
}

/// Python's `float(value)`, where it exists.
fn to_float(value: &Json) -> Option<Json> {
    match value {
        Json::Null => Some(f64::NAN),
        Json::Bool(value) => Some(f64::from(*value)),
        Json::Text(text) => float_of_text(text),
        Json::Array(_) | Json::Object(_) => None,
        number => number.as_f64(),
    }
    .map(Json::Float)
}

fn float_of_text(text: &str) -> Option<f64> {
    let text = text.trim();
    if !text.contains('_') {
        return text.parse().ok();
    }
    let bytes = text.as_bytes();
    let digit = |place: Option<&u8>| place.is_some_and(u8::is_ascii_digit);
    let between_digits =
        |place: usize| digit(bytes.get(place + 1)) && place > 0 && digit(bytes.get(place - 1));
    let allowed = memchr::memchr_iter(b'_', bytes).all(between_digits);
    allowed
        .then(|| text.replace('_', "").parse().ok())
        .flatten()
}

/// The whole number that a float is, where it is one of 64 bits.
fn to_int(value: &Json) -> Option<Json> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    let number = value.as_f64()?;
    let whole = number.fract() == 0.0 && (-END..END).contains(&number);
    whole.then_some(Json::Int(number as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{DumpOptions, parse, write};

    /// The records as Python would dump them.
    fn dumped(text: &str, infer: bool) -> String {
        let Ok(Json::Array(list)) = parse(text) else {
            panic!("{text} is a list");
        };
        let mut records = Records::new(list).unwrap();
        if infer {
            records.infer_numbers();
        }
        let objects = (0..records.len()).map(|index| Json::Object(records.object(index)));
        let mut out = Vec::new();
        write(
            &Json::Array(objects.collect()),
            &mut out,
            DumpOptions::default(),
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_get_the_types_of_a_data_frame() {
        for (text, expected) in [
            (
                r#"[{"a":1},{"b":2}]"#,
                r#"[{"a": 1.0, "b": NaN}, {"a": NaN, "b": 2.0}]"#,
            ),
            (
                r#"[{"a":null},{"a":null}]"#,
                r#"[{"a": null}, {"a": null}]"#,
            ),
            (
                r#"[{"a":null},{"b":1}]"#,
                r#"[{"a": NaN, "b": NaN}, {"a": NaN, "b": 1.0}]"#,
            ),
            (
                r#"[{"a":true},{"b":1}]"#,
                r#"[{"a": true, "b": NaN}, {"a": NaN, "b": 1.0}]"#,
            ),
            (r#"[{"a":true},{"a":1}]"#, r#"[{"a": true}, {"a": 1}]"#),
            (r#"[{"a":1},{"a":2.5}]"#, r#"[{"a": 1.0}, {"a": 2.5}]"#),
            (
                r#"[{"a":"x"},{"a":null},{}]"#,
                r#"[{"a": "x"}, {"a": null}, {"a": NaN}]"#,
            ),
            (r#"[{"a":[1]},{"a":1}]"#, r#"[{"a": [1]}, {"a": 1}]"#),
            (
                r#"[{"a":9223372036854775808},{"a":-1}]"#,
                r#"[{"a": 9223372036854775808}, {"a": -1}]"#,
            ),
            (
                r#"[{"a":-1},{"a":null},{"a":9223372036854775808}]"#,
                r#"[{"a": -1.0}, {"a": NaN}, {"a": 9.223372036854776e+18}]"#,
            ),
            (
                r#"[{"a":9223372036854775808},{"a":null}]"#,
                r#"[{"a": 9.223372036854776e+18}, {"a": NaN}]"#,
            ),
        ] {
            assert_eq!(dumped(text, false), expected);
        }
    }

    #[test]
    fn columns_of_numbers_in_disguise_become_numbers() {
        for (text, expected) in [
            (
                r#"[{"a":"1"},{"a":" 2.5 "}]"#,
                r#"[{"a": 1.0}, {"a": 2.5}]"#,
            ),
            (
                r#"[{"a":"1_0"},{"a":"nan"}]"#,
                r#"[{"a": 10.0}, {"a": NaN}]"#,
            ),
            (
                r#"[{"a":"1__0"},{"a":"_1"}]"#,
                r#"[{"a": "1__0"}, {"a": "_1"}]"#,
            ),
            (r#"[{"a":"1"},{"a":true}]"#, r#"[{"a": 1}, {"a": 1}]"#),
            (r#"[{"a":"1"},{"a":"x"}]"#, r#"[{"a": "1"}, {"a": "x"}]"#),
            (r#"[{"a":1.0},{"a":-0.0}]"#, r#"[{"a": 1}, {"a": 0}]"#),
            (
                r#"[{"a":true},{"a":false}]"#,
                r#"[{"a": true}, {"a": false}]"#,
            ),
            (
                r#"[{"a":9223372036854775808.0}]"#,
                r#"[{"a": 9.223372036854776e+18}]"#,
            ),
            (
                r#"[{"a":"6259776412938561663"}]"#,
                r#"[{"a": 6259776412938561536}]"#,
            ),
            (
                r#"[{"a":18446744073709551615},{"a":5}]"#,
                r#"[{"a": 18446744073709551615}, {"a": 5}]"#,
            ),
        ] {
            assert_eq!(dumped(text, true), expected);
        }
    }

    #[test]
    fn a_record_that_is_no_object_is_an_error() {
        let error = Records::new(vec![Json::Object(Object::new()), Json::Int(1)]);
        assert_eq!(
            error,
            Err(JsonError::NotAnObject {
                record: 2,
                found: "a whole number"
            })
        );
    }
}

//! Writing as Python's `json.dump` does.

use std::io::{self, Write};

use crate::float_text::python_float_repr;
use crate::json::escape::{Escapes, push_text};
use crate::json::{Json, Key, Object};

/// How a value is laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DumpOptions {
    /// Blanks for each level (`indent=4`); `None` for a single line.
    pub indent: Option<usize>,
    /// Whether keys are sorted by code points.
    pub sort_keys: bool,
}

impl DumpOptions {
    /// One value a line, indented by four blanks, keys sorted.
    pub const SORTED: Self = Self {
        indent: Some(4),
        sort_keys: true,
    };
}

/// Bytes that are collected before they go to the writer.
const BUFFER: usize = 1 << 16;

/// Writes a value as `json.dump` does: ASCII only, `NaN` and `Infinity` bare, no line feed at the
/// end.
///
/// # Errors
///
/// Fails when the writer does.
pub fn write(value: &Json, out: &mut dyn Write, options: DumpOptions) -> io::Result<()> {
    let mut writer = Writer {
        out,
        bytes: Vec::with_capacity(BUFFER),
        options,
        level: 0,
    };
    writer.value(value)?;
    writer.out.write_all(&writer.bytes)
}

struct Writer<'o> {
    out: &'o mut dyn Write,
    bytes: Vec<u8>,
    options: DumpOptions,
    level: usize,
}

impl Writer<'_> {
    fn value(&mut self, value: &Json) -> io::Result<()> {
        match value {
            Json::Null => self.bytes.extend(b"null"),
            Json::Bool(true) => self.bytes.extend(b"true"),
            Json::Bool(false) => self.bytes.extend(b"false"),
            Json::Int(number) => {
                self.bytes
                    .extend(itoa::Buffer::new().format(*number).as_bytes());
            }
            Json::LongInt(digits) => self.bytes.extend(digits.as_bytes()),
            Json::Float(number) => self.float(*number),
            Json::Text(text) => push_text(&mut self.bytes, text, Escapes::Python),
            Json::Array(values) => return self.array(values),
            Json::Object(object) => return self.object(object),
        }
        Ok(())
    }

    fn float(&mut self, number: f64) {
        let text = if number.is_nan() {
            "NaN".into()
        } else if number == f64::INFINITY {
            "Infinity".into()
        } else if number == f64::NEG_INFINITY {
            "-Infinity".into()
        } else {
            python_float_repr(number)
        };
        self.bytes.extend(text.as_bytes());
    }

    fn array(&mut self, values: &[Json]) -> io::Result<()> {
        self.bytes.push(b'[');
        for (index, value) in values.iter().enumerate() {
            self.begin(index);
            self.value(value)?;
            self.flush()?;
        }
        self.end(values.len(), b']');
        Ok(())
    }

    fn object(&mut self, object: &Object) -> io::Result<()> {
        let mut fields: Vec<(&Key, &Json)> = object.iter().collect();
        if self.options.sort_keys {
            fields.sort_by_key(|(key, _)| *key);
        }
        self.bytes.push(b'{');
        for (index, (key, value)) in fields.into_iter().enumerate() {
            self.begin(index);
            push_text(&mut self.bytes, key, Escapes::Python);
            self.bytes.extend(b": ");
            self.value(value)?;
            self.flush()?;
        }
        self.end(object.len(), b'}');
        Ok(())
    }

    /// What stands before a value or key of a list or object.
    fn begin(&mut self, index: usize) {
        self.level += usize::from(index == 0);
        match (index, self.options.indent) {
            (0, None) => {}
            (_, None) => self.bytes.extend(b", "),
            (0, Some(_)) => self.new_line(),
            (_, Some(_)) => {
                self.bytes.push(b',');
                self.new_line();
            }
        }
    }

    fn end(&mut self, count: usize, bracket: u8) {
        if count > 0 {
            self.level -= 1;
            self.new_line();
        }
        self.bytes.push(bracket);
    }

    fn new_line(&mut self) {
        if let Some(indent) = self.options.indent {
            self.bytes.push(b'\n');
            let blanks = indent * self.level;
            self.bytes.extend(std::iter::repeat_n(b' ', blanks));
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.bytes.len() >= BUFFER {
            self.out.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn dumped(text: &str, options: DumpOptions) -> String {
        let mut out = Vec::new();
        write(&parse(text).unwrap(), &mut out, options).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn one_line_has_blanks_after_commas_and_colons() {
        let text = r#"{"b":[1,2.50,1e20,NaN,-Infinity],"a":{"é":null},"c":[],"d":{},"e":true}"#;
        assert_eq!(
            dumped(text, DumpOptions::default()),
            r#"{"b": [1, 2.5, 1e+20, NaN, -Infinity], "a": {"\u00e9": null}, "c": [], "d": {}, "e": true}"#
        );
    }

    #[test]
    fn indented_values_stand_on_lines_of_their_own() {
        assert_eq!(
            dumped(r#"{"b": [1, {}], "a": []}"#, DumpOptions::SORTED),
            "{\n    \"a\": [],\n    \"b\": [\n        1,\n        {}\n    ]\n}"
        );
    }

    #[test]
    fn long_values_are_written_in_parts() {
        let text = format!("[{}1]", "1234567890, ".repeat(20_000));
        assert_eq!(dumped(&text, DumpOptions::default()), text);
    }
}

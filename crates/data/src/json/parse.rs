//! Parsing as Python's `json.load` does.

use std::collections::HashSet;

use crate::json::{Json, JsonError, Key, Numbers, Object, number};

/// Lists and objects inside each other; Python gives up at about a thousand.
const DEEPEST: usize = 500;

/// Parses a text as Python's `json.loads` does: keys keep their order, the last value of a repeated
/// key counts, `NaN`, `Infinity` and `-Infinity` are numbers.
///
/// # Errors
///
/// Fails at what is no JSON. Half of a surrogate pair, which Python would keep, is an error too.
pub fn parse(text: &str) -> Result<Json, JsonError> {
    parse_with(text, Numbers::Python)
}

/// Parses a text as [`parse`] does, but with another arithmetic.
///
/// # Errors
///
/// As [`parse`], and for numbers that the arithmetic does not reach.
pub fn parse_with(text: &str, numbers: Numbers) -> Result<Json, JsonError> {
    let mut parser = Parser {
        text,
        position: 0,
        numbers,
        depth: 0,
        keys: HashSet::new(),
    };
    let value = parser.value()?;
    parser.skip_blanks();
    if parser.position < text.len() {
        return Err(parser.expected("the end of the text"));
    }
    Ok(value)
}

struct Parser<'t> {
    text: &'t str,
    position: usize,
    numbers: Numbers,
    depth: usize,
    keys: HashSet<Key>,
}

impl<'t> Parser<'t> {
    fn value(&mut self) -> Result<Json, JsonError> {
        self.skip_blanks();
        match self.peek() {
            Some(b'"') => self.string().map(Json::Text),
            Some(b'[') => self.nested(Self::array).map(Json::Array),
            Some(b'{') => self.nested(Self::object).map(Json::Object),
            Some(b'-' | b'0'..=b'9') if !self.rest().starts_with("-I") => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, JsonError> {
        let words = [
            ("null", Json::Null),
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
            ("NaN", Json::Float(f64::NAN)),
            ("Infinity", Json::Float(f64::INFINITY)),
            ("-Infinity", Json::Float(f64::NEG_INFINITY)),
        ];
        for (word, value) in words {
            if self.rest().starts_with(word) {
                self.position += word.len();
                return Ok(value);
            }
        }
        Err(self.expected("a value"))
    }

    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, JsonError>,
    ) -> Result<T, JsonError> {
        if self.depth >= DEEPEST {
            return Err(self.problem(format!("more than {DEEPEST} levels of lists and objects")));
        }
        self.depth += 1;
        self.position += 1;
        let value = parse(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Vec<Json>, JsonError> {
        let mut values = Vec::new();
        if self.accept(b']') {
            return Ok(values);
        }
        loop {
            values.push(self.value()?);
            if self.accept(b']') {
                values.shrink_to_fit();
                return Ok(values);
            }
            if !self.accept(b',') {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn object(&mut self) -> Result<Object, JsonError> {
        let mut fields = Vec::new();
        if self.accept(b'}') {
            return Ok(Object::new());
        }
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return Err(self.expected("a key in double quotes"));
            }
            let key = self.string()?;
            let key = self.shared(key);
            if !self.accept(b':') {
                return Err(self.expected("`:`"));
            }
            fields.push((key, self.value()?));
            if self.accept(b'}') {
                return Ok(Object::from_fields(fields));
            }
            if !self.accept(b',') {
                return Err(self.expected("`,` or `}`"));
            }
        }
    }

    /// Returns the one copy of a key.
    fn shared(&mut self, key: String) -> Key {
        if let Some(key) = self.keys.get(key.as_str()) {
            return key.clone();
        }
        let key: Key = key.into();
        self.keys.insert(key.clone());
        key
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let start = self.position;
        self.skip_if(b"-");
        if !self.skip_if(b"0") && self.digits() == 0 {
            return Err(self.expected("a digit"));
        }
        // As in Python, what is no fraction or exponent is left to whoever comes next.
        let whole = self.position;
        if self.skip_if(b".") && self.digits() == 0 {
            self.position = whole;
        }
        let mantissa = self.position;
        if self.skip_if(b"eE") {
            self.skip_if(b"+-");
            if self.digits() == 0 {
                self.position = mantissa;
            }
        }
        let text = &self.text[start..self.position];
        number::value(text, self.numbers)
            .ok_or_else(|| self.problem(format!("the number {text} is too large")))
    }

    fn digits(&mut self) -> usize {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.position += digits;
        digits
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.position += 1;
        let mut string = String::new();
        loop {
            let plain = self
                .rest()
                .bytes()
                .take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f))
                .count();
            string.push_str(&self.rest()[..plain]);
            self.position += plain;
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    string.shrink_to_fit();
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                Some(_) => return Err(self.expected("an escaped control character")),
                None => return Err(self.expected("a closing quote")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        self.position += 1;
        let escaped = self.peek();
        self.position += 1;
        Ok(match escaped {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => {
                self.position -= 1;
                return Err(self.expected("an escaped character"));
            }
        })
    }

    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.unit()?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
            self.position += 2;
            units.push(self.unit()?);
        }
        match String::from_utf16(&units) {
            Ok(text) => Ok(text.chars().next().unwrap_or_default()),
            Err(_) => Err(self.problem(format!("\\u{first:04x} is half of a character"))),
        }
    }

    fn unit(&mut self) -> Result<u16, JsonError> {
        let digits = self.text.get(self.position..self.position + 4);
        let unit = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
            .ok_or_else(|| self.expected("four hexadecimal digits"))?;
        self.position += 4;
        Ok(unit)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.position += 1;
        }
    }

    fn skip_if(&mut self, bytes: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| bytes.contains(&byte));
        self.position += usize::from(found);
        found
    }

    fn accept(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        self.skip_if(&[byte])
    }

    fn expected(&self, expected: &str) -> JsonError {
        self.problem(
            match self
                .text
                .get(self.position..)
                .and_then(|rest| rest.chars().next())
            {
                Some(found) => format!("expected {expected}, found {found:?}"),
                None => format!("expected {expected}, found the end"),
            },
        )
    }

    fn problem(&self, problem: String) -> JsonError {
        let before = &self.text.as_bytes()[..self.position.min(self.text.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |place| place + 1);
        JsonError::Syntax {
            line: memchr::memchr_iter(b'\n', before).count() + 1,
            byte: before.len() - line_start + 1,
            problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_kind_and_order() {
        let value =
            parse(" {\"b\": [1, 1.0, -2e3, null, true],\n \"a\": \"x\\u00e9\\ud83d\\ude00\\/\"} ");
        let Ok(Json::Object(object)) = value else {
            panic!("{value:?}");
        };
        let keys: Vec<&str> = object.iter().map(|(key, _)| &**key).collect();
        assert_eq!(keys, ["b", "a"]);
        assert_eq!(object.get("a"), Some(&"xé😀/".into()));
        assert_eq!(
            object.get("b"),
            Some(&Json::Array(vec![
                Json::Int(1),
                Json::Float(1.0),
                Json::Float(-2000.0),
                Json::Null,
                Json::Bool(true),
            ]))
        );
    }

    #[test]
    fn pythons_words_for_numbers_are_read() {
        let Ok(Json::Array(values)) = parse("[NaN, Infinity, -Infinity]") else {
            panic!("it is a list");
        };
        assert!(values[0].as_f64().is_some_and(f64::is_nan));
        assert_eq!(
            values[1..],
            [f64::INFINITY, f64::NEG_INFINITY].map(Json::Float)
        );
    }

    #[test]
    fn what_is_no_json_is_an_error_with_its_place() {
        for text in [
            "",
            "[",
            "[1",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "01",
            "-",
            "1.",
            "1e",
            "+1",
            ".5",
            "nul",
            "\"",
            "\"\\",
            "\"\\u12",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"a\nb\"",
            "\"\\x\"",
            "1 2",
            "[1}",
            "\u{feff}1",
            "\"\\u00é",
            "'a'",
            "-x",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(
            parse("[1,\n 2 3]"),
            Err(JsonError::Syntax {
                line: 2,
                byte: 4,
                problem: "expected `,` or `]`, found '3'".into()
            })
        );
    }

    #[test]
    fn deep_nesting_is_refused_without_a_crash() {
        assert!(parse(&"[".repeat(1_000_000)).is_err());
        let deep = format!("{}{}", "[".repeat(400), "]".repeat(400));
        assert!(parse(&deep).is_ok());
    }
}

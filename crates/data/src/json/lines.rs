//! Files of one object a line, as pandas reads and writes them.

use crate::float_text::push_float_general;
use crate::json::escape::{Escapes, push_text};
use crate::json::{Json, JsonError, Key, Numbers, Records, parse_with};

/// Decimals that are written.
const DECIMALS: u32 = 10;
/// Numbers above are written with an exponent.
const PLAIN_END: f64 = 1e16;
/// Numbers below, other than 0, are written with an exponent.
const PLAIN_FROM: f64 = 1e-15;

/// Reads the objects of some lines as `pandas.read_json(lines=True)` does; empty lines do not count.
///
/// # Errors
///
/// Fails at what is no JSON or no object; the error's line is that of the text.
pub fn read(text: &str) -> Result<Records, JsonError> {
    let mut list = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        list.push(parse_with(line.trim(), Numbers::Pandas).map_err(|error| at_line(error, index))?);
    }
    let mut records = Records::new(list)?;
    records.infer_numbers();
    Ok(records)
}

fn at_line(error: JsonError, index: usize) -> JsonError {
    match error {
        JsonError::Syntax { byte, problem, .. } => JsonError::Syntax {
            line: index + 1,
            byte,
            problem,
        },
        JsonError::NotAnObject { .. } => error,
    }
}

/// Appends an object and a line feed as `DataFrame.to_json(orient="records", lines=True)` does.
///
/// Texts are ASCII, missing numbers `null`, floats cut to ten decimals.
pub fn push_line<'r>(out: &mut Vec<u8>, fields: impl IntoIterator<Item = (&'r Key, &'r Json)>) {
    push_object(out, fields);
    out.push(b'\n');
}

fn push_object<'r>(out: &mut Vec<u8>, fields: impl IntoIterator<Item = (&'r Key, &'r Json)>) {
    out.push(b'{');
    for (index, (key, value)) in fields.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push_text(out, key, Escapes::Pandas);
        out.push(b':');
        push_value(out, value);
    }
    out.push(b'}');
}

fn push_value(out: &mut Vec<u8>, value: &Json) {
    match value {
        Json::Null => out.extend(b"null"),
        Json::Bool(true) => out.extend(b"true"),
        Json::Bool(false) => out.extend(b"false"),
        Json::Int(number) => out.extend(itoa::Buffer::new().format(*number).as_bytes()),
        Json::LongInt(digits) => out.extend(digits.as_bytes()),
        Json::Float(number) => push_float(out, *number),
        Json::Text(text) => push_text(out, text, Escapes::Pandas),
        Json::Array(values) => {
            out.push(b'[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                push_value(out, value);
            }
            out.push(b']');
        }
        Json::Object(object) => push_object(out, object.iter()),
    }
}

/// Appends a float with at most ten decimals, rounded as pandas' C code does.
fn push_float(out: &mut Vec<u8>, number: f64) {
    let size = number.abs();
    if !number.is_finite() {
        out.extend(b"null");
        return;
    }
    if size > PLAIN_END || (size != 0.0 && size < PLAIN_FROM) {
        let mut text = String::new();
        push_float_general(&mut text, number, DECIMALS as usize);
        out.extend(text.as_bytes());
        return;
    }
    let unit = 10_u64.pow(DECIMALS);
    let mut whole = size as u64;
    let scaled = (size - whole as f64) * unit as f64;
    let mut fraction = scaled as u64;
    let rest = scaled - fraction as f64;
    // A tie goes up from 0 too, unlike in rounding half to even.
    let tie_goes_up = fraction == 0 || fraction % 2 == 1;
    if rest > 0.5 || (rest == 0.5 && tie_goes_up) {
        fraction += 1;
    }
    if fraction >= unit {
        fraction = 0;
        whole += 1;
    }
    // A negative number keeps its sign when it is rounded to 0, the negative zero does not.
    let sign = if number < 0.0 { "-" } else { "" };
    let text = format!(
        "{sign}{whole}.{fraction:0width$}",
        width = DECIMALS as usize
    );
    let digits = text.trim_end_matches('0');
    out.extend(digits.as_bytes());
    if digits.ends_with('.') {
        out.push(b'0');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        let records = read(text).unwrap();
        let mut out = Vec::new();
        for index in 0..records.len() {
            push_line(&mut out, records.keys().iter().zip(records.row(index)));
        }
        String::from_utf8(out).unwrap()
    }

    /// Expectations from pandas 2.3.3.
    #[test]
    fn lines_come_back_as_from_pandas() {
        for (text, expected) in [
            (
                "{\"a\":1}\n{\"b\":2}",
                "{\"a\":1.0,\"b\":null}\n{\"a\":null,\"b\":2.0}\n",
            ),
            ("\n{\"a\":1}\n\n {\"a\":3}\r\n", "{\"a\":1}\n{\"a\":3}\n"),
            ("{\"a\":\"5\"}", "{\"a\":5}\n"),
            (
                "{\"a\":NaN}\n{\"a\":Infinity}",
                "{\"a\":null}\n{\"a\":null}\n",
            ),
            (
                "{\"a\":[1.0,2,null,true,\"é/\"]}",
                "{\"a\":[1.0,2,null,true,\"\\u00e9\\/\"]}\n",
            ),
            (
                "{\"a\":{\"z\":1,\"b\":2.0}}",
                "{\"a\":{\"z\":1,\"b\":2.0}}\n",
            ),
            ("{\"a\":[]}\n{\"a\":{}}", "{\"a\":[]}\n{\"a\":{}}\n"),
            (
                "{\"a\":[9.99999999999999,1.00000000005,123456789.123456789012]}",
                "{\"a\":[10.0,1.0000000001,123456789.123456791]}\n",
            ),
        ] {
            assert_eq!(round_trip(text), expected);
        }
    }

    #[test]
    fn floats_have_ten_decimals_or_an_exponent() {
        for (number, expected) in [
            (0.0, "0.0"),
            (-0.0, "0.0"),
            (-1e-12, "-0.0"),
            (1.0, "1.0"),
            (0.25, "0.25"),
            (9.27e-8, "0.0000000927"),
            (-1234.5, "-1234.5"),
            (1e16, "10000000000000000.0"),
            (1e17, "1e+17"),
            (1.5e-16, "1.5e-16"),
            (1.844_674_407_370_955_2e19, "1.844674407e+19"),
            (f64::NAN, "null"),
        ] {
            let mut out = Vec::new();
            push_float(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn an_error_names_the_line_of_the_text() {
        let error = read("{\"a\":1}\n\n{\"a\":}").unwrap_err();
        assert!(error.to_string().starts_with("line 3, byte 6:"), "{error}");
        assert!(read("{\"a\":1}\n[1]").is_err());
    }
}

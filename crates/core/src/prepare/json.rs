//! Raw files of JSON: lists of records, and fields that are there or an error says which is not.

use std::borrow::Cow;

use mlebench_data::json::{self, Json, Object};

use crate::prepare::{PrepareError, Raw};

/// A raw JSON file, with its name for messages.
#[derive(Debug, Clone)]
pub struct JsonFile {
    name: String,
    root: Json,
}

impl JsonFile {
    /// Names a value, also one that was read by other means.
    pub fn new(name: &str, root: Json) -> Self {
        Self {
            name: name.to_owned(),
            root,
        }
    }

    /// Reads a file or an archive's member (`archive.zip!member`).
    ///
    /// # Errors
    ///
    /// Fails when it is not there, is not UTF-8 or no JSON.
    pub fn read(raw: &Raw, place: &str) -> Result<Self, PrepareError> {
        Self::parse(place, &raw.text(place)?)
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// Fails when it is no JSON.
    pub fn parse(name: &str, text: &str) -> Result<Self, PrepareError> {
        let root = json::parse(text).map_err(PrepareError::content(name))?;
        Ok(Self::new(name, root))
    }

    /// Returns the file's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what is left of the file's value.
    pub fn root(&self) -> &Json {
        &self.root
    }

    /// Takes the list that the file is.
    ///
    /// # Errors
    ///
    /// Fails when it is something else.
    pub fn take_list(&mut self) -> Result<Vec<Json>, PrepareError> {
        match std::mem::take(&mut self.root) {
            Json::Array(list) => Ok(list),
            other => Err(self.not("the file", "a list", Some(&other))),
        }
    }

    /// Takes the list under a key of the object that the file is; the key stays, in its place.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or something else.
    pub fn take_list_of(&mut self, key: &str) -> Result<Vec<Json>, PrepareError> {
        self.object(&self.root)?;
        let value = match &mut self.root {
            Json::Object(object) => object.get_mut(key),
            _ => None,
        };
        match value.map(std::mem::take) {
            Some(Json::Array(list)) => Ok(list),
            other => Err(self.not(key, "a list", other.as_ref())),
        }
    }

    /// Returns the file's object with other values under some keys.
    ///
    /// # Errors
    ///
    /// Fails when the file is no object.
    pub fn with<const N: usize>(
        &self,
        changes: [(&str, Vec<Json>); N],
    ) -> Result<Json, PrepareError> {
        let mut object = self.object(&self.root)?.clone();
        for (key, list) in changes {
            object.insert(key, list);
        }
        Ok(Json::Object(object))
    }

    /// Returns a record as the object that it has to be.
    ///
    /// # Errors
    ///
    /// Fails when it is something else.
    pub fn object<'j>(&self, record: &'j Json) -> Result<&'j Object, PrepareError> {
        record
            .as_object()
            .ok_or_else(|| self.not("a record", "an object", Some(record)))
    }

    /// Returns a field of a record.
    ///
    /// # Errors
    ///
    /// Fails when it is not there.
    pub fn field<'j>(&self, record: &'j Json, key: &str) -> Result<&'j Json, PrepareError> {
        let value = self.object(record)?.get(key);
        value.ok_or_else(|| self.not(key, "something", None))
    }

    /// Returns a field that holds a text.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or something else.
    pub fn text_of<'j>(&self, record: &'j Json, key: &str) -> Result<&'j str, PrepareError> {
        let value = self.field(record, key)?;
        value
            .as_text()
            .ok_or_else(|| self.not(key, "a text", Some(value)))
    }

    /// Returns a field that holds a whole number.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or something else.
    pub fn int_of(&self, record: &Json, key: &str) -> Result<i64, PrepareError> {
        let value = self.field(record, key)?;
        value
            .as_int()
            .ok_or_else(|| self.not(key, "a whole number", Some(value)))
    }

    /// Returns a field that holds a number of any kind.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or something else.
    pub fn number_of(&self, record: &Json, key: &str) -> Result<f64, PrepareError> {
        let value = self.field(record, key)?;
        value
            .as_f64()
            .ok_or_else(|| self.not(key, "a number", Some(value)))
    }

    /// Returns a field that names something: a text, or a whole number as text.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or something else.
    pub fn id_of<'j>(&self, record: &'j Json, key: &str) -> Result<Cow<'j, str>, PrepareError> {
        match self.field(record, key)? {
            Json::Text(text) => Ok(Cow::Borrowed(text)),
            Json::Int(number) => Ok(Cow::Owned(number.to_string())),
            Json::LongInt(digits) => Ok(Cow::Borrowed(digits)),
            other => Err(self.not(key, "a text or a whole number", Some(other))),
        }
    }

    /// Returns a field that holds a list.
    ///
    /// # Errors
    ///
    /// Fails when it is not there or something else.
    pub fn list_of<'j>(&self, record: &'j Json, key: &str) -> Result<&'j [Json], PrepareError> {
        let value = self.field(record, key)?;
        value
            .as_array()
            .ok_or_else(|| self.not(key, "a list", Some(value)))
    }

    /// Creates the error of content that is not as expected.
    pub fn unexpected(&self, problem: impl Into<String>) -> PrepareError {
        PrepareError::unexpected(&self.name, problem)
    }

    fn not(&self, what: &str, expected: &str, found: Option<&Json>) -> PrepareError {
        let found = found.map_or("nothing", Json::kind);
        self.unexpected(format!("`{what}` is {found}, expected {expected}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> JsonFile {
        JsonFile::parse("meta.json", text).unwrap()
    }

    #[test]
    fn lists_are_taken_and_put_back_in_their_place() {
        let mut meta = file(r#"{"images": [{"id": 7}], "info": "x"}"#);
        let images = meta.take_list_of("images").unwrap();
        assert_eq!(meta.id_of(&images[0], "id").unwrap(), "7");
        let whole = meta.with([("images", images)]).unwrap();
        let keys: Vec<&str> = whole
            .as_object()
            .unwrap()
            .iter()
            .map(|(key, _)| &**key)
            .collect();
        assert_eq!(keys, ["images", "info"]);
    }

    #[test]
    fn errors_say_what_stands_there() {
        let mut meta = file(r#"{"images": [{"id": 1.5}], "info": "x"}"#);
        let message = |error: PrepareError| error.to_string();
        assert_eq!(
            message(meta.take_list_of("info").unwrap_err()),
            "`meta.json` is not as expected: `info` is a text, expected a list"
        );
        let images = meta.take_list_of("images").unwrap();
        assert_eq!(
            message(meta.id_of(&images[0], "id").unwrap_err()),
            "`meta.json` is not as expected: `id` is a number, expected a text or a whole number"
        );
        assert_eq!(
            message(meta.text_of(&images[0], "name").unwrap_err()),
            "`meta.json` is not as expected: `name` is nothing, expected something"
        );
        assert!(meta.text_of(&Json::Null, "name").is_err());
        assert!(file("3").take_list().is_err());
        assert!(file("3").take_list_of("a").is_err());
        assert!(JsonFile::parse("a", "[").is_err());
    }
}

//! A JSON value with the distinctions that Python keeps.

use std::collections::HashMap;
use std::sync::Arc;

/// The key of an object; equal keys of one text share their memory.
pub type Key = Arc<str>;

/// A JSON value.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction and exponent.
    Int(i64),
    /// A number without fraction and exponent that needs more than 64 bits with sign, as written.
    LongInt(Box<str>),
    /// A number with a fraction or an exponent, `NaN`, `Infinity` or `-Infinity`.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    Array(Vec<Json>),
    /// Keys and values in order.
    Object(Object),
}

impl Json {
    /// Returns the number of a whole number.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns any number as a double.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::LongInt(digits) => digits.parse().ok(),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a truth value.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns a text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the values of a list.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(values) => Some(values),
            _ => None,
        }
    }

    /// Returns an object.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the value of a key; `None` when it is absent or this is no object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object().and_then(|object| object.get(key))
    }

    /// Returns what kind of value it is, with its article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Int(_) | Self::LongInt(_) => "a whole number",
            Self::Float(_) => "a number",
            Self::Text(_) => "a text",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<Vec<Json>> for Json {
    fn from(values: Vec<Json>) -> Self {
        Self::Array(values)
    }
}

/// Keys and values in order. Made for records of a few keys: looking one up is a linear search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object {
    fields: Vec<(Key, Json)>,
}

/// From this many keys on, repeated ones are looked for with a hash map.
const MANY: usize = 32;

impl Object {
    /// Creates an object without keys.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an object from fields; a repeated key keeps its first place and its last value.
    pub(super) fn from_fields(mut fields: Vec<(Key, Json)>) -> Self {
        fields.shrink_to_fit();
        if !repeats(&fields) {
            return Self { fields };
        }
        let mut places: HashMap<Key, usize> = HashMap::new();
        let mut kept: Vec<(Key, Json)> = Vec::new();
        for (key, value) in fields {
            let place = *places.entry(key.clone()).or_insert(kept.len());
            if place == kept.len() {
                kept.push((key, value));
            } else {
                kept[place].1 = value;
            }
        }
        Self { fields: kept }
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let mut fields = self.fields.iter();
        fields
            .find(|(name, _)| **name == *key)
            .map(|(_, value)| value)
    }

    /// Returns the value of a key to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        let mut fields = self.fields.iter_mut();
        fields
            .find(|(name, _)| **name == *key)
            .map(|(_, value)| value)
    }

    /// Replaces the value of a key in place, or appends it.
    pub fn insert(&mut self, key: impl Into<Key>, value: impl Into<Json>) {
        let (key, value) = (key.into(), value.into());
        match self.fields.iter_mut().find(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => self.fields.push((key, value)),
        }
    }

    /// Removes a key and returns its value; the order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let place = self.fields.iter().position(|(name, _)| **name == *key)?;
        Some(self.fields.remove(place).1)
    }

    /// Iterates over keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Key, &Json)> {
        self.fields.iter().map(|(key, value)| (key, value))
    }
}

impl IntoIterator for Object {
    type Item = (Key, Json);
    type IntoIter = std::vec::IntoIter<(Key, Json)>;

    fn into_iter(self) -> Self::IntoIter {
        self.fields.into_iter()
    }
}

impl<K: Into<Key>, V: Into<Json>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(fields: I) -> Self {
        let fields = fields
            .into_iter()
            .map(|(key, value)| (key.into(), value.into()));
        Self::from_fields(fields.collect())
    }
}

fn repeats(fields: &[(Key, Json)]) -> bool {
    if fields.len() < MANY {
        let before = |index: usize| fields[..index].iter();
        (1..fields.len()).any(|index| before(index).any(|(key, _)| *key == fields[index].0))
    } else {
        let mut seen = std::collections::HashSet::new();
        !fields.iter().all(|(key, _)| seen.insert(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_key_keeps_its_first_place_and_its_last_value() {
        for filling in [0, 100] {
            let mut fields: Vec<(String, Json)> = (0..filling)
                .map(|number: i64| (format!("k{number}"), number.into()))
                .collect();
            fields.extend([
                ("a".into(), 1.into()),
                ("b".into(), 2.into()),
                ("a".into(), 3.into()),
            ]);
            let object: Object = fields.into_iter().collect();
            let last: Vec<_> = object.iter().skip(filling as usize).collect();
            assert_eq!(
                last,
                [(&"a".into(), &Json::Int(3)), (&"b".into(), &Json::Int(2))]
            );
        }
    }

    #[test]
    fn keys_are_set_and_removed() {
        let mut object: Object = [("a", 1), ("b", 2)].into_iter().collect();
        object.insert("a", "x");
        object.insert("c", 3);
        assert_eq!(object.remove("b"), Some(Json::Int(2)));
        assert_eq!(object.remove("b"), None);
        assert_eq!(object.get("a"), Some(&"x".into()));
        assert_eq!(object.len(), 2);
    }
}

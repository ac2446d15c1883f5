//! The type that pandas gives to a column of values.

use crate::json::Json;

/// What pandas makes of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Truth values, or whole numbers.
    Settled,
    /// Floats.
    Float,
    /// Objects: anything else.
    Other,
}

/// Which values a column holds.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one kind of value that was seen"
)]
pub(super) struct Found {
    null: bool,
    nan: bool,
    bool: bool,
    int: bool,
    negative: bool,
    /// More than fits 64 bits with sign.
    unsigned: bool,
    /// Negative numbers beside such that need 64 bits without sign. A null that comes before both
    /// are seen settles the column as floats.
    conflict: bool,
    /// More than fits 64 bits.
    huge: bool,
    float: bool,
    other: bool,
}

impl Found {
    pub(super) fn add(&mut self, value: &Json) {
        match value {
            Json::Null => self.null = true,
            Json::Bool(_) => self.bool = true,
            Json::Int(number) => {
                self.int = true;
                self.negative |= *number < 0;
            }
            Json::LongInt(digits) if digits.parse::<u64>().is_ok() => self.unsigned = true,
            Json::LongInt(_) => self.huge = true,
            Json::Float(number) if number.is_nan() => self.nan = true,
            Json::Float(_) => self.float = true,
            Json::Text(_) | Json::Array(_) | Json::Object(_) => self.other = true,
        }
        self.conflict |= self.negative && self.unsigned && !self.null;
    }

    pub(super) fn kind(&self) -> Kind {
        let gaps = self.null || self.nan;
        let whole = self.int || self.unsigned;
        if self.other || self.huge || self.conflict {
            Kind::Other
        } else if self.bool {
            let alone = !gaps && !whole && !self.float;
            if alone { Kind::Settled } else { Kind::Other }
        } else if self.float || self.nan || (whole && gaps) {
            Kind::Float
        } else if whole {
            Kind::Settled
        } else {
            Kind::Other
        }
    }
}

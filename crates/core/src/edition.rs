//! The two editions of the benchmark, which are never mixed in one table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An edition of the benchmark: the same competitions, prepared and graded by one set of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// Bit-compatible with the data and scores behind the public leaderboard, flaws kept.
    #[default]
    Published,
    /// The known flaws of the published edition repaired.
    Corrected,
}

impl Edition {
    /// Returns the name used in flags, records and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Corrected => "corrected",
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Edition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "published" => Ok(Self::Published),
            "corrected" => Ok(Self::Corrected),
            other => Err(format!(
                "`{other}` is no edition (expected `published` or `corrected`)"
            )),
        }
    }
}

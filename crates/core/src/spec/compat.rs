//! Quirks of the published edition that change a verdict or a number.
//!
//! Each is an explicit key, explained once in `docs/design/compat.md`; the corrected edition uses
//! the default instead.

use serde::Deserialize;

/// The quirks of one competition.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "every quirk is a key of its own"
)]
pub struct Compat {
    /// How ids are compared.
    #[serde(default)]
    pub ids: IdRule,
    /// Fractional class labels are cut towards zero instead of being rejected.
    #[serde(default)]
    pub truncate_classes: bool,
    /// A text column of classes is rejected when it was read as numbers or truth values.
    #[serde(default)]
    pub reject_numeric_text: bool,
    /// Such a column is text all the same when one of its cells is empty.
    #[serde(default)]
    pub accept_numeric_text_with_gaps: bool,
    /// The id must be the first column.
    #[serde(default)]
    pub id_column_first: bool,
    /// Missing and infinite numbers pass the checks and make the score NaN.
    #[serde(default)]
    pub non_finite_numbers: bool,
}

/// How the ids of a submission are compared with those of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdRule {
    /// As multisets: every id as often as in the answers.
    #[default]
    Exact,
    /// Never: both sides are sorted by id and paired by place.
    SortedPlace,
    /// Never: rows are paired in file order and the id column may be absent.
    FilePlace,
}

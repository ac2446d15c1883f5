//! Quirks of the published edition that change a verdict or a number.
//!
//! Each is an explicit key, explained once in `docs/design/compat.md`; the corrected edition uses
//! the default instead.

use serde::Deserialize;

use crate::spec::RowSum;

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
    /// Missing and infinite numbers pass the checks; what becomes of them is the metric's matter.
    #[serde(default)]
    pub non_finite_numbers: bool,
    /// Fields of boxes or points that may be missing or infinite numbers.
    #[serde(default)]
    pub non_finite_fields: Vec<String>,
    /// Missing numbers pass the checks.
    #[serde(default)]
    pub missing_numbers: bool,
    /// A column of numbers is rejected when it holds truth values alone.
    #[serde(default)]
    pub reject_truth_values: bool,
    /// The file is rejected when all predicted columns hold truth values alone.
    #[serde(default)]
    pub reject_all_truth_values: bool,
    /// Predictions above one are rejected although the task rescales them.
    #[serde(default)]
    pub at_most_one: bool,
    /// Rows must add up to one although the task rescales them.
    #[serde(default)]
    pub row_sum: Option<RowSum>,
    /// Columns of probabilities that are read as whole numbers are not clipped.
    #[serde(default)]
    pub whole_columns_unclipped: bool,
    /// A missing text is the text `nan`.
    #[serde(default)]
    pub missing_as_nan: bool,
    /// A column of text is scored by the alphabetical rank of its cells.
    #[serde(default)]
    pub text_ranks: bool,
    /// A lone number is an empty mask, three numbers share one length, and pixels outside are cut.
    #[serde(default)]
    pub lenient_masks: bool,
    /// Only the number of words is checked in a cell of boxes; boxes of classes that the truth of
    /// the row lacks are not read.
    #[serde(default)]
    pub absent_classes_unread: bool,
    /// The columns are the id and the predicted ones in the declared order, and no other.
    #[serde(default)]
    pub declared_order: bool,
    /// The columns after the id are the predicted ones in the declared order, whatever their names.
    #[serde(default)]
    pub columns_by_place: bool,
    /// Undeclared columns are checked and summed like predicted ones.
    #[serde(default)]
    pub other_columns_count: bool,
    /// Another name for the predicted column; one of both must be there, not both.
    #[serde(default)]
    pub column_alias: Option<String>,
    /// The id columns that are compared; all when empty.
    #[serde(default)]
    pub compared_ids: Vec<String>,
    /// The scored rows of a submission are those at the lines of the answers' scored rows.
    #[serde(default)]
    pub scored_by_line: bool,
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
    /// Never: rows are paired in file order as far as the shorter side goes.
    FilePlaceShorter,
    /// As sets: repeated rows are paired with the same row of the answers again.
    Set,
    /// As sets, with the number of rows; rows are paired by place after sorting by id.
    SetThenPlace,
    /// Every id of the answers must be there, others are ignored; rows are paired by place after
    /// sorting by id, as far as the answers go.
    CoverThenPlace,
    /// Every id must be one of the answers', with the number of rows; the rows whose ids are scored
    /// are paired by place after sorting by id.
    KnownThenPlace,
    /// Every id must be one of the answers'; scored ids may be absent, the others are paired by place
    /// after sorting by id.
    PresentThenPlace,
}

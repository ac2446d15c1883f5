//! The schema of a submission: what `validate`, the validation server and the grader check.

use serde::Deserialize;

/// What a submission looks like.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SubmissionSpec {
    /// The columns that name a row together; usually one. Empty where rows have no name.
    #[serde(default)]
    pub id: Vec<String>,
    /// The columns that are predicted, in the order of the sample submission.
    pub columns: Vec<ColumnGroup>,
    /// What happens to columns that are not declared.
    #[serde(default)]
    pub other_columns: OtherColumns,
    /// The size of the images whose masks are predicted.
    #[serde(default)]
    pub mask: Option<MaskSize>,
    /// The predicted columns of a row must add up to one.
    #[serde(default)]
    pub row_sum: Option<RowSum>,
    /// Two data rows for the description's example, written as CSV lines.
    #[serde(default)]
    pub example: Vec<String>,
}

impl SubmissionSpec {
    /// Iterates over the names of the predicted columns.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        self.columns
            .iter()
            .flat_map(|group| group.names.iter().map(String::as_str))
    }
}

/// Predicted columns of one kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ColumnGroup {
    /// The columns' names.
    pub names: Vec<String>,
    /// What a cell holds.
    pub kind: ColumnKind,
    /// Smallest allowed number.
    #[serde(default)]
    pub min: Option<f64>,
    /// Largest allowed number.
    #[serde(default)]
    pub max: Option<f64>,
    /// What parts the entries of a list or the numbers of boxes.
    #[serde(default)]
    pub parted_by: PartedBy,
    /// What the entries of a list are.
    #[serde(default)]
    pub items: Items,
    /// What each box or point consists of, in order: `class` is any word, all others are numbers.
    #[serde(default)]
    pub fields: Vec<String>,
    /// Whether a cell of boxes that holds blanks alone is one without boxes.
    #[serde(default)]
    pub blanks_are_none: bool,
    /// The word that stands for an empty mask, besides blanks.
    #[serde(default)]
    pub none_word: Option<String>,
    /// Largest number of entries or boxes in a cell.
    #[serde(default)]
    pub max_items: Option<usize>,
    /// Whether a cell may be empty.
    #[serde(default)]
    pub may_be_empty: bool,
    /// What a cell means, for the description.
    #[serde(default)]
    pub about: Option<String>,
}

/// What a cell of a predicted column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// A number from 0 to 1.
    Probability,
    /// A finite number.
    Number,
    /// A class given as a whole number (or as True and False).
    Class,
    /// A class or an answer given as text.
    Text,
    /// Several entries parted by blanks.
    List,
    /// A run-length encoded mask.
    Mask,
    /// Boxes or points, several numbers and a class each.
    Boxes,
    /// A span `start:end`, `YES`, `NO`, or nothing.
    Answer,
    /// Anything: the column must be there but is neither checked nor scored.
    Unscored,
}

/// What parts the entries of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartedBy {
    /// White space of any kind and length.
    #[default]
    WhiteSpace,
    /// One blank each: two in a row have an empty entry between them.
    SingleBlank,
}

/// What the entries of a list are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Items {
    /// Words.
    #[default]
    Words,
    /// Whole numbers.
    WholeNumbers,
    /// A whole number, and anything after it.
    LeadingWholeNumber,
    /// The words of the true list, each once, in any order.
    Permutation,
}

/// The size of an image whose mask is predicted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum MaskSize {
    /// All images have the same number of pixels.
    Pixels {
        /// How many.
        pixels: u64,
    },
    /// Columns of the answers hold the size of each image.
    Columns {
        /// Column of the number of rows of pixels.
        height: String,
        /// Column of the number of columns of pixels.
        width: String,
    },
}

impl ColumnKind {
    /// Returns whether a cell is one number.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Probability | Self::Number | Self::Class)
    }

    /// Returns whether the column has a part in the score.
    pub fn is_scored(self) -> bool {
        self != Self::Unscored
    }
}

/// What happens to columns that are not declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OtherColumns {
    /// They are ignored.
    #[default]
    Ignored,
    /// They are a rejection.
    Rejected,
}

/// How exactly the predicted columns of a row must add up to one.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum RowSum {
    /// The sum differs from one by at most this much.
    Within(f64),
    /// The sum rounded to this many decimals is one.
    Decimals(i32),
}

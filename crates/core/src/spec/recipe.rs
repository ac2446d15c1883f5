//! The declarative preparation: one table, one split, files that follow their rows.

use serde::Deserialize;

/// How the raw download becomes public and private files.
///
/// Paths are relative to the raw folder (`from`, `table`) or to the prepared folder (`to`);
/// `archive.zip!member` reaches into an archive.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// The table that is split, or copied where there is no split; its delimiter follows the
    /// ending (`.csv`, `.tsv`).
    #[serde(default)]
    pub table: Option<String>,
    /// Columns of the table that are read as text whatever they hold.
    #[serde(default)]
    pub text_columns: Vec<String>,
    /// Columns of the table that are text exactly as written: `NA` and `null` are words, and an
    /// empty field is an empty text.
    #[serde(default)]
    pub literal_columns: Vec<String>,
    /// How numbers with a fraction are read.
    #[serde(default)]
    pub floats: Floats,
    /// How rows are divided into train and test.
    #[serde(default)]
    pub split: Option<SplitRule>,
    /// The tables to write.
    #[serde(default)]
    pub write: Vec<WriteRule>,
    /// The files that follow their rows.
    #[serde(default)]
    pub files: Vec<FileRule>,
    /// Files and folders that are taken over unchanged.
    #[serde(default)]
    pub copy: Vec<CopyRule>,
    /// Folders that the original leaves empty.
    #[serde(default)]
    pub empty_folders: Vec<String>,
}

/// How numbers with a fraction are read from CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Floats {
    /// To the nearest double.
    #[default]
    Exact,
    /// As pandas' fast parser does, which can miss the nearest double by one unit.
    Fast,
}

/// How rows are divided: a permutation drawn as scikit-learn's `train_test_split` draws it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SplitRule {
    /// Size of one part: `{ test = 0.1 }`, `{ test-rows = 500 }` or `{ train = 0.75 }`.
    pub share: Share,
    /// Seed of the generator.
    #[serde(default)]
    pub seed: u32,
    /// Column whose distinct values are divided instead of single rows.
    #[serde(default)]
    pub by: Option<String>,
    /// Order of the rows in each part.
    #[serde(default)]
    pub order: Order,
}

/// Size of one part of a split.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Share {
    /// Fraction of the rows that becomes test, rounded up.
    Test(f64),
    /// Number of rows that become test.
    TestRows(usize),
    /// Fraction of the rows that stays train, rounded down.
    Train(f64),
}

/// Order of the rows in each part of a split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As drawn.
    #[default]
    Drawn,
    /// As in the raw table.
    Raw,
}

/// Which rows a rule concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rows {
    /// The train part.
    Train,
    /// The test part.
    Test,
    /// The whole table.
    #[default]
    All,
}

/// A table to write.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WriteRule {
    /// Where; the delimiter follows the ending.
    pub to: String,
    /// Another table of the raw data instead of the one that is split; taken whole unless `follow`
    /// is given.
    #[serde(default)]
    pub table: Option<String>,
    /// Column by which the other table's rows follow the split: kept, in raw order, are the rows
    /// whose value also stands in the column of this name in the chosen rows of the split table.
    #[serde(default)]
    pub follow: Option<String>,
    /// Which rows.
    #[serde(default)]
    pub rows: Rows,
    /// Columns to keep, in this order; all when empty.
    #[serde(default)]
    pub keep: Vec<String>,
    /// Columns to leave out.
    #[serde(default)]
    pub drop: Vec<String>,
    /// New names of columns.
    #[serde(default)]
    pub rename: toml::Table,
    /// Replaces a column of classes by one 0/1 column for each class.
    #[serde(default)]
    pub one_hot: Option<OneHot>,
    /// Columns set to one value, existing or new, in this order.
    #[serde(default)]
    pub set: toml::Table,
    /// Sets every predicted column of the submission to one value, in the submission's order.
    #[serde(default)]
    pub set_targets: Option<toml::Value>,
    /// Column by which rows are sorted.
    #[serde(default)]
    pub sort: Option<String>,
}

/// A column of classes that becomes one 0/1 column for each predicted column of the submission.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OneHot {
    /// The column of classes.
    pub column: String,
}

/// Files that follow their rows.
///
/// `{column}` stands for a row's cell, `{column:0}` for the first character of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FileRule {
    /// Which rows.
    pub rows: Rows,
    /// The file or folder of a row.
    pub from: String,
    /// Where it goes.
    pub to: String,
}

/// A file or folder that is taken over unchanged.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CopyRule {
    /// Where it stands in the raw folder.
    pub from: String,
    /// Where it goes in the prepared folder.
    pub to: String,
}

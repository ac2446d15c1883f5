//! How tables are read and written.

/// How a table is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// Byte between two fields: a comma or a tab.
    pub delimiter: u8,
    /// How decimal numbers are parsed.
    pub float_parsing: FloatParsing,
    /// Columns that are kept as text whatever they hold; unknown names are ignored.
    pub text_columns: Vec<String>,
    /// Columns that are text exactly as written, without missing words: an empty field is an empty
    /// text; unknown names are ignored.
    pub literal_columns: Vec<String>,
    /// The columns to make, `None` for all; the others are read over.
    pub only: Option<Vec<String>>,
    /// Whether every column is kept as text.
    pub all_text: bool,
    /// Whether words such as `NA`, `null` and the empty field are missing cells.
    ///
    /// Without them an empty field is an empty text, so a column with one is a column of text.
    pub missing_words: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            delimiter: b',',
            float_parsing: FloatParsing::Exact,
            text_columns: Vec::new(),
            literal_columns: Vec::new(),
            only: None,
            all_text: false,
            missing_words: true,
        }
    }
}

/// How decimal numbers are parsed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FloatParsing {
    /// To the nearest double (`float_precision="round_trip"`).
    #[default]
    Exact,
    /// As pandas does by default: from 17 digits and one multiplication or division, so often one
    /// unit in the last place off.
    PandasFast,
}

/// How a table is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteOptions {
    /// Byte between two fields.
    pub delimiter: u8,
    /// Which fields are quoted.
    pub quoting: Quoting,
    /// How floats are printed.
    pub float_format: FloatFormat,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            delimiter: b',',
            quoting: Quoting::Minimal,
            float_format: FloatFormat::Repr,
        }
    }
}

/// Which fields are quoted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quoting {
    /// Fields with a delimiter, a quote or a line feed; a lone carriage return is no reason.
    #[default]
    Minimal,
    /// Every header, text and missing cell; numbers and truth values stay bare.
    NonNumeric,
}

/// How floats are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FloatFormat {
    /// The shortest text that reads back the same.
    #[default]
    Repr,
    /// C's `%.<digits>g`.
    General(usize),
    /// C's `%.<decimals>f`.
    Fixed(usize),
}

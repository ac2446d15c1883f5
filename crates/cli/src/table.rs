//! Plain tables for the terminal: columns without borders, cut by nobody.

use comfy_table::{ContentArrangement, Table, presets};

/// A table that is rendered as text.
pub(crate) struct PlainTable {
    table: Table,
}

impl PlainTable {
    /// Creates a table with a header.
    pub(crate) fn new<const N: usize>(header: [&str; N]) -> Self {
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(header);
        Self { table }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.table.add_row(cells);
    }

    /// Renders the table without trailing blanks.
    pub(crate) fn render(&self) -> String {
        let text = self.table.to_string();
        text.lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

//! How a table is laid out.

use comfy_table::{
    Cell, CellAlignment, Color, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle,
    Table, TableStyle, Width,
};

use crate::quantity::printable;

/// How text for a terminal looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Whether colours are used.
    pub color: bool,
    /// Columns of the terminal; nothing for lines as long as they need to be. The first column
    /// gives way, the numbers are never broken.
    pub width: Option<u16>,
}

/// The narrowest first column.
const NARROWEST: u16 = 16;

const RULED: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none());

/// A table whose first column is text; the other columns say how they are aligned.
pub(crate) struct TextTable {
    table: Table,
    style: Style,
}

/// A column's header and alignment.
#[derive(Clone, Copy)]
pub(crate) enum Column {
    /// Text, to the left.
    Text(&'static str),
    /// A number, to the right.
    Number(&'static str),
}

/// What a cell means, shown as its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Gold,
    Silver,
    Bronze,
    Bad,
    Faint,
}

impl TextTable {
    pub(crate) fn new(columns: &[Column], style: Style) -> Self {
        let mut table = Table::new();
        table.load_style(RULED).force_no_tty();
        table.set_content_arrangement(ContentArrangement::Disabled);
        if style.color {
            table.enforce_styling().style_text_only();
        }
        table.set_header(columns.iter().map(|column| match column {
            Column::Text(name) | Column::Number(name) => Cell::new(name),
        }));
        for (column, kind) in table.column_iter_mut().zip(columns) {
            column.set_padding((0, 1));
            if let Column::Number(_) = kind {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self { table, style }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = (String, Tone)>) {
        let cells = cells.into_iter().map(|(text, tone)| {
            let cell = Cell::new_owned(printable(&text));
            match tone {
                _ if !self.style.color => cell,
                Tone::Plain => cell,
                Tone::Gold => cell.fg(Color::Yellow),
                Tone::Silver => cell.fg(Color::White),
                Tone::Bronze => cell.fg(Color::DarkYellow),
                Tone::Bad => cell.fg(Color::Red),
                Tone::Faint => cell.fg(Color::DarkGrey),
            }
        });
        let cells: Vec<Cell> = cells.collect();
        self.table.add_row(cells);
    }

    /// Renders the table with a final line feed and without blanks at the ends of lines.
    pub(crate) fn render(mut self) -> String {
        if let Some(width) = self.style.width {
            self.narrow(width);
        }
        let mut text = String::new();
        for line in self.table.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Whether the table fits if its first column is broken.
    pub(crate) fn fits(&self) -> bool {
        let narrowest = self.others().saturating_add(NARROWEST);
        self.style.width.is_none_or(|width| width >= narrowest)
    }

    /// Returns the width of all but the first column's content.
    fn others(&self) -> u16 {
        let widths = self.table.column_max_content_widths();
        // Every column has a blank on its right, and one stands between two columns.
        let gaps = u16::try_from(widths.len() * 2).unwrap_or(u16::MAX);
        let others = widths.iter().skip(1);
        others.fold(gaps, |sum, width| sum.saturating_add(*width))
    }

    /// Breaks the first column so that the table fits, as far as that goes.
    fn narrow(&mut self, width: u16) {
        let widths = self.table.column_max_content_widths();
        let (Some(first), others) = (widths.first(), self.others()) else {
            return;
        };
        let room = width.saturating_sub(others).max(NARROWEST);
        if room >= *first {
            return;
        }
        let padded = room.saturating_add(1);
        self.table
            .set_content_arrangement(ContentArrangement::Dynamic);
        self.table.set_width(others.saturating_add(room));
        for (index, column) in self.table.column_iter_mut().enumerate() {
            column.set_constraint(if index == 0 {
                ColumnConstraint::UpperBoundary(Width::Fixed(padded))
            } else {
                ColumnConstraint::ContentWidth
            });
        }
    }
}

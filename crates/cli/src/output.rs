//! Writing results to stdout and everything else to stderr.
//!
//! The only module that prints. A reader that closes the pipe early ends the output, not the
//! program with a panic.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::error::CliError;

/// Writes a result and a line end to stdout.
pub(crate) fn result(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.trim_end_matches('\n').as_bytes());
    let _ = out.write_all(b"\n");
    let _ = out.flush();
}

/// Writes a result as indented JSON to stdout.
pub(crate) fn json(value: &impl Serialize) -> Result<(), CliError> {
    result(&serde_json::to_string_pretty(value)?);
    Ok(())
}

/// Writes a remark to stderr.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes an error to stderr, its first word in red on a terminal.
pub(crate) fn error(text: &str) {
    let colored = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let label = if colored {
        "\u{1b}[1;31merror\u{1b}[0m"
    } else {
        "error"
    };
    note(&format!("{label}: {text}"));
}

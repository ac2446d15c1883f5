//! Errors as the user sees them: what is wrong, why, what to type next, and an exit code.

use std::fmt;
use std::process;

use mlebench_core::exit_code::ExitCode;
use mlebench_core::grader::GraderError;
use mlebench_core::prepare::PrepareError;

use crate::output;

/// An error that ends the program.
#[derive(Debug)]
pub(crate) struct CliError {
    code: ExitCode,
    message: String,
}

impl CliError {
    /// Creates an error of ours, or of the machine.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            code: ExitCode::Error,
            message: message.into(),
        }
    }

    /// Creates an error with its exit code.
    pub(crate) fn with_code(code: ExitCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// Creates the error of a verb that does not exist yet.
    pub(crate) fn not_there_yet(what: &str) -> Self {
        Self::new(format!("{what} is not implemented yet"))
    }

    /// Returns the exit code.
    pub(crate) fn exit_code(&self) -> ExitCode {
        self.code
    }

    /// Replaces the exit code.
    #[must_use]
    pub(crate) fn code(mut self, code: ExitCode) -> Self {
        self.code = code;
        self
    }

    /// Prints the error and returns the exit code of the process.
    pub(crate) fn report(&self) -> process::ExitCode {
        output::error(&self.message);
        self.code.into()
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Joins an error and its causes into one text.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str("\n  caused by: ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

/// Errors whose exit code is always the general one.
macro_rules! general {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Self::new(chain(&error))
            }
        })+
    };
}

general!(
    mlebench_competitions::RegistryError,
    mlebench_core::submission::LoadError,
    mlebench_core::submission::MissingAnswerColumn,
    serde_json::Error,
);

impl From<PrepareError> for CliError {
    fn from(error: PrepareError) -> Self {
        let code = match &error {
            PrepareError::Checksum(_) => ExitCode::ChecksumMismatch,
            _ => ExitCode::Error,
        };
        Self::with_code(code, chain(&error))
    }
}

impl From<GraderError> for CliError {
    fn from(error: GraderError) -> Self {
        let code = match &error {
            GraderError::NotPrepared { .. } => ExitCode::NotPrepared,
            _ => ExitCode::Error,
        };
        Self::with_code(code, chain(&error))
    }
}

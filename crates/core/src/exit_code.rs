//! Exit codes of the program; stable for scripts.

/// What the program ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    /// Everything asked for was done.
    Done = 0,
    /// An error of ours, or of the machine.
    Error = 1,
    /// The command line is wrong.
    Usage = 2,
    /// `validate`: the submission is rejected.
    Rejected = 3,
    /// An audit found a violation.
    Violation = 4,
    /// The competition's data is not prepared.
    NotPrepared = 5,
    /// A checksum differs.
    ChecksumMismatch = 6,
    /// No usable sandbox.
    NoSandbox = 7,
    /// Some of several items failed.
    SomeFailed = 8,
    /// Interrupted by Ctrl-C.
    Interrupted = 130,
}

impl ExitCode {
    /// All codes with the sentence of the reference page.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Done, "everything asked for was done"),
        (Self::Error, "an error of ours, or of the machine"),
        (Self::Usage, "the command line is wrong"),
        (Self::Rejected, "`validate`: the submission is rejected"),
        (Self::Violation, "an audit found a violation"),
        (
            Self::NotPrepared,
            "the competition's data is not prepared (`grade-sample` says 1)",
        ),
        (Self::ChecksumMismatch, "a checksum differs"),
        (Self::NoSandbox, "no usable sandbox"),
        (Self::SomeFailed, "some of several items failed"),
        (Self::Interrupted, "interrupted by Ctrl-C"),
    ];
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}

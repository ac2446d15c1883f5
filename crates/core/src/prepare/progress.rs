//! Telling somebody how far a long piece of work is.

/// Hears about the progress of long work. All methods may be called from several threads.
pub trait Progress: Sync {
    /// A stage begins; `total` is the number of steps if it is known.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// Some steps are done.
    fn advance(&self, steps: u64);
    /// The stage is over.
    fn end(&self);
    /// Something happened that explains what comes, or why nothing does.
    fn note(&self, _text: &str) {}
}

/// Tells nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _stage: &str, _total: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn end(&self) {}
}

//! How much an archive may unpack to.

/// Bounds that an honest archive keeps and a bomb does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExtractLimits {
    /// Bytes of all members together. The largest raw download of the benchmark is below 1 TB.
    pub total_bytes: u64,
    /// Unpacked bytes per packed byte, looked at for members above `ratio_from_bytes`. Text and
    /// constant images reach some hundreds, deflate's own limit is 1,032.
    pub ratio: u64,
    /// Members smaller than this may have any ratio.
    pub ratio_from_bytes: u64,
    /// Number of members.
    pub members: usize,
}

impl Default for ExtractLimits {
    fn default() -> Self {
        Self {
            total_bytes: 2 << 40,
            ratio: 1_000,
            ratio_from_bytes: 100 << 20,
            members: 50_000_000,
        }
    }
}

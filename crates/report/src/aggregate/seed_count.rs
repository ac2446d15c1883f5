//! How many seeds are averaged.

use super::AggregateError;

/// How many seeds are averaged, always the first ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SeedCount {
    /// All there are.
    #[default]
    All,
    /// So many, at least one.
    First(usize),
}

impl SeedCount {
    /// Converts the value of `--num-seeds`, where -1 stands for all.
    ///
    /// # Errors
    ///
    /// Returns an error for 0 and for negative numbers other than -1.
    pub fn from_flag(number: i64) -> Result<Self, AggregateError> {
        match usize::try_from(number) {
            Ok(0) => Err(AggregateError::SeedCount(number)),
            Ok(number) => Ok(Self::First(number)),
            Err(_) if number == -1 => Ok(Self::All),
            Err(_) => Err(AggregateError::SeedCount(number)),
        }
    }

    /// Returns the number of seeds to use out of `available`.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer, or none are asked for.
    pub(crate) fn of(self, available: usize, split: &str) -> Result<usize, AggregateError> {
        match self {
            Self::All => Ok(available),
            Self::First(0) => Err(AggregateError::SeedCount(0)),
            Self::First(requested) if requested > available => Err(AggregateError::TooManySeeds {
                split: split.to_owned(),
                requested,
                available,
            }),
            Self::First(requested) => Ok(requested),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_one_is_all_and_nothing_else_is_below_one() {
        assert_eq!(SeedCount::from_flag(-1), Ok(SeedCount::All));
        assert_eq!(SeedCount::from_flag(2), Ok(SeedCount::First(2)));
        assert!(SeedCount::from_flag(0).is_err());
        assert!(SeedCount::from_flag(-2).is_err());
        assert!(SeedCount::First(0).of(3, "low").is_err());
        assert!(SeedCount::First(4).of(3, "low").is_err());
    }
}

//! The vocabulary and the rules of the benchmark: competitions, submissions, verdicts,
//! leaderboards, reports, and the engines that prepare data and grade submissions by a
//! competition's declared facts. It knows no particular competition, no sandbox and no terminal.

pub mod answers;
pub mod competition;
mod description;
pub mod edition;
pub mod exit_code;
pub mod grade;
pub mod grader;
pub mod instructions;
pub mod leaderboard;
pub mod prepare;
pub mod record;
pub mod report;
pub mod spec;
pub mod submission;
pub mod verdict;

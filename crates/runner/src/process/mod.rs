//! Looking at processes through `/proc`.

mod tree;

pub(crate) use tree::{
    boot_id, children, descendants, sample, signal_all, start_time, user_process_count,
};

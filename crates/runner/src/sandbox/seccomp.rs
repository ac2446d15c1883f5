//! The system calls an agent may not make.
//!
//! The namespaces already confine; the filter takes away the parts of the kernel that have broken
//! such confinement before and that no training program needs. Everything in it fails with EPERM,
//! so that a program that only probes goes on.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

/// Calls that are refused whatever their arguments.
const REFUSED: &[i64] = &[
    // Other processes' memory and registers.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    // File systems.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    // Namespaces.
    libc::SYS_setns,
    libc::SYS_unshare,
    // Keys of the kernel.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Wide or often broken interfaces of the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_fanotify_init,
    // The machine itself.
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
];

/// Address families a program needs without a network of its own; the others (packets, the
/// hypervisor's sockets, …) are not confined by a network namespace or need privileges anyway.
const FAMILIES: [i32; 4] = [
    libc::AF_UNIX,
    libc::AF_INET,
    libc::AF_INET6,
    libc::AF_NETLINK,
];

/// Set-user-id and set-group-id, which would matter on the host once files are left there.
const SET_ID_BITS: [u64; 2] = [0o4000, 0o2000];

/// Returns the filter as the bytes the kernel takes, or nothing on an unknown processor.
pub(super) fn program() -> Option<Vec<u8>> {
    let arch: TargetArch = std::env::consts::ARCH.try_into().ok()?;
    let filter = SeccompFilter::new(
        rules().ok()?,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        arch,
    );
    let program: BpfProgram = filter.ok()?.try_into().ok()?;
    let mut bytes = Vec::with_capacity(program.len() * 8);
    for instruction in program {
        bytes.extend(instruction.code.to_ne_bytes());
        bytes.extend([instruction.jt, instruction.jf]);
        bytes.extend(instruction.k.to_ne_bytes());
    }
    Some(bytes)
}

fn rules() -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    let other_family = FAMILIES
        .iter()
        .map(|family| SeccompCondition::new(0, Len::Dword, Op::Ne, *family as u64))
        .collect::<Result<Vec<_>, _>>()?;
    rules.insert(libc::SYS_socket, vec![SeccompRule::new(other_family)?]);
    let new_user = libc::CLONE_NEWUSER as u64;
    rules.insert(libc::SYS_clone, vec![bits(0, new_user)?]);
    // The terminal is not ours, but typing into one is never needed.
    let typing = SeccompCondition::new(1, Len::Dword, Op::Eq, libc::TIOCSTI)?;
    rules.insert(libc::SYS_ioctl, vec![SeccompRule::new(vec![typing])?]);
    for (call, argument) in [
        (libc::SYS_fchmod, 1),
        (libc::SYS_fchmodat, 2),
        (FCHMODAT2, 2),
    ] {
        rules.insert(call, set_id(argument)?);
    }
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_chmod, set_id(1)?);
    Ok(rules)
}

/// `fchmodat2`, which has this number on every processor.
const FCHMODAT2: i64 = 452;

fn set_id(argument: u8) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    SET_ID_BITS.iter().map(|bit| bits(argument, *bit)).collect()
}

fn bits(argument: u8, mask: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    let set = SeccompCondition::new(argument, Len::Dword, Op::MaskedEq(mask), mask)?;
    SeccompRule::new(vec![set])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_compiles_within_the_kernels_bounds() {
        let bytes = program().expect("a filter for this processor");
        assert_eq!(bytes.len() % 8, 0);
        assert!(bytes.len() / 8 <= 4096);
    }
}

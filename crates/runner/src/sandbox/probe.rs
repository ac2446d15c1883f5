//! What this machine can do, and how to get what is missing.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::{SandboxKind, open};
use crate::limits::CgroupHost;

/// One ability of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Probe {
    /// What was looked for.
    pub name: &'static str,
    /// Whether it is there and works.
    pub usable: bool,
    /// What was found.
    pub detail: String,
    /// How to get it, where it is missing and matters.
    pub hint: Option<String>,
}

/// Looks at everything runs depend on; `init_program` is a program that calls
/// [`sandbox_init_main`](super::sandbox_init_main), as this one does.
pub fn probe(init_program: &Path) -> Vec<Probe> {
    let mut probes = vec![back_end(SandboxKind::Bubblewrap, init_program)];
    probes.push(back_end(SandboxKind::None, init_program));
    probes.push(user_namespaces());
    let host = CgroupHost::here();
    for (name, controller, instead) in [
        (
            "memory limit",
            "memory",
            "rlimits and a watcher are used instead",
        ),
        (
            "processor limit",
            "cpu",
            "agents are confined to whole cores instead",
        ),
        (
            "process limit",
            "pids",
            "rlimits are used instead, which do not bind root",
        ),
    ] {
        let mechanism = host.mechanism(controller);
        probes.push(Probe {
            name,
            usable: mechanism.is_some(),
            detail: mechanism.unwrap_or(instead).to_owned(),
            hint: mechanism.is_none().then(|| {
                "run as root, or have a control group delegated to this user (on systemd: \
                 `systemd-run --user --scope -p Delegate=yes mlebench ...`)"
                    .to_owned()
            }),
        });
    }
    let filter = super::seccomp::program().is_some();
    probes.push(Probe {
        name: "system call filter",
        usable: filter,
        detail: std::env::consts::ARCH.to_owned(),
        hint: None,
    });
    probes
}

fn back_end(kind: SandboxKind, init_program: &Path) -> Probe {
    let name = match kind {
        SandboxKind::Bubblewrap => "sandbox bubblewrap",
        SandboxKind::None => "sandbox none",
    };
    let tried = open(kind, init_program).check();
    let detail = match (&tried, kind) {
        (Ok(()), SandboxKind::Bubblewrap) => "works".to_owned(),
        (Ok(()), SandboxKind::None) => "works, but confines nothing".to_owned(),
        (Err(error), _) => error.to_string(),
    };
    let hint = match tried {
        Err(super::SandboxError::Unusable { hint, .. }) => Some(hint),
        _ => None,
    };
    Probe {
        name,
        usable: detail.starts_with("works"),
        detail,
        hint,
    }
}

fn user_namespaces() -> Probe {
    let most = fs::read_to_string("/proc/sys/user/max_user_namespaces").unwrap_or_default();
    let most: u64 = most.trim().parse().unwrap_or(0);
    Probe {
        name: "user namespaces",
        usable: most > 0,
        detail: format!("at most {most}"),
        hint: (most == 0).then(|| "sysctl user.max_user_namespaces=10000".to_owned()),
    }
}

//! Finding an agent by name or path.

use std::path::{Path, PathBuf};

use mlebench_data::files::write_atomic;
use mlebench_runner::Agent;
use tempfile::TempDir;

use crate::error::CliError;

/// The agents that come with the program: name, and their files.
const BUILT_IN: &[(&str, &[(&str, &str)])] = &[
    (
        "dummy",
        &[
            (
                "agent.toml",
                include_str!("../../../agents/dummy/agent.toml"),
            ),
            ("start.sh", include_str!("../../../agents/dummy/start.sh")),
        ],
    ),
    (
        "cactus-cnn",
        &[(
            "agent.toml",
            include_str!("../../../agents/cactus-cnn/agent.toml"),
        )],
    ),
];

/// An agent, and the temporary folder it lies in if it came with the program.
pub(crate) struct FoundAgent {
    /// The agent.
    pub(crate) agent: Agent,
    _folder: Option<TempDir>,
}

/// Finds an agent: a folder with `agent.toml`, a name below `$MLEBENCH_AGENTS_DIR` or `agents/`, or
/// one that comes with the program.
///
/// # Errors
///
/// Fails when there is none, or its definition is broken.
pub(crate) fn find(name: &str) -> Result<FoundAgent, CliError> {
    let program = program_folder()?;
    for folder in candidates(name) {
        if folder.join("agent.toml").is_file() {
            let agent = Agent::load(&folder, &program).map_err(|e| CliError::new(e.to_string()))?;
            return Ok(FoundAgent {
                agent,
                _folder: None,
            });
        }
    }
    built_in(name, &program)
}

/// Unpacks an agent that comes with the program.
///
/// # Errors
///
/// Fails when there is none of that name.
pub(crate) fn built_in(name: &str, program: &Path) -> Result<FoundAgent, CliError> {
    let Some((_, files)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = BUILT_IN.iter().map(|(known, _)| *known).collect();
        return Err(CliError::new(format!(
            "there is no agent `{name}`: no folder with an `agent.toml` of that path, below `agents/` or \
             `$MLEBENCH_AGENTS_DIR`\n  (hint: these come with the program: {})",
            known.join(", ")
        )));
    };
    let failed =
        |error: std::io::Error| CliError::new(format!("failed to unpack `{name}`: {error}"));
    let folder = TempDir::new().map_err(failed)?;
    for (file, text) in *files {
        write_atomic(&folder.path().join(file), |out| {
            out.write_all(text.as_bytes())
        })
        .map_err(failed)?;
    }
    let agent = Agent::load(folder.path(), program).map_err(|e| CliError::new(e.to_string()))?;
    Ok(FoundAgent {
        agent,
        _folder: Some(folder),
    })
}

/// Returns the folder of the running program, where compiled agents lie too.
///
/// # Errors
///
/// Fails when the system does not tell.
pub(crate) fn program_folder() -> Result<PathBuf, CliError> {
    let program = std::env::current_exe().map_err(|error| CliError::new(error.to_string()))?;
    Ok(program.parent().map_or_else(PathBuf::new, Path::to_owned))
}

fn candidates(name: &str) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(name)];
    if let Some(agents) = std::env::var_os("MLEBENCH_AGENTS_DIR") {
        folders.push(PathBuf::from(agents).join(name));
    }
    folders.push(Path::new("agents").join(name));
    folders
}

//! Reading `agent.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::Secrets;
use super::hash;
use crate::error::IoError;
use crate::limits::{Limits, parse_bytes, parse_duration};

/// Variables the runner sets, which a definition may not.
const RESERVED: [&str; 10] = [
    "COMPETITION_ID",
    "DATA_DIR",
    "SUBMISSION_DIR",
    "LOGS_DIR",
    "CODE_DIR",
    "AGENT_DIR",
    "TIME_LIMIT_SECS",
    "VALIDATION_URL",
    "MLEBENCH_SEED",
    "MLEBENCH_SANDBOX",
];

/// An agent's definition that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// There is no definition at this place.
    #[error("`{}` is no agent: it has no `agent.toml` (hint: see `agents/dummy` for the smallest one)", .0.display())]
    NoDefinition(PathBuf),
    /// The definition is not TOML of the known form.
    #[error("invalid `{}`: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        message: String,
    },
    /// A value of the definition makes no sense.
    #[error("invalid `{}`: {message}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// Secrets the definition names are not in the environment.
    #[error("the agent `{agent}` needs {} in the environment (hint: export {})", quoted(names), names.join(" "))]
    MissingSecrets {
        /// The agent's name.
        agent: String,
        /// The variables that are not set.
        names: Vec<String>,
    },
    /// A file operation failed.
    #[error(transparent)]
    Io(#[from] IoError),
}

fn quoted(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// An agent as defined by its folder.
#[derive(Debug, Clone)]
pub struct Agent {
    /// Its name, part of a run group's name.
    pub name: String,
    /// Its version, free text.
    pub version: String,
    /// The command that starts it, run in the agent's folder.
    pub start: Vec<String>,
    /// Hosts it needs, granted only if the network mode names them.
    pub hosts: Vec<String>,
    /// Its folder.
    pub dir: PathBuf,
    /// The SHA-256 over its files and its artifact.
    pub definition_sha256: String,
    /// Its default budgets.
    pub limits: Limits,
    env: BTreeMap<String, String>,
    build: Option<Build>,
    artifact: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    version: String,
    start: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    network: Network,
    #[serde(default)]
    limits: Budgets,
    build: Option<Build>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Network {
    #[serde(default)]
    hosts: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Budgets {
    time_limit: Option<String>,
    memory: Option<String>,
    cpus: Option<f64>,
    processes: Option<u64>,
    disk: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Build {
    command: Vec<String>,
    artifact: String,
}

impl Agent {
    /// Loads the agent in `dir`; a compiled one is looked for in `program_dir`, the folder of the
    /// running program.
    ///
    /// A missing artifact is not an error here but one of [`Self::problems`], so that it can be
    /// listed with others.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no definition, or it has unknown keys or senseless values.
    pub fn load(dir: &Path, program_dir: &Path) -> Result<Self, AgentError> {
        let path = dir.join("agent.toml");
        if !path.is_file() {
            return Err(AgentError::NoDefinition(dir.to_path_buf()));
        }
        let text = fs::read_to_string(&path).map_err(IoError::at("read", &path))?;
        let file: File = toml::from_str(&text).map_err(|error| AgentError::Syntax {
            path: path.clone(),
            message: error.to_string().trim_end().to_owned(),
        })?;
        let limits = file
            .check()
            .and_then(|()| file.limits.limits())
            .map_err(|message| AgentError::Value { path, message })?;
        let artifact = file
            .build
            .as_ref()
            .map(|build| program_dir.join(&build.artifact));
        let artifact = artifact.filter(|path| path.is_file());
        let dir = dir.canonicalize().map_err(IoError::at("find", dir))?;
        Ok(Self {
            definition_sha256: hash::definition(&dir, artifact.as_deref())?,
            name: file.name,
            version: file.version,
            start: file.start,
            hosts: file.network.hosts,
            dir,
            limits,
            env: file.env,
            build: file.build,
            artifact,
        })
    }

    /// Returns the compiled file to be placed at `bin/` in the agent's folder: name and path.
    pub(crate) fn artifact(&self) -> Option<(&str, &Path)> {
        Some((&self.build.as_ref()?.artifact, self.artifact.as_deref()?))
    }

    /// Returns what keeps this agent from running, one sentence each.
    pub fn problems(&self) -> Vec<String> {
        let mut found = self.limits.problems();
        if let Some(build) = self.build.as_ref().filter(|_| self.artifact.is_none()) {
            found.push(format!(
                "the agent `{}` is not built: `{}` is not beside this program (hint: run `{}`)",
                self.name,
                build.artifact,
                build.command.join(" ")
            ));
        }
        if let Err(error) = self.environment() {
            found.push(error.to_string());
        }
        found
    }

    /// Returns the agent's own variables with its secrets filled in, and the secrets.
    ///
    /// # Errors
    ///
    /// Returns an error that names every secret that is not in this process's environment.
    pub(crate) fn environment(&self) -> Result<(BTreeMap<String, String>, Secrets), AgentError> {
        self.environment_from(|name| std::env::var(name).ok())
    }

    fn environment_from(
        &self,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<(BTreeMap<String, String>, Secrets), AgentError> {
        let mut missing = Vec::new();
        let mut secrets = Vec::new();
        let mut filled = BTreeMap::new();
        for (key, template) in &self.env {
            let mut value = String::new();
            for part in split_template(template) {
                match part {
                    Part::Text(text) => value.push_str(text),
                    Part::Secret(name) => match lookup(name) {
                        Some(secret) => {
                            value.push_str(&secret);
                            secrets.push(secret);
                        }
                        None => missing.push(name.to_owned()),
                    },
                }
            }
            filled.insert(key.clone(), value);
        }
        missing.sort();
        missing.dedup();
        if missing.is_empty() {
            return Ok((filled, Secrets::new(secrets.iter().map(String::as_str))));
        }
        Err(AgentError::MissingSecrets {
            agent: self.name.clone(),
            names: missing,
        })
    }
}

enum Part<'a> {
    Text(&'a str),
    Secret(&'a str),
}

/// Splits `a${secret:B}c`; what is not closed is text.
fn split_template(template: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find("${secret:") {
        let after = &rest[at + "${secret:".len()..];
        let Some(end) = after.find('}') else { break };
        parts.push(Part::Text(&rest[..at]));
        parts.push(Part::Secret(&after[..end]));
        rest = &after[end + 1..];
    }
    parts.push(Part::Text(rest));
    parts
}

impl File {
    fn check(&self) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(plain) {
            return Err(format!(
                "`name` may hold letters, digits, `-`, `_` and `.`, not `{}`",
                self.name
            ));
        }
        if self.start.first().is_none_or(String::is_empty) {
            return Err("`start` is empty".to_owned());
        }
        if self.start.iter().any(|word| word.contains('\0')) {
            return Err("`start` holds a zero byte".to_owned());
        }
        for (key, value) in &self.env {
            if RESERVED.contains(&key.as_str()) {
                return Err(format!("`env.{key}` is set by the runner"));
            }
            if key.is_empty() || key.contains(['=', '\0']) || value.contains('\0') {
                return Err(format!("`env.{key}` is no variable"));
            }
        }
        let Some(build) = &self.build else {
            return Ok(());
        };
        let mut parts = Path::new(&build.artifact).components();
        if !matches!(
            (parts.next(), parts.next()),
            (Some(Component::Normal(_)), None)
        ) {
            return Err(format!(
                "`build.artifact` must be a file name, not `{}`",
                build.artifact
            ));
        }
        Ok(())
    }
}

impl Budgets {
    fn limits(&self) -> Result<Limits, String> {
        let defaults = Limits::default();
        let size = |text: &Option<String>| text.as_deref().map(parse_bytes).transpose();
        let wall = self.time_limit.as_deref().map(parse_duration).transpose()?;
        Ok(Limits {
            wall_s: wall.map_or(defaults.wall_s, |wall| wall.as_secs_f64()),
            memory_bytes: size(&self.memory)?,
            cpus: self.cpus,
            processes: self.processes.or(defaults.processes),
            disk_bytes: size(&self.disk)?,
            ..defaults
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Agent, AgentError> {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("agent.toml"), text).unwrap();
        Agent::load(dir.path(), dir.path())
    }

    const SMALLEST: &str = "name = \"a\"\nversion = \"1\"\nstart = [\"true\"]\n";

    #[test]
    fn reads_the_smallest_definition() {
        let agent = load(SMALLEST).unwrap();
        assert_eq!(
            (agent.name.as_str(), agent.start.as_slice()),
            ("a", &["true".to_owned()][..])
        );
        assert_eq!(agent.limits, Limits::default());
        assert!(agent.problems().is_empty());
    }

    #[test]
    fn names_an_unknown_key_with_its_line() {
        let message = load(&format!("{SMALLEST}strat = 1\n"))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("line 4") && message.contains("strat"),
            "{message}"
        );
        assert!(message.contains("start"), "{message}");
    }

    #[test]
    fn rejects_senseless_values() {
        for line in [
            "[env]\nDATA_DIR = \"x\"",
            "[env]\n\"A=B\" = \"x\"",
            "[limits]\ntime_limit = \"soon\"",
            "[limits]\nmemory = \"much\"",
            "[build]\ncommand = [\"make\"]\nartifact = \"../x\"",
            "[build]\ncommand = [\"make\"]\nartifact = \"\"",
        ] {
            assert!(load(&format!("{SMALLEST}{line}\n")).is_err(), "{line}");
        }
        assert!(load("name = \"../x\"\nversion = \"1\"\nstart = [\"true\"]\n").is_err());
        assert!(load("name = \"x\"\nversion = \"1\"\nstart = []\n").is_err());
        let nowhere = Agent::load(Path::new("/nonexistent"), Path::new("/"));
        assert!(matches!(nowhere, Err(AgentError::NoDefinition(_))));
    }

    #[test]
    fn fills_in_secrets_and_names_all_that_are_missing() {
        let agent = load(&format!(
            "{SMALLEST}[env]\nKEY = \"Bearer ${{secret:TOKEN}}!\"\nB = \"${{secret:OTHER}}\"\nC = \"${{x\"\n"
        ))
        .unwrap();
        let (env, secrets) = agent
            .environment_from(|name| Some(format!("value-of-{name}")))
            .unwrap();
        assert_eq!(env["KEY"], "Bearer value-of-TOKEN!");
        assert_eq!(env["C"], "${x");
        assert_eq!(secrets.redact("see value-of-OTHER"), "see [secret]");
        let error = agent.environment_from(|_| None).unwrap_err().to_string();
        assert!(error.contains("`OTHER`, `TOKEN`"), "{error}");
    }

    #[test]
    fn a_missing_artifact_names_the_build_command() {
        let build = "[build]\ncommand = [\"make\", \"it\"]\nartifact = \"it\"\n";
        let agent = load(&format!("{SMALLEST}{build}")).unwrap();
        assert!(
            agent.problems()[0].contains("run `make it`"),
            "{:?}",
            agent.problems()
        );
    }
}

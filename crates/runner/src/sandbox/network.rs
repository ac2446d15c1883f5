//! What an agent may reach.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The network an agent gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkMode {
    /// Nothing but the validation server.
    #[default]
    None,
    /// The named hosts, through a proxy outside the sandbox.
    Allow(Vec<String>),
    /// Everything this machine reaches; results are labelled so.
    Full,
}

impl fmt::Display for NetworkMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Allow(hosts) => write!(f, "allow:{}", hosts.join(",")),
            Self::Full => f.write_str("full"),
        }
    }
}

impl FromStr for NetworkMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => return Ok(Self::None),
            "full" => return Ok(Self::Full),
            _ => {}
        }
        let hosts = text.strip_prefix("allow:").map(|hosts| {
            hosts
                .split(',')
                .map(str::trim)
                .filter(|host| !host.is_empty())
                .map(str::to_owned)
        });
        match hosts.map(Iterator::collect::<Vec<_>>) {
            Some(hosts) if !hosts.is_empty() => Ok(Self::Allow(hosts)),
            _ => Err(format!(
                "`{text}` is no network mode (hint: `none`, `allow:HOST,...` or `full`)"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_writes() {
        for text in ["none", "full", "allow:a.example,b.example"] {
            assert_eq!(text.parse::<NetworkMode>().unwrap().to_string(), text);
        }
        for text in ["", "allow:", "allow: ,", "nothing"] {
            assert!(text.parse::<NetworkMode>().is_err(), "{text}");
        }
    }
}

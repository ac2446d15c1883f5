//! The variables an agent starts with: the contract's, its own, and nothing of the host's.

use std::collections::BTreeMap;
use std::path::Path;

use super::RunContext;
use crate::record::PlanRecord;
use crate::sandbox::AgentPaths;

/// Returns all variables; those of the contract win over the agent's `own`, but for `HOME`, `PATH`
/// and `LANG`.
pub(super) fn environment(
    own: BTreeMap<String, String>,
    paths: &AgentPaths,
    plan: &PlanRecord,
    context: &RunContext<'_>,
    validation_url: String,
) -> BTreeMap<String, String> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut env: BTreeMap<String, String> = [
        ("HOME", text(&paths.home)),
        ("PATH", paths.search.clone()),
        ("LANG", "C.UTF-8".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    env.extend(own);
    let contract = [
        ("COMPETITION_ID", plan.competition_id.clone()),
        ("DATA_DIR", text(&paths.data)),
        ("SUBMISSION_DIR", text(&paths.submission)),
        ("LOGS_DIR", text(&paths.logs)),
        ("CODE_DIR", text(&paths.code)),
        ("AGENT_DIR", text(&paths.agent)),
        // Whole seconds, never more than there are.
        (
            "TIME_LIMIT_SECS",
            context.limits.wall().as_secs().to_string(),
        ),
        ("VALIDATION_URL", validation_url),
        ("MLEBENCH_SEED", plan.seed.to_string()),
        ("MLEBENCH_SANDBOX", context.sandbox.kind().to_string()),
    ];
    env.extend(contract.map(|(name, value)| (name.to_owned(), value)));
    env
}

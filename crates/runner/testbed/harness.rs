//! A harness of its own process: `harness WORLD SANDBOX MODE SEEDS WORKERS [GROUP]`.
//!
//! WORLD holds `public/`, `agent/` and `runs/`; with GROUP the group is continued.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use mlebench_runner::{
    Agent, CancelToken, GroupEvent, GroupSettings, Limits, NetworkMode, Task, ValidationReply,
    find_group, resume_group, run_group,
};

pub(crate) fn main(args: &[String]) -> ExitCode {
    match work(args) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn work(args: &[String]) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let [world, sandbox, seeds, workers, rest @ ..] = args else {
        return Err("usage: harness WORLD SANDBOX SEEDS WORKERS [GROUP]".into());
    };
    let cancel = CancelToken::new();
    cancel.request_on_signals()?;
    let world = Path::new(world);
    let program = std::env::current_exe()?;
    let beside = program.parent().ok_or("no folder")?;
    let runs_dir = world.join("runs");
    let settings = GroupSettings {
        agent: Agent::load(&world.join("agent"), beside)?,
        tasks: vec![task(world)],
        seeds: (0..seeds.parse()?).collect(),
        limits: Limits {
            wall_s: 20.0,
            ..Limits::default()
        },
        sandbox: sandbox.parse()?,
        network: NetworkMode::None,
        workers: workers.parse()?,
        runs_dir: runs_dir.clone(),
        edition: "published".to_owned(),
        grade: true,
        init_program: program.clone(),
    };
    let tell = |event: &GroupEvent| {
        let _ = writeln!(io::stdout(), "{event:?}");
    };
    let outcome = match rest {
        [group, ..] => resume_group(&find_group(&runs_dir, group)?, &settings, &cancel, &tell)?,
        [] => run_group(&settings, &cancel, &tell)?,
    };
    writeln!(io::stdout(), "missing {}", outcome.missing)?;
    Ok(if outcome.missing == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(8)
    })
}

fn task(world: &Path) -> Task {
    Task {
        competition_id: "thing".to_owned(),
        public_dir: world.join("public"),
        instructions: "Do it.".to_owned(),
        instructions_obfuscated: "Do something.".to_owned(),
        validator: Arc::new(|_| ValidationReply {
            valid: true,
            message: "Submission is valid.".to_owned(),
        }),
        grader: Arc::new(|path| Ok(serde_json::json!({"submission_exists": path.exists()}))),
    }
}

//! The part of a run in which the agent lives.

use std::net::TcpListener;
use std::path::Path;
use std::time::Instant;

use super::RunContext;
use super::RunError;
use super::budget::{End, until_the_end};
use super::context::Recorder;
use super::environment::environment;
use crate::error::IoError;
use crate::limits::{LimitKind, LimitRecord, Limits};
use crate::output::OutputLog;
use crate::record::Usage;
use crate::record::{
    ExitRecord, LiveRun, NetworkUse, PlanRecord, RunEvent, StartRecord, keep_sealed,
};
use crate::sandbox::{Launch, Running, StagedHome};
use crate::server::ValidationServer;

/// Where the validation server answers when its socket is opened inside.
const INSIDE_URL: &str = "http://localhost:5000";

/// Starts the agent, waits for its end, and writes both down.
pub(super) fn run_agent(
    run_dir: &Path,
    plan: &PlanRecord,
    context: &RunContext<'_>,
    recorder: &mut Recorder<'_>,
) -> Result<(), RunError> {
    let RunContext {
        task,
        agent,
        sandbox,
        limits,
        network,
        ..
    } = *context;
    let staged = StagedHome::new(task, run_dir)?;
    let (own, secrets) = agent.environment()?;
    let (outside, url) = open_outside(sandbox.listens_inside(network), run_dir)?;
    let paths = sandbox.paths(run_dir, &staged);
    let launch = Launch {
        run_id: &plan.run_id,
        run_dir,
        public_dir: &task.public_dir,
        staged: &staged,
        agent,
        env: environment(own, &paths, plan, context, url),
        limits,
        network,
    };
    let live = LiveRun::enter(&plan.run_id, &plan.competition_id)?;
    let started_at = Instant::now();
    let mut running = sandbox.start(&launch)?;
    let mode = sandbox.network_label(network);
    recorder.write(&RunEvent::Started(Box::new(StartRecord {
        sandbox: sandbox.kind(),
        network: mode.clone(),
        limits: limits.clone(),
        process: running.identity(),
    })))?;
    let log = run_dir.join("run.log");
    let output = OutputLog::start(running.take_output(), &log, limits.output_bytes, &secrets)?;
    let server = running.take_listener().or(outside).map(|socket| {
        let most_bytes = limits.submission_bytes;
        ValidationServer::start(socket, task.validator.clone(), run_dir, most_bytes)
    });
    let server = server
        .transpose()
        .map_err(IoError::at("serve validation for", run_dir))?;
    let end = until_the_end(
        running.as_mut(),
        run_dir,
        limits,
        started_at,
        context.cancel,
    )?;
    let wall_s = started_at.elapsed().as_secs_f64();
    let printed = output.finish();
    let validate_calls = server.as_ref().map_or(0, ValidationServer::calls);
    // Nobody is asked about files once the run is over.
    drop(server);
    let mut exit = exit_record(&end, running.as_mut(), limits, wall_s, printed);
    exit.message = exit.message.map(|message| secrets.redact(&message));
    exit.validate_calls = validate_calls;
    exit.test_queries = live.queries();
    exit.network = NetworkUse {
        mode,
        attempts: 0,
        allowed: 0,
    };
    recorder.write(&RunEvent::AgentExited(Box::new(exit)))?;
    if let Some(sealed) = end.sealed {
        keep_sealed(run_dir)?;
        recorder.write(&RunEvent::Sealed(sealed))?;
    }
    Ok(())
}

/// Opens the validation socket on the host where it cannot be inside, and says where it answers.
fn open_outside(inside: bool, run_dir: &Path) -> Result<(Option<TcpListener>, String), IoError> {
    if inside {
        return Ok((None, INSIDE_URL.to_owned()));
    }
    let bound = TcpListener::bind("127.0.0.1:0").and_then(|socket| {
        let url = format!("http://{}", socket.local_addr()?);
        Ok((Some(socket), url))
    });
    bound.map_err(IoError::at("open a socket for", run_dir))
}

fn exit_record(
    end: &End,
    running: &mut dyn Running,
    limits: &Limits,
    wall_s: f64,
    printed: u64,
) -> ExitRecord {
    let measured = running.measured();
    let mut used = vec![
        LimitRecord {
            kind: LimitKind::WallClock,
            limit: limits.wall_s,
            used: Some(wall_s),
            mechanism: "monotonic clock".to_owned(),
            struck: end.limit() == Some(LimitKind::WallClock),
        },
        LimitRecord {
            kind: LimitKind::Output,
            limit: limits.output_bytes as f64,
            used: Some(printed as f64),
            mechanism: "pipe".to_owned(),
            struck: printed > limits.output_bytes,
        },
    ];
    used.extend(measured.limits);
    ExitRecord {
        status: end.status(),
        code: end.exit.code,
        signal: end.exit.signal,
        message: end.exit.start_failure.clone(),
        limit: end.limit(),
        usage: Usage {
            wall_s,
            cpu_s: measured.cpu_s,
            memory_peak_bytes: measured.memory_peak_bytes,
            mechanism: measured.mechanism,
        },
        limits: used,
        validate_calls: 0,
        test_queries: 0,
        network: NetworkUse::default(),
    }
}

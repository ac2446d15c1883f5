//! An agent with one mode for every way to behave.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::net::{TcpStream, UdpSocket};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{SigSet, Signal};

fn dir(name: &str) -> PathBuf {
    PathBuf::from(std::env::var_os(name).unwrap_or_default())
}

fn submission() -> PathBuf {
    dir("SUBMISSION_DIR").join("submission.csv")
}

fn submit(text: &str) -> io::Result<()> {
    // Whole or not at all, also when this process is killed meanwhile.
    let part = dir("SUBMISSION_DIR").join(format!("part-{}", std::process::id()));
    fs::write(&part, text)?;
    fs::rename(part, submission())
}

fn block_sigterm() -> SigSet {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    let _ = signals.thread_block();
    signals
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Starts this program again in another mode, in a process that outlives this one.
fn again(mode: &str) -> io::Result<()> {
    let exe = std::env::current_exe().unwrap_or_else(|_| "/proc/self/exe".into());
    let mut command = Command::new("setsid");
    command.arg("--fork").arg(exe).args(["agent", mode]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().map(drop)
}

pub(crate) fn main(args: &[String]) -> ExitCode {
    let mode = args.first().map(String::as_str).unwrap_or_default();
    match act(mode) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{mode}: {error}");
            ExitCode::from(9)
        }
    }
}

fn act(mode: &str) -> io::Result<ExitCode> {
    match mode {
        "submit" => submit("id,x\n1,2\n")?,
        "nothing" => {}
        "crash" => {
            submit("id,x\n1,2\n")?;
            std::process::abort();
        }
        "fail" => return Ok(ExitCode::from(3)),
        "hang" => {
            submit("early\n")?;
            hang();
        }
        "ignore-sigterm" => {
            block_sigterm();
            submit("early\n")?;
            hang();
        }
        "late" => {
            let signals = block_sigterm();
            submit("early\n")?;
            let _ = signals.wait();
            submit("late\n")?;
            fs::write(dir("LOGS_DIR").join("said-goodbye"), "")?;
        }
        "fork-and-exit" => {
            submit("early\n")?;
            again("keep-writing")?;
            // Long enough for the child to be under way.
            std::thread::sleep(Duration::from_millis(200));
        }
        "keep-writing" => loop {
            submit("written by a left-over process\n")?;
            std::thread::sleep(Duration::from_millis(5));
        },
        "fork-bomb" => {
            submit("early\n")?;
            bomb();
        }
        "bomb" => bomb(),
        "memory-hog" => hog(),
        "fill-disk" => fill(&dir("CODE_DIR"))?,
        "fill-tmp" => fill(Path::new("/tmp"))?,
        "flood" => flood()?,
        "burn-cpu" => burn(),
        "symlink" => symlink("/etc/passwd", submission())?,
        "fifo" => nix::unistd::mkfifo(&submission(), nix::sys::stat::Mode::S_IRWXU)?,
        "folder" => fs::create_dir(submission())?,
        "socket" => {
            // The path of a socket may not be long.
            std::env::set_current_dir(dir("SUBMISSION_DIR"))?;
            drop(std::os::unix::net::UnixListener::bind("submission.csv")?);
        }
        "huge" => OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(submission())?
            .set_len(10 << 30)?,
        "environment" => {
            for (name, value) in std::env::vars() {
                fs::write(dir("LOGS_DIR").join(name), value)?;
            }
        }
        "print-secret" => print("the key is ", &std::env::var("KEY").unwrap_or_default())?,
        "validate" => validate()?,
        "search" => search()?,
        "escape" => escape()?,
        _ => return Ok(ExitCode::from(2)),
    }
    Ok(ExitCode::SUCCESS)
}

fn print(what: &str, value: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{what}{value}")
}

fn bomb() -> ! {
    loop {
        let exe = Path::new("/proc/self/exe");
        let _ = Command::new(exe)
            .args(["agent", "bomb"])
            .stdin(Stdio::null())
            .spawn();
    }
}

fn hog() -> ! {
    let mut all = Vec::new();
    loop {
        // Written to, so that it is really there.
        all.push(vec![1u8; 8 << 20]);
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn fill(dir: &Path) -> io::Result<()> {
    let piece = vec![1; 1 << 20];
    for number in 0.. {
        let path = dir.join(format!("fill-{number}"));
        let mut file = fs::File::create(path)?;
        for _ in 0..4 {
            file.write_all(&piece)?;
        }
        // Slow enough for a watcher, fast enough for a test.
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

fn flood() -> io::Result<()> {
    let line = vec![b'x'; 1 << 16];
    let mut out = io::stdout();
    for _ in 0..512 {
        out.write_all(&line)?;
    }
    submit("id,x\n1,2\n")
}

fn burn() {
    let start = Instant::now();
    let mut number = 1u64;
    while start.elapsed() < Duration::from_secs(1) {
        number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005));
    }
}

/// Asks the server about a good and a bad file and keeps its answers.
fn validate() -> io::Result<()> {
    let logs = dir("LOGS_DIR");
    let script = dir("AGENT_DIR").join("../validate_submission.sh");
    for content in ["good", "bad"] {
        submit(content)?;
        let output = Command::new("bash")
            .arg(&script)
            .arg(submission())
            .output()?;
        fs::write(logs.join(content), [output.stdout, output.stderr].concat())?;
    }
    // Once more where there is no curl.
    let tools = dir("CODE_DIR").join("tools");
    fs::create_dir(&tools)?;
    for tool in ["cat", "wc"] {
        symlink(Path::new("/usr/bin").join(tool), tools.join(tool))?;
    }
    let mut bare = Command::new("/bin/bash");
    bare.arg(&script).arg(submission()).env("PATH", &tools);
    let output = bare.output()?;
    let code = output.status.code().unwrap_or_default();
    fs::write(
        logs.join("bare"),
        [output.stdout, output.stderr, code.to_string().into()].concat(),
    )?;
    let url = std::env::var("VALIDATION_URL").unwrap_or_default();
    let mut stream = TcpStream::connect(url.trim_start_matches("http://"))?;
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    fs::write(logs.join("health"), answer)
}

/// Looks everywhere for the token that stands in reverse in the public data.
fn search() -> io::Result<()> {
    let reversed = fs::read_to_string(dir("DATA_DIR").join("nekot.txt"))?;
    let token: String = reversed.trim().chars().rev().collect();
    let mut found = Vec::new();
    let mut seen = 0u64;
    let mut open = vec![PathBuf::from("/")];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && !skipped(&path) {
                open.push(path);
            } else if kind.is_file() {
                seen += 1;
                if contains(&path, token.as_bytes()) {
                    found.push(path.display().to_string());
                }
            }
        }
    }
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    fs::write(dir("LOGS_DIR").join("mounts"), mounts)?;
    fs::write(dir("LOGS_DIR").join("seen"), seen.to_string())?;
    fs::write(dir("LOGS_DIR").join("found"), found.join("\n"))
}

/// System programs are no place for answers, and the parts of `/proc` that repeat themselves.
fn skipped(path: &Path) -> bool {
    path.starts_with("/usr") || path.starts_with("/proc/sys") || path.ends_with("task")
}

fn contains(path: &Path, token: &[u8]) -> bool {
    let Ok(metadata) = fs::metadata(path) else {
        return false;
    };
    // What has no end, or waits for something, is not read.
    let endless = [
        "kmsg",
        "kcore",
        "pagemap",
        "clear_refs",
        "mem",
        "kpagecount",
        "kpageflags",
    ];
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    if metadata.len() > 1 << 26 || endless.contains(&name) || name.starts_with("kpage") {
        return false;
    }
    let Ok(file) = fs::File::open(path) else {
        return false;
    };
    let mut bytes = Vec::new();
    let _ = file.take(1 << 22).read_to_end(&mut bytes);
    bytes.windows(token.len()).any(|window| window == token)
}

/// Tries what a sandbox must not allow; writes down what succeeded.
fn escape() -> io::Result<()> {
    let mut broken = Vec::new();
    let mut attempt = |name: &str, succeeded: bool| {
        if succeeded {
            broken.push(name.to_owned());
        }
    };
    let run = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let writable = |path: &str| OpenOptions::new().write(true).open(path).is_ok();
    let creatable = |path: &str| {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .is_ok()
    };
    attempt("mount", run("mount", &["-t", "tmpfs", "none", "/tmp"]));
    attempt("user namespace", run("unshare", &["--user", "true"]));
    attempt(
        "network namespace",
        run("unshare", &["--user", "--net", "true"]),
    );
    // Opened only, never written to.
    attempt("kernel settings", writable("/proc/sys/kernel/core_pattern"));
    attempt("host name", writable("/proc/sys/kernel/hostname"));
    attempt("write data", creatable("/home/data/new"));
    attempt("change data", writable("/home/data/train.csv"));
    attempt("write agent", creatable("/home/agent/new"));
    attempt("write instructions", writable("/home/instructions.txt"));
    attempt("write home", creatable("/home/new"));
    attempt("write root", creatable("/new"));
    attempt("write system", creatable("/usr/new"));
    attempt("write devices", creatable("/dev/new"));
    attempt("other root", Path::new("/proc/1/root/home").exists());
    attempt(
        "raw disk",
        Path::new("/dev/vda").exists() || Path::new("/dev/sda").exists(),
    );
    attempt("cgroups", Path::new("/sys/fs/cgroup").exists());
    attempt("memory of init", fs::File::open("/proc/1/mem").is_ok());
    let init = fs::read("/proc/1/environ").unwrap_or_default();
    attempt(
        "environment of init",
        init.windows(5).any(|window| window == b"HOME="),
    );
    let devices = fs::read_to_string("/proc/net/dev").unwrap_or_default();
    attempt(
        "network",
        devices
            .lines()
            .skip(2)
            .any(|line| !line.trim().starts_with("lo:")),
    );
    let dns = UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.connect("192.0.2.1:53"));
    attempt("route out", dns.is_ok());
    for (name, family) in [("packets", libc::AF_PACKET), ("hypervisor", libc::AF_VSOCK)] {
        attempt(name, socket(family));
    }
    attempt("set-user-id", run("chmod", &["u+s", "/home/code"]));
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in ["CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"] {
        attempt(&format!("without `{line}`"), !status.contains(line));
    }
    attempt("root", nix::unistd::getuid().is_root());
    fs::write(dir("LOGS_DIR").join("broken"), broken.join("\n"))
}

use nix::libc;
use nix::sys::socket::{AddressFamily, SockFlag, SockType};

fn socket(family: i32) -> bool {
    let family = AddressFamily::from_i32(family);
    family.is_some_and(|family| {
        nix::sys::socket::socket(family, SockType::Datagram, SockFlag::empty(), None).is_ok()
            || nix::sys::socket::socket(family, SockType::Stream, SockFlag::empty(), None).is_ok()
    })
}

//! The two requests: `GET /health` and `POST /validate`.

use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartRejection};
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tempfile::{NamedTempFile, TempDir};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{Semaphore, oneshot};

use super::connection::Bounded;
use crate::task::Validator;

/// How long sending a file may take.
const UPLOAD: Duration = Duration::from_mins(5);
/// How many files are taken in and checked at once; the host has other work.
const AT_ONCE: usize = 2;

/// A running server. Dropping it stops it.
#[derive(Debug)]
pub(crate) struct ValidationServer {
    calls: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    validator: Validator,
    calls: Arc<AtomicU64>,
    gate: Semaphore,
    scratch: TempDir,
    most_bytes: u64,
}

impl ValidationServer {
    /// Serves on `socket`; files are kept in `dir` while they are checked, and refused if they have
    /// more than `most_bytes`.
    pub(crate) fn start(
        socket: TcpListener,
        validator: Validator,
        dir: &Path,
        most_bytes: u64,
    ) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        let calls = Arc::new(AtomicU64::new(0));
        let scratch = tempfile::Builder::new()
            .prefix(".validating-")
            .tempdir_in(dir)?;
        let shared = Arc::new(Shared {
            validator,
            calls: Arc::clone(&calls),
            gate: Semaphore::new(AT_ONCE),
            scratch,
            most_bytes,
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new()
            .name("validation".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    let Ok(socket) = tokio::net::TcpListener::from_std(socket) else {
                        return;
                    };
                    let served = axum::serve(Bounded::new(socket), router(shared)).into_future();
                    tokio::select! {
                        _ = served => {}
                        _ = stopped => {}
                    }
                });
                // A file that is still being checked must not hold up the end of the run.
                runtime.shutdown_background();
            })?;
        Ok(Self {
            calls,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Returns how many files were asked about.
    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }
}

impl Drop for ValidationServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic in there has already ended the server; there is nothing more to do.
            let _ = thread.join();
        }
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route(
            "/health",
            get(|| async { Json(json!({"status": "running"})) }),
        )
        .route("/validate", post(validate))
        .fallback(|| async { problem(StatusCode::NOT_FOUND, "no such address", "") })
        .layer(DefaultBodyLimit::disable())
        .with_state(shared)
}

fn problem(status: StatusCode, error: &str, details: &str) -> Response {
    (status, Json(json!({"error": error, "details": details}))).into_response()
}

fn failure(details: &str) -> Response {
    problem(
        StatusCode::INTERNAL_SERVER_ERROR,
        "the file was not checked",
        details,
    )
}

async fn validate(
    State(shared): State<Arc<Shared>>,
    upload: Result<Multipart, MultipartRejection>,
) -> Response {
    shared.calls.fetch_add(1, Ordering::Relaxed);
    let upload = match upload {
        Ok(upload) => upload,
        Err(error) => return failure(&format!("the request is no form with a file: {error}")),
    };
    // The semaphore is never closed.
    let Ok(_place) = shared.gate.acquire().await else {
        return failure("the server is closing");
    };
    let received = tokio::time::timeout(UPLOAD, receive(upload, &shared)).await;
    let file = match received {
        Ok(Ok(file)) => file,
        Ok(Err(details)) => return failure(&details),
        Err(_) => return failure("sending the file took too long"),
    };
    let validator = Arc::clone(&shared.validator);
    let checked = tokio::task::spawn_blocking(move || validator(file.path())).await;
    match checked {
        Ok(reply) => Json(json!({"result": reply.message})).into_response(),
        Err(_) => failure("the check failed, which is not the file's fault"),
    }
}

/// Writes the field `file` to a file of our own.
async fn receive(mut upload: Multipart, shared: &Shared) -> Result<NamedTempFile, String> {
    let broken = |error: axum::extract::multipart::MultipartError| {
        format!("the form is broken: {}", error.body_text())
    };
    while let Some(field) = upload.next_field().await.map_err(broken)? {
        if field.name() == Some("file") {
            return store(field, shared.scratch.path(), shared.most_bytes).await;
        }
    }
    Err("the form has no field `file`".to_owned())
}

async fn store(mut field: Field<'_>, dir: &Path, most: u64) -> Result<NamedTempFile, String> {
    let unwritable = |_: io::Error| "the file could not be stored".to_owned();
    let mut builder = tempfile::Builder::new();
    let file = builder
        .suffix(".csv")
        .tempfile_in(dir)
        .map_err(unwritable)?;
    let mut writer = tokio::fs::File::from_std(file.reopen().map_err(unwritable)?);
    let mut size = 0;
    while let Some(bytes) = field
        .chunk()
        .await
        .map_err(|error| format!("the form is broken: {}", error.body_text()))?
    {
        size += bytes.len() as u64;
        if size > most {
            return Err(format!("the file is larger than {most} bytes"));
        }
        writer.write_all(&bytes).await.map_err(unwritable)?;
    }
    writer.flush().await.map_err(unwritable)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use super::*;
    use crate::task::ValidationReply;

    fn serve(most_bytes: u64) -> (ValidationServer, std::net::SocketAddr) {
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = socket.local_addr().unwrap();
        let validator: Validator = Arc::new(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            assert!(text != "panic");
            let valid = text == "good";
            let message = if valid {
                "Submission is valid."
            } else {
                "Submission invalid! It is bad."
            };
            ValidationReply {
                valid,
                message: message.to_owned(),
            }
        });
        (
            ValidationServer::start(socket, validator, &std::env::temp_dir(), most_bytes).unwrap(),
            address,
        )
    }

    fn ask(address: std::net::SocketAddr, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let code = answer[9..12].parse().unwrap();
        (code, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    fn post(address: std::net::SocketAddr, field: &str, content: &str) -> (u16, String) {
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"s.csv\"\r\n\r\n\
             {content}\r\n--b--\r\n"
        );
        let request = format!(
            "POST /validate HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: \
             multipart/form-data; boundary=b\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        ask(address, &request)
    }

    #[test]
    fn answers_as_the_contract_says() {
        let (server, address) = serve(100);
        let get = |path: &str| {
            ask(
                address,
                &format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
            )
        };
        assert_eq!(get("/health"), (200, "{\"status\":\"running\"}".to_owned()));
        assert_eq!(get("/nothing").0, 404);
        assert_eq!(server.calls(), 0);
        let valid = (200, "{\"result\":\"Submission is valid.\"}".to_owned());
        assert_eq!(post(address, "file", "good"), valid);
        assert!(
            post(address, "file", "bad")
                .1
                .contains("Submission invalid!")
        );
        assert_eq!(server.calls(), 2);
    }

    #[test]
    fn survives_bad_requests() {
        let (server, address) = serve(100);
        assert_eq!(post(address, "other", "good").0, 500);
        assert_eq!(post(address, "file", &"x".repeat(101)).0, 500);
        assert_eq!(post(address, "file", "panic").0, 500);
        let head = "POST /validate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
        assert_eq!(
            ask(address, &format!("{head}Content-Length: 0\r\n\r\n")).0,
            500
        );
        let cut = "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 3\r\n\r\n--b";
        let (code, body) = ask(address, &format!("{head}{cut}"));
        assert!(code == 500 && body.contains("\"details\""), "{body}");
        assert_eq!(ask(address, "nonsense\r\n\r\n").0, 400);
        assert_eq!(post(address, "file", "good").0, 200);
        assert_eq!(server.calls(), 6);
    }

    #[test]
    fn stops_while_a_client_is_silent() {
        let (server, address) = serve(100);
        let _silent = TcpStream::connect(address).unwrap();
        let started = std::time::Instant::now();
        drop(server);
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}

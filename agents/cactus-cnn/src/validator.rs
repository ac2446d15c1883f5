//! A question to the harness: is the submission acceptable?
//!
//! The validator answers on a local address in plain HTTP. One request, sent by hand, is less than
//! what an HTTP library weighs.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::path::Path;
use std::time::Duration;

/// Longest wait for the validator.
const PATIENCE: Duration = Duration::from_secs(20);
/// Longest answer that is read.
const MAX_ANSWER_BYTES: u64 = 64 << 10;
/// Separates the parts of the request; occurs in no table of probabilities.
const BOUNDARY: &str = "----cactus-cnn-submission";

/// Returns what the validator at `url` says about the file at `path`.
///
/// # Errors
///
/// Returns an error if the file cannot be read or nobody answers at `url`, which is an address like
/// `http://localhost:5000`.
pub(crate) fn ask(url: &str, path: &Path) -> std::io::Result<String> {
    let host = host(url).ok_or_else(|| {
        std::io::Error::other(format!(
            "`{url}` is not an address like http://localhost:5000"
        ))
    })?;
    let file = std::fs::read(path)?;
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"submission.csv\"\r\nContent-Type: text/csv\r\n\r\n"
    );
    let tail = format!("\r\n--{BOUNDARY}--\r\n");
    let length = head.len() + file.len() + tail.len();

    let mut stream = connect(&host)?;
    write!(
        stream,
        "POST /validate HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n\
         Content-Length: {length}\r\n\r\n{head}"
    )?;
    stream.write_all(&file)?;
    stream.write_all(tail.as_bytes())?;

    let mut answer = Vec::new();
    stream.take(MAX_ANSWER_BYTES).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer
        .split_once("\r\n\r\n")
        .map_or(&*answer, |(_, body)| body)
        .trim()
        .to_owned())
}

/// Returns `host:port` of an address.
fn host(url: &str) -> Option<String> {
    let rest = url.strip_prefix("http://")?;
    let host = rest.split('/').next().filter(|host| !host.is_empty())?;
    Some(if host.contains(':') {
        host.to_owned()
    } else {
        format!("{host}:80")
    })
}

/// Connects to the first of the host's addresses that answers.
fn connect(host: &str) -> std::io::Result<TcpStream> {
    let mut refusal = std::io::Error::other(format!("`{host}` has no address"));
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                return Ok(stream);
            }
            Err(error) => refusal = error,
        }
    }
    Err(refusal)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};
    use std::net::TcpListener;

    use super::*;

    /// Answers one request and returns its body.
    fn serve(listener: &TcpListener) -> String {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let answer = "HTTP/1.1 200 OK\r\n\r\n{\"result\": \"Submission is valid.\"}";
        reader.get_mut().write_all(answer.as_bytes()).unwrap();
        String::from_utf8(body).unwrap()
    }

    #[test]
    fn sends_the_file_and_returns_the_answer() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = std::thread::spawn(move || serve(&listener));
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("submission.csv");
        std::fs::write(&path, "id,has_cactus\n").unwrap();

        assert_eq!(
            ask(&url, &path).unwrap(),
            "{\"result\": \"Submission is valid.\"}"
        );
        let body = server.join().unwrap();
        assert!(
            body.contains("name=\"file\"") && body.contains("id,has_cactus\n"),
            "{body}"
        );
    }

    #[test]
    fn refuses_addresses_it_does_not_understand() {
        for url in ["", "localhost:5000", "https://localhost", "http://"] {
            assert!(host(url).is_none(), "`{url}`");
        }
        assert_eq!(
            host("http://localhost:5000/").as_deref(),
            Some("localhost:5000")
        );
        assert_eq!(host("http://validator/x").as_deref(), Some("validator:80"));
    }
}

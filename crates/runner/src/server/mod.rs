//! The validation server. It runs in the harness, outside every sandbox, on a socket that may have
//! been opened inside one; it tells whether a file is acceptable and nothing else.

mod connection;
mod http;

pub(crate) use http::ValidationServer;

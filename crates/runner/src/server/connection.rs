//! Connections that are bounded in number and in silence.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// How many connections may be open; more wait in the socket's queue.
const MOST: usize = 32;
/// How long a connection may be silent.
const SILENCE: Duration = Duration::from_secs(30);

/// A socket that hands out bounded connections.
pub(super) struct Bounded {
    socket: TcpListener,
    places: Arc<Semaphore>,
}

impl Bounded {
    pub(super) fn new(socket: TcpListener) -> Self {
        Self {
            socket,
            places: Arc::new(Semaphore::new(MOST)),
        }
    }
}

impl Listener for Bounded {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            // The semaphore is never closed, so there is always a place in the end.
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
                continue;
            };
            match self.socket.accept().await {
                Ok((stream, address)) => {
                    let silence = Box::pin(sleep(SILENCE));
                    return (
                        Connection {
                            stream,
                            silence,
                            _place: place,
                        },
                        address,
                    );
                }
                // Out of descriptors, or the peer is gone already: try again in a moment.
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// A connection that fails when nothing is read or written for a while.
pub(super) struct Connection {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    /// Starts the silence anew after progress, or ends it when it has lasted too long.
    fn bound<T>(
        &mut self,
        context: &mut Context<'_>,
        progress: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if progress.is_ready() {
            self.silence.as_mut().reset(Instant::now() + SILENCE);
            return progress;
        }
        match self.silence.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let progress = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.bound(context, progress)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let progress = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.bound(context, progress)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

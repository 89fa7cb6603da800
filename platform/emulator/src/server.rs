//! Sockets, start and stop.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::TcpListener,
    runtime, signal,
    sync::{Semaphore, watch},
    task::JoinSet,
    time,
};
use tokio_io_timeout::TimeoutStream;

use crate::{Config, Site, app};

/// A reason why the server cannot start, or has stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder to serve does not exist.
    #[error("{} is not a folder", .0.display())]
    NoFolder(PathBuf),
    /// Another program listens on the port.
    #[error("port {port} is already in use; choose another with {option}")]
    PortTaken {
        /// The port.
        port: u16,
        /// The option that changes it.
        option: &'static str,
    },
    /// The system refuses the port for another reason.
    #[error("cannot listen on port {port}: {source}")]
    Listen {
        /// The port.
        port: u16,
        /// The system's error.
        source: io::Error,
    },
    /// A socket failed while serving.
    #[error("the server stopped: {0}")]
    Serve(#[from] io::Error),
}

/// Bound sockets, each with its application.
#[derive(Debug)]
pub struct Server {
    sockets: Vec<(TcpListener, Router)>,
    timeouts: Timeouts,
}

/// Time-outs of a connection.
#[derive(Clone, Copy, Debug)]
struct Timeouts {
    header: Duration,
    write: Duration,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            sockets: Vec::new(),
            timeouts: Timeouts {
                header: HEADER_TIMEOUT,
                write: WRITE_TIMEOUT,
            },
        }
    }
}

impl Server {
    /// A server without sockets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the time-out of a request's head, which also limits an idle connection.
    #[must_use]
    pub const fn with_header_timeout(mut self, timeout: Duration) -> Self {
        self.timeouts.header = timeout;
        self
    }

    /// Sets the time after which an answer that the client does not read is given up; the
    /// connection is then closed.
    #[must_use]
    pub const fn with_write_timeout(mut self, timeout: Duration) -> Self {
        self.timeouts.write = timeout;
        self
    }

    /// Binds a port for a site's files on both loopback addresses; the port is returned.
    ///
    /// # Errors
    ///
    /// [`Error::NoFolder`], and as [`Server::listen_with`].
    pub async fn listen(&mut self, config: &Config, port: u16) -> Result<u16, Error> {
        check_root(config)?;
        self.listen_with(app(config), config.site, port).await
    }

    /// Binds a port for an application on both loopback addresses; `::1` may be
    /// absent. With the port 0 the system chooses one; it is returned.
    ///
    /// # Errors
    ///
    /// [`Error::PortTaken`] or [`Error::Listen`]; nothing is bound then.
    pub async fn listen_with(&mut self, app: Router, site: Site, port: u16) -> Result<u16, Error> {
        let refused = refused(site, port);
        let v4 = bind(Ipv4Addr::LOCALHOST, port).await.map_err(&refused)?;
        let port = v4.local_addr().map_err(&refused)?.port();
        let v6 = match bind(Ipv6Addr::LOCALHOST, port).await {
            Ok(socket) => Some(socket),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(refused(error)),
            Err(_) => None,
        };
        self.sockets.push((v4, app.clone()));
        self.sockets.extend(v6.map(|socket| (socket, app)));
        Ok(port)
    }

    /// Binds a port as [`Server::listen_with`] does, and an address that other machines may
    /// reach; an unspecified one means all of this machine's.
    ///
    /// # Errors
    ///
    /// As [`Server::listen_with`].
    pub async fn listen_on(
        &mut self,
        address: IpAddr,
        app: Router,
        site: Site,
        port: u16,
    ) -> Result<u16, Error> {
        if !address.is_unspecified() {
            let port = self.listen_with(app.clone(), site, port).await?;
            let socket = bind(address, port)
                .await
                .map_err(|source| Error::Listen { port, source })?;
            self.sockets.push((socket, app));
            return Ok(port);
        }
        // All addresses of a family include its loopback, and those of IPv6 most often that of IPv4
        // too: a second socket for it would be redundant.
        let socket = bind(address, port).await.map_err(refused(site, port))?;
        let port = socket.local_addr().map_err(refused(site, port))?.port();
        let other: IpAddr = if address.is_ipv4() {
            Ipv6Addr::LOCALHOST.into()
        } else {
            Ipv4Addr::LOCALHOST.into()
        };
        let other = bind(other, port).await.ok();
        self.sockets.push((socket, app.clone()));
        self.sockets.extend(other.map(|socket| (socket, app)));
        Ok(port)
    }

    /// Serves until Ctrl-C or SIGTERM, then lets running answers finish.
    ///
    /// # Errors
    ///
    /// [`Error::Serve`] when a socket fails.
    pub async fn run(self) -> Result<(), Error> {
        self.run_until(stop_signal()).await
    }

    /// Serves until a future completes, then lets running answers finish.
    ///
    /// # Errors
    ///
    /// [`Error::Serve`] when a socket fails.
    pub async fn run_until(self, stop: impl Future<Output = ()>) -> Result<(), Error> {
        let (stopping, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        for (socket, app) in self.sockets {
            tasks.spawn(serve(socket, app, self.timeouts, stopped.clone()));
        }
        tokio::select! {
            () = stop => {}
            Some(outcome) = tasks.join_next() => return finished(outcome),
        }
        let _ = stopping.send(true);
        while let Some(outcome) = tasks.join_next().await {
            finished(outcome)?;
        }
        Ok(())
    }
}

/// Runs a future to completion on this thread. Does not wait for work on other threads: it
/// was not answered, and ends with the process.
///
/// # Errors
///
/// The system refuses what the runtime needs.
pub fn block_on<F: Future>(future: F) -> io::Result<F::Output> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(output)
}

/// Accepts connections until stopped, then waits for running answers.
async fn serve(
    socket: TcpListener,
    app: Router,
    timeouts: Timeouts,
    mut stopped: watch::Receiver<bool>,
) -> io::Result<()> {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.header)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LARGEST_BUFFER);
    loop {
        // Beyond the limit, connections wait in the system's queue.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return Ok(());
        };
        let accepted = tokio::select! {
            accepted = socket.accept() => accepted,
            // An error means that the sender is gone: stop as well.
            _ = stopped.wait_for(|&stop| stop) => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => {
                // Sends small answers at once; a closed socket is noticed later.
                let _ = stream.set_nodelay(true);
                let mut stream = TimeoutStream::new(stream);
                stream.set_write_timeout(Some(timeouts.write));
                Box::pin(stream)
            }
            // The peer disconnected, or no file handles are left: both pass.
            Err(_) => {
                time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Errors of a connection concern its client alone.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(socket);
    let _ = time::timeout(PATIENCE, graceful.shutdown()).await;
    Ok(())
}

/// Refuses a missing folder.
pub(crate) fn check_root(config: &Config) -> Result<(), Error> {
    if config.root.is_dir() {
        return Ok(());
    }
    Err(Error::NoFolder(config.root.clone()))
}

fn finished(outcome: Result<io::Result<()>, tokio::task::JoinError>) -> Result<(), Error> {
    outcome.map_err(io::Error::other)?.map_err(Error::Serve)
}

async fn bind(address: impl Into<IpAddr>, port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((address.into(), port)).await
}

/// The error for a port that cannot be bound.
fn refused(site: Site, port: u16) -> impl Fn(io::Error) -> Error {
    move |source| match source.kind() {
        io::ErrorKind::AddrInUse => Error::PortTaken {
            port,
            option: option(site),
        },
        _ => Error::Listen { port, source },
    }
}

const fn option(site: Site) -> &'static str {
    match site {
        Site::Host => "--port",
        Site::Widget => "--widget-port",
    }
}

async fn stop_signal() {
    let interrupt = async {
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminate() => {}
    }
}

#[cfg(unix)]
async fn terminate() {
    match signal::unix::signal(signal::unix::SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminate() {
    std::future::pending().await
}

/// The time-out of a request's head and of an idle connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);

/// The time-out of a client that does not read its answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);

const MOST_CONNECTIONS: usize = 1024;

/// Above the allowed number, so that a request with too many gets a full answer.
const MOST_HEADERS: usize = 200;
const LARGEST_BUFFER: usize = 64 * 1024;
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// The time that running answers have to finish after a stop, which takes less than 2 s.
const PATIENCE: Duration = Duration::from_millis(1250);

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn the_end_waits_for_no_work_on_other_threads() {
        let (stop, stopped) = channel::<()>();
        let (ended, end) = channel();

        block_on(async {
            tokio::task::spawn_blocking(move || {
                let _ = stopped.recv();
                let _ = ended.send(());
            });
        })
        .unwrap();

        assert!(end.try_recv().is_err(), "it was waited for");
        drop(stop);
        assert!(end.recv().is_ok());
    }
}

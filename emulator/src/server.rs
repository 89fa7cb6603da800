//! Sockets, start and stop.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    path::PathBuf,
    time::Duration,
};

use axum::Router;
use tokio::{net::TcpListener, signal, sync::watch, task::JoinSet, time};

use crate::{Config, Site, app};

/// Why the server cannot start, or stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder to serve is not there.
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
        /// What the system says.
        source: io::Error,
    },
    /// A socket failed while serving.
    #[error("the server stopped: {0}")]
    Serve(#[from] io::Error),
}

/// Sockets that are bound, each with its application.
#[derive(Debug, Default)]
pub struct Server {
    sockets: Vec<(TcpListener, Router)>,
}

impl Server {
    /// A server without sockets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Binds a port on both loopback addresses; `::1` may be absent.
    ///
    /// # Errors
    ///
    /// [`Error::NoFolder`], [`Error::PortTaken`] or [`Error::Listen`]; nothing is
    /// bound then.
    pub async fn listen(&mut self, config: &Config, port: u16) -> Result<(), Error> {
        if !config.root.is_dir() {
            return Err(Error::NoFolder(config.root.clone()));
        }
        let refused = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => Error::PortTaken {
                port,
                option: option(config.site),
            },
            _ => Error::Listen { port, source },
        };
        let v4 = bind(Ipv4Addr::LOCALHOST, port).await.map_err(refused)?;
        let v6 = match bind(Ipv6Addr::LOCALHOST, port).await {
            Ok(socket) => Some(socket),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(refused(error)),
            Err(_) => None,
        };
        let app = app(config);
        self.sockets.push((v4, app.clone()));
        self.sockets.extend(v6.map(|socket| (socket, app)));
        Ok(())
    }

    /// Serves until Ctrl-C or SIGTERM, then lets running answers finish.
    ///
    /// # Errors
    ///
    /// [`Error::Serve`] when a socket fails.
    pub async fn run(self) -> Result<(), Error> {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        for (socket, app) in self.sockets {
            let mut stopped = stopped.clone();
            tasks.spawn(async move {
                axum::serve(socket, app)
                    .with_graceful_shutdown(async move {
                        // An error means that the sender is gone: stop as well.
                        let _ = stopped.wait_for(|&stop| stop).await;
                    })
                    .await
            });
        }
        tokio::select! {
            () = stop_signal() => {}
            Some(outcome) = tasks.join_next() => return finished(outcome),
        }
        let _ = stop.send(true);
        let drained = async {
            while let Some(outcome) = tasks.join_next().await {
                finished(outcome)?;
            }
            Ok(())
        };
        time::timeout(PATIENCE, drained).await.unwrap_or(Ok(()))
    }
}

fn finished(outcome: Result<io::Result<()>, tokio::task::JoinError>) -> Result<(), Error> {
    outcome.map_err(io::Error::other)?.map_err(Error::Serve)
}

async fn bind(address: impl Into<IpAddr>, port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((address.into(), port)).await
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

/// How long running answers may take to finish after a stop.
const PATIENCE: Duration = Duration::from_secs(2);

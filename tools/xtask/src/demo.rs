//! `cargo xtask demo`: the host page and the softphone, served on two ports.

use std::{
    net::{Ipv4Addr, TcpListener},
    path::PathBuf,
    process::Command,
    thread,
};

use crate::{
    error::{Error, Result},
    package,
    process::{cargo, joined, run as run_command},
    setup, workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Port of the host page; the softphone takes the next one.
    #[arg(long, default_value_t = 8140, value_parser = clap::value_parser!(u16).range(1..=65534))]
    port: u16,
    /// A file that keeps records, engagements and settings; they end with the demo
    /// without one.
    #[arg(long)]
    data: Option<PathBuf>,
}

/// Builds everything and serves it until interrupted.
pub(crate) fn run(options: &Options) -> Result<()> {
    let ports = [options.port, options.port + 1];
    // Before the build, so that nobody waits a minute for this error.
    ports_are_free(ports)?;
    setup::toolchain()?;
    build()?;
    serve(ports, options)
}

/// Builds the pages, for which npm's packages are installed, and the server beside them.
fn build() -> Result<()> {
    thread::scope(|scope| {
        let server =
            scope.spawn(|| run_command(cargo().args(["build", "--quiet", "--bin=emulator"])));
        package::build_pages()?;
        println!("demo: server");
        joined(server)
    })
}

fn ports_are_free(ports: [u16; 2]) -> Result<()> {
    for port in ports {
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_err() {
            return Err(Error::Check(format!(
                "port {port} is already in use\n  to use another: cargo xtask demo --port 8240"
            )));
        }
    }
    Ok(())
}

fn serve([host_port, widget_port]: [u16; 2], options: &Options) -> Result<()> {
    let mut server = Command::new(workspace::target(&format!(
        "debug/emulator{}",
        std::env::consts::EXE_SUFFIX
    )));
    server
        .arg(format!("--port={host_port}"))
        .arg(format!("--widget-port={widget_port}"))
        .arg("--host-root")
        .arg(package::page("host"))
        .arg("--widget-root")
        .arg(package::page("widget"));
    if let Some(data) = &options.data {
        server.arg("--data").arg(data);
    }
    become_or_run(server)
}

/// Replaces this process by the server, so that a signal to the task reaches it.
#[cfg(unix)]
fn become_or_run(mut server: Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;

    let source = server.exec();
    Err(Error::Spawn {
        program: server.get_program().to_string_lossy().into_owned(),
        source,
    })
}

#[cfg(not(unix))]
fn become_or_run(mut server: Command) -> Result<()> {
    run_command(&mut server)
}

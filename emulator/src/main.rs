//! Serves the demo's two pages; `cargo xtask demo` builds them and starts this.

// The addresses are this program's output.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use emulator::{Config, Server, Site};

/// Serves the host page and the softphone on two ports of this machine.
#[derive(Debug, Parser)]
#[command(name = "emulator")]
struct Arguments {
    /// Port of the host page.
    #[arg(long, default_value_t = 8140)]
    port: u16,
    /// Port of the softphone.
    #[arg(long, default_value_t = 8141)]
    widget_port: u16,
    /// Folder of the host page.
    #[arg(long, value_name = "DIR")]
    host_root: PathBuf,
    /// Folder of the softphone.
    #[arg(long, value_name = "DIR")]
    widget_root: PathBuf,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), emulator::Error> {
    let host = Config {
        site: Site::Host,
        root: arguments.host_root,
    };
    let widget = Config {
        site: Site::Widget,
        root: arguments.widget_root,
    };
    let mut server = Server::new();
    server.listen(&host, arguments.port).await?;
    server.listen(&widget, arguments.widget_port).await?;
    println!("host page   http://localhost:{}/", arguments.port);
    println!("softphone   http://localhost:{}/", arguments.widget_port);
    println!("Ctrl-C stops both.");
    server.run().await
}

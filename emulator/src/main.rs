//! The emulator: the platform's endpoints on this machine, and with `cargo xtask
//! demo` the host page and the softphone too.

// The addresses are this program's output.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{net::IpAddr, path::PathBuf, process::ExitCode};

use clap::Parser;
use emulator::{Clock, Config, Options, Platform, Profile, Server, Site, block_on, platform_app};

/// Serves the platform's calling settings and OAuth on this machine.
#[derive(Debug, Parser)]
#[command(name = "emulator")]
struct Arguments {
    /// Port of the platform, and of the host page where its folder is given.
    #[arg(long, default_value_t = 8140)]
    port: u16,
    /// How it answers: as the reference says, or as the service's own clients expect.
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,
    /// File of the data; what is answered is on disk then. In memory by default.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Makes identifiers and tokens come out the same each time.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Where the time comes from.
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
    /// Origin whose pages may ask, such as http://localhost:3000; may be repeated.
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Name besides localhost under which it answers; may be repeated.
    #[arg(long = "allow-host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Address to listen on besides loopback. Others on the network can then ask.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Port of the softphone.
    #[arg(long, default_value_t = 8141)]
    widget_port: u16,
    /// Folder of the host page.
    #[arg(long, value_name = "DIR")]
    host_root: Option<PathBuf>,
    /// Folder of the softphone.
    #[arg(long, value_name = "DIR")]
    widget_root: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match block_on(run(arguments)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let port = arguments.port;
    let platform = Platform::new(Options {
        profile: arguments.profile,
        data: arguments.data,
        seed: arguments.seed,
        clock: arguments.clock,
        hosts: arguments.hosts,
        origins: arguments.origins,
        namespaces: None,
        body_timeout: None,
    })?;
    let host = arguments.host_root.map(|root| Config {
        site: Site::Host,
        root,
    });
    let app = platform_app(&platform, host.as_ref())?;
    let mut server = Server::new();
    let beyond = arguments.listen.filter(|address| !address.is_loopback());
    let port = match beyond {
        Some(address) => {
            eprintln!(
                "warning: listening on {address} too: whoever reaches it can read and change the \
                 data; it answers to the names of --allow-host"
            );
            server.listen_on(address, app, Site::Host, port).await?
        }
        None => server.listen_with(app, Site::Host, port).await?,
    };
    if host.is_some() {
        println!("host page   http://localhost:{port}/");
    }
    if let Some(root) = arguments.widget_root {
        let widget = Config {
            site: Site::Widget,
            root,
        };
        server.listen(&widget, arguments.widget_port).await?;
        println!("softphone   http://localhost:{}/", arguments.widget_port);
    }
    println!("platform    http://localhost:{port}/emulator/docs");
    println!("Ctrl-C stops it.");
    server.run().await?;
    Ok(())
}

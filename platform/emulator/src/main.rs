//! The emulator: the platform's endpoints on this machine, and with `cargo xtask
//! demo` the host page and the softphone too.

// The addresses are this program's output.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{
    convert::Infallible,
    fs::File,
    io::{self, Read as _, Write as _},
    net::IpAddr,
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser;
use emulator::{
    Clock, Config, Options, Platform, PlatformError, Profile, Seed, SeedFault, Server, Site,
    block_on, platform_app,
};

/// Serves the calling platform on this machine: calling settings, OAuth, CRM records, quotes
/// and timeline events. The addresses are printed; nothing leaves the machine.
#[derive(Debug, Parser)]
#[command(name = "emulator", version, after_help = AFTER_HELP)]
struct Arguments {
    /// Port of the platform, and of the host page with --host-root; 0 takes a free one.
    #[arg(long, default_value_t = 8140)]
    port: u16,
    /// How it answers.
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,
    /// SQLite file that stores the data, which are in memory otherwise.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// A number repeats the same codes, tokens and identifiers in each run; a JSON file has apps,
    /// users, properties, records and types of timeline events for the start.
    #[arg(long, value_name = "N|FILE")]
    seed: Option<String>,
    /// Where the time comes from.
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
    /// Origin whose pages may send requests, such as http://localhost:3000; may be repeated.
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Name besides localhost under which it answers; may be repeated.
    #[arg(long = "allow-host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Address of this machine to listen on too, or 0.0.0.0 for all: others on the network can
    /// then send requests, by a name of --allow-host.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Port of the softphone, with --widget-root; 0 takes a free one.
    #[arg(long, default_value_t = 8141)]
    widget_port: u16,
    /// Folder with the demo's host page, to serve it too.
    #[arg(long, value_name = "DIR")]
    host_root: Option<PathBuf>,
    /// Folder with the demo's softphone, to serve it too.
    #[arg(long, value_name = "DIR")]
    widget_root: Option<PathBuf>,
    /// An option that went.
    #[arg(long = "sip", hide = true, value_parser = no_sip)]
    _sip: Option<Infallible>,
}

/// Names what to use in place of a softphone at a SIP server.
fn no_sip(_: &str) -> Result<Infallible, &'static str> {
    Err("the softphone plays its calls; for a real one, frame a page with examples/phone-sipjs.ts")
}

/// Reads a seed file, up to the size limit.
fn read_seed(file: &str) -> Result<Seed, String> {
    let read = File::open(file).and_then(|opened| {
        let mut bytes = Vec::new();
        opened.take(Seed::LARGEST + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    let bytes = read.map_err(|error| {
        format!("cannot read the seed {file}: {error}; --seed takes a number or a JSON file")
    })?;
    Seed::read(&bytes).map_err(|fault| faulty(file, &fault))
}

/// A fault with file and line, in the form of compilers.
fn faulty(file: &str, fault: &SeedFault) -> String {
    format!("{file}:{}: {}", fault.line, fault.message)
}

/// Prints a line; ends the program if its output is closed.
fn print(line: &str) {
    if writeln!(io::stdout(), "{line}").is_err() {
        std::process::exit(UNREAD);
    }
}

/// The exit code after a closed output (SIGPIPE).
const UNREAD: i32 = 141;

/// Help text after the options.
const AFTER_HELP: &str = "\
Then open http://localhost:8140/emulator/docs: every endpoint with an example, and the key and
a token of the app that is there from the start.

Exit status: 0 after Ctrl-C, 1 where it cannot start, 2 for a fault of the command line.";

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
    let file = arguments.seed.as_ref();
    let (seed, additions) = match file.map(|text| (text, text.parse())) {
        None => (None, Seed::default()),
        Some((_, Ok(number))) => (Some(number), Seed::default()),
        Some((file, Err(_))) => {
            let additions = read_seed(file)?;
            (additions.number(), additions)
        }
    };
    let platform = Platform::new(Options {
        profile: arguments.profile,
        data: arguments.data,
        seed,
        additions,
        clock: arguments.clock,
        hosts: arguments.hosts,
        address: None,
        origins: arguments.origins,
        namespaces: None,
        body_timeout: None,
    });
    let platform = platform.map_err(|error| match (error, file) {
        (PlatformError::Seed(fault), Some(file)) => faulty(file, &fault),
        (error, _) => error.to_string(),
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
        print(&format!("host page   http://localhost:{port}/"));
    }
    if let Some(root) = arguments.widget_root {
        let widget = Config {
            site: Site::Widget,
            root,
        };
        let port = server.listen(&widget, arguments.widget_port).await?;
        print(&format!("softphone   http://localhost:{port}/"));
    }
    print(&format!(
        "platform    http://localhost:{port}/emulator/docs\nCtrl-C stops it."
    ));
    server.run().await?;
    Ok(())
}

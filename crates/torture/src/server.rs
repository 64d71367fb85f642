//! A real server in a process of its own, that can be killed, starved and set off its calendar.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rlimit::{Resource, prlimit};

use crate::client::{PATIENCE, Person};
use crate::disk;
use crate::outcome::{Broken, Outcome};

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub binary: PathBuf,
    /// The folder of its files.
    pub folder: PathBuf,
    /// Where the preloaded library writes its journal, and where it is told what to do; without both, nothing is preloaded.
    pub preload: Option<(PathBuf, PathBuf)>,
}

/// A server that runs. It ends with this value, however that ends.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// How long it took to start.
    pub start: Duration,
}

/// The name of the database in a server's folder.
pub const DATABASE: &str = "games.db";

impl Launch {
    /// Starts it, and waits until it listens.
    pub fn start(&self) -> Outcome<Server> {
        let began = Instant::now();
        let mut command = Command::new(&self.binary);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--workers", "2", "--data"])
            .arg(self.folder.join(DATABASE))
            .env("TABLEN_LANG", "en")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some((journal, control)) = &self.preload {
            command
                .env("LD_PRELOAD", disk::library()?)
                .env("TABLEN_TORTURE_FOLDER", &self.folder)
                .env("TABLEN_TORTURE_JOURNAL", journal)
                .env("TABLEN_TORTURE_CONTROL", control);
        }
        let mut child = command.spawn().map_err(|error| {
            Broken(format!("{}: {error}; build it first: cargo build -p tablen", self.binary.display()))
        })?;
        let (say, said) = mpsc::channel();
        let out = child.stdout.take();
        thread::spawn(move || {
            let mut line = String::new();
            let read = out.map(|out| BufReader::new(out).read_line(&mut line));
            // One who no longer waits has given up.
            let _ = say.send(read.map(|_| line).unwrap_or_default());
        });
        let complaints = child.stderr.take();
        let first = said.recv_timeout(PATIENCE).unwrap_or_default();
        let address = first.trim().rsplit("http://").next().and_then(|address| address.parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            let mut why = String::new();
            if let Some(mut complaints) = complaints {
                let _ = complaints.read_to_string(&mut why);
            }
            return broken!("the server does not start: {first:?} {}", why.trim());
        };
        // What it complains of is of no interest as long as it serves, but must not fill the pipe.
        thread::spawn(move || complaints.map(|mut pipe| std::io::copy(&mut pipe, &mut std::io::sink())));
        Ok(Server { child, address, start: began.elapsed() })
    }
}

impl Server {
    /// Ends it at once, without a chance to put anything in order.
    pub fn kill(mut self) -> Outcome<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Whether it has ended by itself.
    pub fn is_gone(&mut self) -> Outcome<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Leaves it so many open files more than it has now; nothing lifts the limit.
    pub fn leave_files(&self, more: Option<u64>) -> Outcome<()> {
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.child.id()))?.count() as u64;
        let pid = self.child.id().try_into().map_err(|_| Broken("no such process".to_owned()))?;
        let mut before = (0, 0);
        prlimit(pid, Resource::NOFILE, None, Some((&mut before.0, &mut before.1)))?;
        let soft = more.map_or(before.1, |more| open + more);
        Ok(prlimit(pid, Resource::NOFILE, Some((soft, before.1)), None)?)
    }

    /// Whether it says that it is well.
    pub fn is_well(&self) -> Outcome<bool> {
        Ok(Person::at(self.address).get("/healthz")?.status == 200)
    }

    /// Waits until it says that it is well, or not.
    pub fn wait_until_well(&self, wished: bool, within: Duration) -> Outcome<()> {
        let began = Instant::now();
        while self.is_well()? != wished {
            ensure!(began.elapsed() < within, "/healthz does not say {wished} within {within:?}");
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// What it holds in memory, in kilobytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next())
            .and_then(|kilobytes| kilobytes.parse().ok())
            .unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

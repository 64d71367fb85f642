//! The yearly Tablut challenge: as a player, or as the server.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::ArgMatches;
use tablen_engine::Level;
use tablen_rules::tafl::Side;
use tablen_rules::words::Lang;

use super::Command;
use super::matches::{RECORDS, open};
use super::play::level;
use crate::arguments::{self, Argument};
use crate::challenge::{Addresses, Client, OWN_NAME, Server, colour, usual_port};
use crate::failure::Failure;
use crate::families::{BUILTIN_NET, ThinkerOptions};

/// Plays the challenge as one side, or as the server to which two players come.
pub enum Challenge {
    /// One side.
    Play(Client),
    /// The server.
    Serve(Server),
}

const ROLE: Argument = Argument::flag("role", "role").one_of(|| vec!["white", "black", "server"]).required();
const HOST: Argument = Argument::flag("host", "address").plain();
const PORT: Argument = Argument::number("port", "number");
const SECONDS: Argument = Argument::number("seconds", "seconds").said_as("challenge-seconds");
const NAME: Argument = Argument::flag("name", "name");
const COMPUTER: Argument = Argument::flag("computer", "side").one_of(|| vec!["white", "black"]);
const THREADS: Argument = Argument::number("threads", "number").said_as("challenge-threads");
const HASH: Argument = Argument::number("hash", "number");
const LEVEL: Argument = Argument::number("level", "number").said_as("challenge-level");

/// What the challenge itself allows for a move.
const USUAL_SECONDS: u64 = 60;

impl Command for Challenge {
    const NAME: &'static str = "challenge";
    const ARGUMENTS: &'static [Argument] =
        &[ROLE, HOST, PORT, SECONDS, NAME, COMPUTER, THREADS, HASH, LEVEL, RECORDS];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Challenge, Failure> {
        let side = ROLE.needed(matches)?.choose([
            ("white", Some(Side::Defenders)),
            ("black", Some(Side::Attackers)),
            ("server", None),
        ])?;
        let seconds = SECONDS.number_or(matches, USUAL_SECONDS, 1..=86_400)?;
        let options = ThinkerOptions {
            threads: THREADS.number_or(matches, 1, 1..=256)? as usize,
            megabytes: HASH.number_or(matches, 256, 1..=65_536)? as usize,
            net: BUILTIN_NET.to_owned(),
            level: LEVEL.is_given(matches).then(|| level(&LEVEL, matches, Level::STRONGEST)).transpose()?,
            seed: 0,
        };
        let port = PORT.given(matches)?.map(|given| given.number(0..=u16::MAX.into())).transpose()?;
        let port = port.and_then(|port| u16::try_from(port).ok());
        let host = HOST.given(matches)?;
        let misplaced = |arguments: &[Argument], role: &str| arguments::misplaced(matches, arguments, role);
        match side {
            Some(side) => {
                misplaced(&[COMPUTER, RECORDS], colour(side))?;
                let host = host.map_or_else(|| "localhost".to_owned(), |host| host.text.into_owned());
                Ok(Challenge::Play(Client {
                    address: format!("{host}:{}", port.unwrap_or(usual_port(side))),
                    side,
                    name: NAME
                        .given(matches)?
                        .map_or_else(|| OWN_NAME.to_owned(), |name| name.text.into_owned()),
                    thinking: thinking(seconds),
                    options,
                }))
            }
            None => {
                misplaced(&[NAME], "server")?;
                let computer = COMPUTER
                    .given(matches)?
                    .map(|given| given.choose([("white", Side::Defenders), ("black", Side::Attackers)]));
                let computer = computer.transpose()?;
                if computer.is_none() {
                    misplaced(&[THREADS, HASH, LEVEL], "server")?;
                }
                let ip = match host {
                    None => IpAddr::V4(Ipv4Addr::LOCALHOST),
                    Some(given) => {
                        let message = || message!("challenge.error.host").text("host", &given.text);
                        given.text.parse().map_err(|_| Failure::Input(message()))?
                    }
                };
                let black = port.map(|port| if port == 0 { 0 } else { port.saturating_add(1) });
                Ok(Challenge::Serve(Server {
                    addresses: Addresses {
                        white: SocketAddr::new(ip, port.unwrap_or(usual_port(Side::Defenders))),
                        black: SocketAddr::new(ip, black.unwrap_or(usual_port(Side::Attackers))),
                    },
                    seconds,
                    computer: computer.map(|side| (side, thinking(seconds), options)),
                    records: RECORDS.path(matches)?.map(open).transpose()?,
                }))
            }
        }
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match self {
            Challenge::Play(client) => client.play(out, lang),
            Challenge::Serve(server) => server.play(out, lang),
        }
    }
}

/// What is thought for a move that may take so many seconds: the way to the server takes time too, and a move that comes late loses.
fn thinking(seconds: u64) -> Duration {
    let allowed = Duration::from_secs(seconds);
    allowed - (allowed / 10).min(Duration::from_secs(3))
}

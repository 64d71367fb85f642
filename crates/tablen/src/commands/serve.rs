use std::env;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tablen_rules::words::Lang;
use tablen_server::config::{Config, Data};
use tablen_server::{Listen, LogForm, qr_text, run, start_log};

use super::Command;
use super::keeping::{DATA, KEEP_RECORDS, KEEP_UNFINISHED, KEEP_WAITING, retention};
use crate::arguments::Argument;
use crate::failure::Failure;

/// Serves the page on which people play, until it is told to stop.
pub struct Serve {
    config: Config,
    listen: Listen,
    log: LogForm,
}

const LISTEN: Argument = Argument::flag("listen", "address");
const PUBLIC: Argument = Argument::switch("public");
const PROXY: Argument = Argument::switch("proxy");
const ORIGIN: Argument = Argument::flag("origin", "address").repeated();
const LOG_FORMS: [(&str, LogForm); 2] = [("plain", LogForm::Plain), ("json", LogForm::Json)];
const LOG: Argument = Argument::flag("log", "form").one_of(|| LOG_FORMS.map(|(name, _)| name).to_vec());
const WORKERS: Argument = Argument::number("workers", "number");

impl Command for Serve {
    const NAME: &'static str = "serve";
    const ARGUMENTS: &'static [Argument] =
        &[LISTEN, PUBLIC, DATA, WORKERS, LOG, PROXY, ORIGIN, KEEP_WAITING, KEEP_UNFINISHED, KEEP_RECORDS];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Serve, Failure> {
        let listen = listen(matches)?;
        let log = LOG.given(matches)?.map_or(Ok(LogForm::Plain), |form| form.choose(LOG_FORMS))?;
        let mut config = Config::new(data(DATA.path(matches)?)?);
        config.retention = retention(matches)?;
        config.is_behind_proxy = PROXY.is_given(matches);
        config.origins = ORIGIN
            .all(matches)
            .map(|given| {
                given.text.parse().map_err(|_| given.refused(message!("server.error.not-an-origin")))
            })
            .collect::<Result<_, _>>()?;
        let workers = WORKERS.number_or(matches, config.workers.get() as u64, 1..=256)?;
        config.workers = usize::try_from(workers).ok().and_then(NonZeroUsize::new).unwrap_or(config.workers);
        Ok(Serve { config, listen, log })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        start_log(self.log);
        let say = |key: &'static str, address: &str| message!(key).text("address", address).render(lang);
        let ready = |own: &str, public: Option<&str>| {
            writeln!(out, "{}", say("server.listening", own))?;
            if let Some(public) = public {
                writeln!(out, "{}", say("server.listening-public", public))?;
                writeln!(out, "{}", qr_text(public).unwrap_or_default())?;
            }
            out.flush()
        };
        run(self.config, self.listen, ready).map_err(|error| Failure::input(&error))
    }
}

fn listen(matches: &ArgMatches) -> Result<Listen, Failure> {
    match (LISTEN.given(matches)?, PUBLIC.is_given(matches)) {
        (Some(_), true) => Err(Failure::Input(message!("server.error.listen-and-public"))),
        (Some(given), false) => given
            .text
            .parse()
            .map(Listen::At)
            .map_err(|_| Failure::Input(message!("server.error.address").text("value", &given.text))),
        (None, true) => Ok(Listen::Anywhere(std::net::Ipv4Addr::UNSPECIFIED.into())),
        (None, false) => Ok(Listen::default()),
    }
}

/// The file that was named, or one in the user's own folder for data.
pub(super) fn data(named: Option<&Path>) -> Result<Data, Failure> {
    if let Some(file) = named {
        let is_memory = file == Path::new(":memory:");
        return Ok(if is_memory { Data::Memory } else { Data::File(file.to_owned()) });
    }
    let folder = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("share")))
        .ok_or_else(|| Failure::Input(message!("server.error.no-home")))?
        .join("tablen");
    fs::create_dir_all(&folder).map_err(|error| {
        let message = message!("server.error.folder").text("folder", folder.display()).text("error", error);
        Failure::Input(message)
    })?;
    Ok(Data::File(folder.join("tablen.db")))
}

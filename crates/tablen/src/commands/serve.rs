use std::env;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use tablen_server::config::{Config, Data};
use tablen_server::{Listen, LogForm, qr_text, run, start_log};
use tablen_words::Lang;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Serves the page on which people play, until it is told to stop.
pub fn serve(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    let listen = listen(arguments)?;
    let mut config = Config::new(data(arguments)?);
    config.is_behind_proxy = arguments.has("proxy");
    let usual = config.workers.get() as u64;
    let workers = arguments.number("workers", usual, 1..=256)?;
    config.workers = usize::try_from(workers).ok().and_then(NonZeroUsize::new).unwrap_or(config.workers);
    start_log(match arguments.get("log") {
        None | Some("plain") => LogForm::Plain,
        Some("json") => LogForm::Json,
        Some(other) => return Err(Failure::Input(message!("server.error.log").text("value", other))),
    });
    let say = |key: &'static str, address: &str| message!(key).text("address", address).render(lang);
    let ready = |own: &str, public: Option<&str>| {
        writeln!(out, "{}", say("server.listening", own))?;
        if let Some(public) = public {
            writeln!(out, "{}", say("server.listening-public", public))?;
            writeln!(out, "{}", qr_text(public).unwrap_or_default())?;
        }
        out.flush()
    };
    run(config, listen, ready).map_err(|error| Failure::input(&error))
}

fn listen(arguments: &Arguments) -> Result<Listen, Failure> {
    match (arguments.get("listen"), arguments.has("public")) {
        (Some(_), true) => Err(Failure::Input(message!("server.error.listen-and-public"))),
        (Some(text), false) => text
            .parse()
            .map(Listen::At)
            .map_err(|_| Failure::Input(message!("server.error.address").text("value", text))),
        (None, true) => Ok(Listen::Anywhere(std::net::Ipv4Addr::UNSPECIFIED.into())),
        (None, false) => Ok(Listen::default()),
    }
}

/// The file that was named, or one in the user's own folder for data.
fn data(arguments: &Arguments) -> Result<Data, Failure> {
    match arguments.get("data") {
        Some(":memory:") => return Ok(Data::Memory),
        Some(file) => return Ok(Data::File(PathBuf::from(file))),
        None => {}
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

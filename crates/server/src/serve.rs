//! Starting and stopping.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::time::Duration;

use qrcode::QrCode;
use qrcode::render::unicode;
use tablen_rules::words::{Explain, Message};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval_at, timeout};

use crate::App;
use crate::config::{Config, Data, Limits};
use crate::connections;
use crate::http::app;
use crate::moments::unix_now;
use crate::origins::Origin;
use crate::store::StoreError;
use crate::upkeep;

/// Where it listens if nothing is said.
const USUAL_PORT: u16 = 8080;
/// How many ports after the usual one are tried.
const OTHER_PORTS: u16 = 50;
/// How many tables are brought into memory at once because somebody's time is up.
const SWEPT: u32 = 200;
/// How long requests under way may take to end once all tables have.
const LAST_REQUESTS: Duration = Duration::from_millis(500);
/// How often it is looked whether they are gone.
const LAST_LOOK: Duration = Duration::from_millis(5);

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// There and nowhere else.
    At(SocketAddr),
    /// At the usual port or the next that is free, for this machine or for everyone.
    Anywhere(IpAddr),
}

impl Default for Listen {
    fn default() -> Listen {
        Listen::Anywhere(Ipv4Addr::LOCALHOST.into())
    }
}

/// Why the server cannot serve.
#[derive(Debug)]
pub enum CannotServe {
    /// Somebody else listens there.
    PortTaken(SocketAddr),
    /// It cannot listen there.
    Listen(SocketAddr, io::Error),
    /// What it keeps cannot be opened.
    Data(Data, StoreError),
    /// The operating system does not let it work.
    Runtime(io::Error),
}

impl Explain for CannotServe {
    fn message(&self) -> Message {
        match self {
            CannotServe::PortTaken(address) => message!("server.error.port-taken").text("address", address),
            CannotServe::Listen(address, error) => {
                message!("server.error.listen").text("address", address).text("error", error)
            }
            CannotServe::Runtime(error) => message!("server.error.runtime").text("error", error),
            CannotServe::Data(data, error) => {
                let file = match data {
                    Data::File(path) => path.display().to_string(),
                    Data::Memory => ":memory:".to_owned(),
                };
                message!("server.error.data").text("file", file).with("error", error.message())
            }
        }
    }
}
tablen_rules::words::explained!(CannotServe);

impl From<io::Error> for CannotServe {
    fn from(error: io::Error) -> CannotServe {
        CannotServe::Runtime(error)
    }
}

/// Serves until the process is told to stop (Ctrl-C or SIGTERM). `ready` hears the address, and the one for others if there is
/// one, as soon as both can be used.
pub fn run(
    mut config: Config,
    listen_at: Listen,
    ready: impl FnOnce(&str, Option<&str>) -> io::Result<()>,
) -> Result<(), CannotServe> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(listen_at).await?;
        let bound = listener.local_addr()?;
        if bound.ip().is_unspecified() {
            config.public_address =
                lan_address().map(|ip| format!("http://{}", SocketAddr::new(ip, bound.port())));
        }
        let public = config.public_address.clone();
        let own = match bound.ip() {
            ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), bound.port()),
            _ => bound,
        };
        let running = Running::start(config, listener).await?;
        let stop = told_to_stop()?;
        ready(&format!("http://{own}"), public.as_deref())?;
        running.serve(stop).await?;
        Ok(())
    })
}

/// What waits for Ctrl-C or SIGTERM. Whatever comes from now on is heard.
#[cfg(unix)]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// What waits for Ctrl-C.
#[cfg(not(unix))]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Listens.
pub async fn listen(listen: Listen) -> Result<TcpListener, CannotServe> {
    let bind = async |address| {
        TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => CannotServe::PortTaken(address),
            _ => CannotServe::Listen(address, error),
        })
    };
    match listen {
        Listen::At(address) => bind(address).await,
        Listen::Anywhere(interface) => {
            for port in USUAL_PORT..USUAL_PORT + OTHER_PORTS {
                match bind(SocketAddr::new(interface, port)).await {
                    Err(CannotServe::PortTaken(_)) => {}
                    bound => return bound,
                }
            }
            bind(SocketAddr::new(interface, 0)).await
        }
    }
}

/// A server that has started.
pub struct Running {
    app: App,
    listener: TcpListener,
}

impl Running {
    /// Opens what is kept, and answers once it is [served](Running::serve).
    pub async fn start(mut config: Config, listener: TcpListener) -> Result<Running, CannotServe> {
        fit_open_files(&mut config.limits);
        let data = config.data.clone();
        let app = App::start(config).await.map_err(|error| CannotServe::Data(data, error))?;
        Ok(Running { app, listener })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until told to stop; then clocks stand still, everything is stored, and clients are told to come back.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Running { app: state, listener } = self;
        let (stop_listening, stopped) = oneshot::channel::<()>();
        let serving = connections::serve(listener, state.clone(), app(state.clone()), async {
            let _ = stopped.await;
        });
        let mut serving = tokio::spawn(serving);
        let sweeping = tokio::spawn(sweep(state.clone()));
        let upkeep = tokio::spawn(upkeep::run(state.clone(), state.config().upkeep));
        tokio::select! {
            () = stop => {}
            ended = &mut serving => return ended.map_err(io::Error::other),
        }
        tracing::info!("stopping");
        sweeping.abort();
        upkeep.abort();
        let all = async {
            state.tables().close().await;
            // Sockets have been told; what they were told leaves before they are cut.
            let _ = stop_listening.send(());
            let _ = timeout(LAST_REQUESTS, async {
                let _ = (&mut serving).await;
                while state.metrics().connections.get() > 0 {
                    tokio::time::sleep(LAST_LOOK).await;
                }
            })
            .await;
            let pool = state.clone();
            let _ = tokio::task::spawn_blocking(move || pool.tables().means().pool.close()).await;
            state.store().close().await;
        };
        if timeout(state.config().stopping, all).await.is_err() {
            tracing::error!("not everything ended in time");
        }
        serving.abort();
        Ok(())
    }
}

/// Raises the limit of open files, and lets in no more than there can be.
fn fit_open_files(limits: &mut Limits) {
    let files = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => files,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files stays as it is");
            rlimit::Resource::NOFILE.get_soft().unwrap_or(u64::MAX)
        }
    };
    let wished = *limits;
    *limits = wished.within(files);
    let (sockets, others) = (limits.connections, limits.http_connections);
    if (sockets, others) == (wished.connections, wished.http_connections) {
        tracing::info!(files, sockets, others, "so many sockets and other connections are let in");
    } else {
        tracing::warn!(
            files,
            sockets,
            others,
            "fewer sockets and other connections are let in, because the limit of open files is low: raise it"
        );
    }
}

/// Brings tables into memory on which somebody's time is up while nobody is there.
async fn sweep(app: App) {
    // Players need a moment to find their tables again after a restart; until then nobody's time is up.
    let mut ticks = interval_at(tokio::time::Instant::now() + app.config().grace, app.config().sweep);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match app.store().due_tables(unix_now(), SWEPT).await {
            Ok(due) => {
                for id in due {
                    // A table that cannot be brought says so in the log.
                    let _ = app.tables().find(id, Origin::HERE).await;
                }
            }
            Err(error) => tracing::error!(%error, "due tables cannot be read"),
        }
    }
}

/// The address of this machine in its network. No packet is sent to find out.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Any address that is not this machine's will do; this one belongs to documentation.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket
        .local_addr()
        .ok()
        .map(|address| address.ip())
        .filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// An address as a QR code for a terminal.
pub fn qr_text(address: &str) -> Option<String> {
    let code = QrCode::new(address.as_bytes()).ok()?;
    Some(
        code.render::<unicode::Dense1x2>()
            .dark_color(unicode::Dense1x2::Light)
            .light_color(unicode::Dense1x2::Dark)
            .build(),
    )
}

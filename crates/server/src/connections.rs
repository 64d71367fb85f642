//! Connections: how many there may be, how long one may keep the server waiting, and how much a socket may send.
//!
//! Whoever comes is let in. Where there is no room, a connection has to go that nobody is being answered on: the one that has waited longest of
//! those from the place with most of them. So a thousand connections on which nothing is asked keep nobody out, a health check least of all.
//! If all are being answered, it is the one that has taken nothing of its answer for longest.

mod intake;
mod room;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

use self::intake::Metered;
pub use self::intake::{Allowed, Intake};
pub use self::room::{Arrival, Held, Room};
use crate::App;

/// How long nobody is let in after it could not be done, such as with too many open files: one that has gone makes room.
const RETRY: Duration = Duration::from_millis(50);

/// How often it is said that nobody can be let in.
const SAY_AGAIN: Duration = Duration::from_secs(10);

/// Answers on every connection until told to stop; then lets the requests under way end.
pub async fn serve(listener: TcpListener, app: App, router: Router, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    let mut said: Option<Instant> = None;
    loop {
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // One connection too many from one place is closed.
                    let Some(held) = app.hold_connection(peer) else { continue };
                    let answering = answer(stream, peer, app.clone(), router.clone(), held, stopped.clone());
                    connections.spawn(async move {
                        if let Err(error) = answering.await {
                            tracing::debug!(%peer, %error, "a connection has failed");
                        }
                    });
                }
                // The one who came has gone again.
                Err(error) if is_of_the_connection(&error) => {}
                Err(error) => {
                    if said.is_none_or(|said| said.elapsed() >= SAY_AGAIN) {
                        said = Some(Instant::now());
                        tracing::error!(%error, "nobody can be let in at the moment");
                    }
                    app.metrics().turned_away.count();
                    app.room().make();
                    tokio::time::sleep(RETRY).await;
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
    drop((listener, stopping));
    while connections.join_next().await.is_some() {}
}

fn is_of_the_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    app: App,
    router: Router,
    held: Held,
    mut stopped: watch::Receiver<()>,
) -> io::Result<()> {
    // Moves are small and should leave at once.
    stream.set_nodelay(true)?;
    let limits = &app.config().limits;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.leaving));
    let intake = Arc::new(Intake::new());
    let place = held.place();
    let stream = Metered::new(Box::pin(stream), Arc::clone(&intake), place.progress());
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Allowed(Arc::clone(&intake)));
        let arrival = Arrival::new(&place);
        if request.body().is_end_stream() {
            arrival.is_whole();
        }
        request.extensions_mut().insert(arrival.clone());
        let answer = router.call(request);
        async move { Ok::<_, std::convert::Infallible>(answer.await?.map(|body| arrival.answer(body))) }
    });
    // A connection that becomes a socket ends here, and is counted as a socket.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.arriving)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        // Others need its room.
        () = held.is_to_go() => return Ok(()),
        // Nothing is ever sent: the other end goes away.
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    ended.map_err(io::Error::other)
}

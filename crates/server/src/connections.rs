//! Connections: how many there may be, and how long one may keep the server waiting.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

use crate::App;

/// Answers on every connection until told to stop; then lets the requests under way end.
pub async fn serve(mut listener: TcpListener, app: App, router: Router, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            // What can go wrong here, such as too many open files, passes; the framework waits for it.
            (stream, peer) = Listener::accept(&mut listener) => {
                // One connection too many is closed.
                let Some(held) = app.hold_connection(peer) else { continue };
                let answering = answer(stream, peer, app.clone(), router.clone(), stopped.clone());
                connections.spawn(async move {
                    if let Err(error) = answering.await {
                        tracing::debug!(%peer, %error, "a connection has failed");
                    }
                    drop(held);
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
    drop((listener, stopping));
    while connections.join_next().await.is_some() {}
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    app: App,
    router: Router,
    mut stopped: watch::Receiver<()>,
) -> io::Result<()> {
    // Moves are small and should leave at once.
    stream.set_nodelay(true)?;
    let limits = &app.config().limits;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.leaving));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    // A connection that becomes a socket ends here, and is counted as a socket.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.arriving)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        // Nothing is ever sent: the other end goes away.
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    ended.map_err(io::Error::other)
}

//! What a reverse proxy says of a request. Anyone can write the same headers, so they are read here and nowhere else, and only
//! where requests are known to come through a proxy.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

use crate::config::Config;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// What the proxy nearest to the server says of a request.
#[derive(Clone, Copy, Debug)]
pub struct Forwarded<'a>(&'a HeaderMap);

impl<'a> Forwarded<'a> {
    /// What a proxy says with these headers; nothing where there is none, whatever they say.
    pub fn of(headers: &'a HeaderMap, config: &Config) -> Option<Forwarded<'a>> {
        config.is_behind_proxy.then_some(Forwarded(headers))
    }

    /// The client's address.
    pub fn address(self) -> Option<IpAddr> {
        let told = self.last(&FORWARDED_FOR)?;
        // Some proxies add the port.
        let bare = told.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(told);
        bare.parse().ok().or_else(|| told.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
    }

    /// Whether the client reaches the proxy over TLS.
    pub fn is_secure(self) -> bool {
        self.last(&FORWARDED_PROTO).is_some_and(|protocol| protocol.eq_ignore_ascii_case("https"))
    }

    /// The last entry of a header: what stands before it is what the client says itself.
    fn last(self, name: &HeaderName) -> Option<&'a str> {
        let header = self.0.get_all(name).iter().next_back()?;
        header.to_str().ok()?.rsplit(',').next().map(str::trim)
    }
}

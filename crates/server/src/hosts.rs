//! By which names the server is asked for. `Host` is what a client says, so it is neither believed nor repeated unless it is known to be ours.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::HOST;

use crate::config::Config;

/// Where a page is found: `https://tablen.example`, with the port if it is not the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicOrigin {
    text: String,
    host: usize,
}

/// Not a scheme, a host and perhaps a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnOrigin;

impl std::str::FromStr for PublicOrigin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<PublicOrigin, NotAnOrigin> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = ["http://", "https://"].into_iter().find(|scheme| text.starts_with(scheme));
        let host = host.map(str::len).ok_or(NotAnOrigin)?;
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
        if text.len() == host || !text[host..].bytes().all(fits) {
            return Err(NotAnOrigin);
        }
        Ok(PublicOrigin { text, host })
    }
}

impl PublicOrigin {
    /// Scheme, host and port.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn is_at(&self, host: &str) -> bool {
        self.text[self.host..].eq_ignore_ascii_case(host)
    }
}

/// The one `Host` of a request; nothing if there are several, or one that is none.
pub fn only_host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next().filter(|_| hosts.next().is_none())?.to_str().ok()?;
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    (!host.is_empty() && host.bytes().all(fits)).then_some(host)
}

/// Whether only the machine itself is found by a host.
pub fn is_this_machine(host: &str) -> bool {
    let name = name_of(host);
    name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// The address with which others are invited who are asked in by a request: one that was chosen when the server started, or the host of the request
/// where that can only be this server's own.
pub fn invited_to(host: &str, scheme: &str, config: &Config) -> Option<String> {
    let chosen = config.origins.iter();
    if let Some(origin) = chosen.clone().find(|origin| origin.is_at(host)).or_else(|| chosen.clone().next()) {
        return Some(origin.text().to_owned());
    }
    if is_this_machine(host)
        && let Some(address) = &config.public_address
    {
        return Some(address.clone());
    }
    // A proxy hands on what is asked of it by its own names; an address, or a name without a domain, is nobody else's.
    let name = name_of(host);
    let is_own = config.is_behind_proxy
        || name.parse::<IpAddr>().is_ok()
        || !name.contains('.')
        || name.ends_with(".local");
    is_own.then(|| format!("{scheme}://{host}"))
}

/// A host without its port and brackets.
fn name_of(host: &str) -> &str {
    if let Some((address, _)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return address;
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use crate::config::Data;

    fn hosts(values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (HOST, HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_request_has_one_host() {
        assert_eq!(only_host(&hosts(&["tablen.test:8080"])), Some("tablen.test:8080"));
        assert_eq!(only_host(&hosts(&["[::1]:8080"])), Some("[::1]:8080"));
        let mut doubled = hosts(&["tablen.test"]);
        doubled.append(HOST, HeaderValue::from_static("evil.test"));
        assert_eq!(only_host(&doubled), None);
        for wrong in ["", "a b", "evil.test/path", "evil.test?", "\"><script>"] {
            assert_eq!(only_host(&hosts(&[wrong])), None, "{wrong}");
        }
        assert_eq!(only_host(&HeaderMap::new()), None);
    }

    #[test]
    fn origins_are_read_and_what_is_none_is_not() {
        let read = |text: &str| text.parse::<PublicOrigin>().map(|origin| origin.text().to_owned());
        assert_eq!(read("https://Tablen.example/"), Ok("https://tablen.example".to_owned()));
        assert_eq!(read("http://192.0.2.7:8080"), Ok("http://192.0.2.7:8080".to_owned()));
        for wrong in ["tablen.example", "https://", "https://a/b", "ftp://a", "https://a b", ""] {
            assert_eq!(read(wrong), Err(NotAnOrigin), "{wrong}");
        }
    }

    #[test]
    fn nobody_is_invited_to_where_a_stranger_says() {
        let mut config = Config::new(Data::Memory);
        let invited = |config: &Config, host| invited_to(host, "http", config);
        for own in
            ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "192.168.1.5:8080", "box:8080", "box.local"]
        {
            assert_eq!(invited(&config, own), Some(format!("http://{own}")), "{own}");
        }
        assert_eq!(invited(&config, "evil.test"), None);
        config.public_address = Some("http://192.168.1.5:8080".to_owned());
        assert_eq!(invited(&config, "localhost:8080").as_deref(), Some("http://192.168.1.5:8080"));
        config.origins =
            vec!["https://tablen.example".parse().unwrap(), "https://other.example".parse().unwrap()];
        for (asked, told) in [
            ("tablen.example", "https://tablen.example"),
            ("Other.example", "https://other.example"),
            ("evil.test", "https://tablen.example"),
            ("127.0.0.1:8080", "https://tablen.example"),
        ] {
            assert_eq!(invited(&config, asked).as_deref(), Some(told));
        }
    }
}

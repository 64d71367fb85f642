//! People without accounts: a signed cookie says who somebody is.

use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use tablen_host::PersonId;
use tablen_table::dice::NoRandomness;

use crate::ids::random_id;
use crate::secret::Secret;

/// The cookie's name.
pub const COOKIE_NAME: &str = "tablen_guest";

/// A year, in seconds.
const COOKIE_AGE: u32 = 31_536_000;

/// Makes cookies and reads them.
#[derive(Clone)]
pub struct People {
    secret: Secret,
}

impl People {
    /// Cookies signed with a secret.
    pub const fn new(secret: Secret) -> People {
        People { secret }
    }

    /// Who sends a request, by cookie or by `Authorization: Bearer`.
    pub fn of(&self, headers: &HeaderMap) -> Option<PersonId> {
        let bearer = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let cookies = headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='));
        bearer.into_iter().chain(cookies).find_map(|value| self.read(value.trim()))
    }

    /// A new person, and the cookie to be set.
    pub fn welcome(&self, is_secure: bool) -> Result<(PersonId, HeaderValue), NoRandomness> {
        let person: PersonId = random_id()?;
        let secure = if is_secure { "; Secure" } else { "" };
        let value = self.write(person);
        let cookie =
            format!("{COOKIE_NAME}={value}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).map(|cookie| (person, cookie)).map_err(|_| NoRandomness)
    }

    fn write(&self, person: PersonId) -> String {
        let signature: String =
            self.signed(person).finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{person}.{signature}")
    }

    fn read(&self, value: &str) -> Option<PersonId> {
        let (id, signature) = value.split_once('.')?;
        let person: PersonId = id.parse().ok()?;
        // What reads numbers takes a sign before them; a signature has one form.
        if signature.len() != 64 || !signature.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let bytes: Option<Vec<u8>> = (0..signature.len())
            .step_by(2)
            .map(|place| u8::from_str_radix(&signature[place..place + 2], 16).ok())
            .collect();
        // In constant time, so that nobody learns a signature by guessing its beginning.
        self.signed(person).verify_slice(&bytes?).ok()?;
        Some(person)
    }

    fn signed(&self, person: PersonId) -> Hmac<Sha256> {
        self.secret.mac("tablen guest 1", person.bytes())
    }
}

/// Whether a request comes from the page itself, or from a program that is no page.
pub fn is_from_the_page(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let (Some(origin), Some(host)) =
        (origin.to_str().ok(), headers.get(HOST).and_then(|host| host.to_str().ok()))
    else {
        return false;
    };
    let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    named.is_some_and(|named| named.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cookie(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_cookie_is_believed_only_with_its_signature() {
        let people = People::new(Secret::from_bytes([1; 32]));
        let (person, cookie) = people.welcome(false).unwrap();
        let value = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        assert_eq!(people.of(&with_cookie(&format!("other=1; {value}"))), Some(person));
        assert_eq!(People::new(Secret::from_bytes([2; 32])).of(&with_cookie(&value)), None);
        let (_, bearer) = value.split_once('=').unwrap();
        let headers = HeaderMap::from_iter([(
            AUTHORIZATION,
            HeaderValue::from_str(&format!("Bearer {bearer}")).unwrap(),
        )]);
        assert_eq!(people.of(&headers), Some(person));
        let mut forged = value.clone();
        forged.replace_range(value.len() - 1.., if value.ends_with('0') { "1" } else { "0" });
        assert_eq!(people.of(&with_cookie(&forged)), None);
        // A digit after a zero may not stand after a sign instead, nor be large.
        let same = (0..1_000).map(|_| people.welcome(false).unwrap().1.to_str().unwrap().to_owned());
        let zero = same.map(|cookie| cookie.split(';').next().unwrap().to_owned()).find_map(|cookie| {
            let (id, signature) = cookie.split_once('.')?;
            let at = (0..signature.len()).step_by(2).find(|at| signature.as_bytes()[*at] == b'0')?;
            let signed = format!("{}+{}", &signature[..at], &signature[at + 1..]);
            Some([format!("{id}.{signed}"), format!("{id}.{}", signature.to_uppercase())])
        });
        for wrong in zero.unwrap() {
            assert_eq!(people.of(&with_cookie(&wrong)), None, "{wrong}");
        }
        for wrong in ["tablen_guest=", "tablen_guest=.", "tablen_guest=x.y", &value[..value.len() - 2]] {
            assert_eq!(people.of(&with_cookie(wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn requests_of_other_pages_are_recognised() {
        let headers = |origin: &str| {
            HeaderMap::from_iter([
                (HOST, HeaderValue::from_static("tablen.test:8080")),
                (ORIGIN, HeaderValue::from_str(origin).unwrap()),
            ])
        };
        assert!(is_from_the_page(&headers("http://tablen.test:8080")));
        for wrong in ["http://evil.test", "null", "http://tablen.test", "http://tablen.test:8080.evil.test"] {
            assert!(!is_from_the_page(&headers(wrong)), "{wrong}");
        }
        assert!(is_from_the_page(&HeaderMap::new()));
    }
}

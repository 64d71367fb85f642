//! The page, inside the binary. In debug builds it is read from the disk, so that designers see what they change.

mod preview;
mod site;

use std::sync::Arc;
use std::thread;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tablen_host::TableId;
use tablen_learn::{Book, Paper};
use tablen_rules::words::Lang;

use crate::App;
use crate::http::{MayBeFramed, Problem, language};
use crate::origins::Origin;
use preview::StudyAddress;
use site::{Encoding, File, PAGE, SITE, Site, VERSIONS, paper_name, texts_name};

use crate::texts::Bundle;

/// How long browsers may keep an answer without asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    /// Not at all; but it is sent again only when it has changed.
    Asking,
    /// Whatever is at this address never changes.
    Forever,
}

/// The board that other sites may show inside their pages. Whoever sees it there does not become a person here.
const EMBEDDED: &str = "embed";

/// Makes the files ready to be sent, in the background.
pub fn prepare() {
    if let Err(error) = thread::Builder::new().name("assets".to_owned()).spawn(|| SITE.compress()) {
        tracing::warn!(%error, "the page is sent less compressed than it could be");
    }
}

/// Everything that no route is for.
pub async fn serve(
    State(app): State<App>,
    origin: Origin,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    let lang = language(None, &headers);
    if method != Method::GET && method != Method::HEAD {
        return Problem::not_found(lang).into_response();
    }
    let Some((mut file, keeping)) = find(&SITE, path) else {
        return Problem::not_found(lang).into_response();
    };
    if let Some(head) = head(&app, path, &uri, &headers, lang).await {
        file = SITE.with_head(&file, head);
    }
    let mut response = answer(&SITE, &file, keeping, &headers);
    // Somebody who opens the page is given an id before anything else is asked for, so that no two answers make two of one. One who may not
    // become one can still read the page, and is told why as soon as they want to play.
    if path == EMBEDDED {
        response.extensions_mut().insert(MayBeFramed);
    } else if is_page(path)
        && let Ok((_, cookie)) = app.person(&headers, origin, lang)
    {
        response.headers_mut().extend(cookie);
    }
    response
}

/// What other programs show of a link to the page, a table, a study or something to read.
async fn head(app: &App, path: &str, uri: &Uri, headers: &HeaderMap, lang: Lang) -> Option<String> {
    let start = app.address(headers).start;
    // The page says by itself that there is no such table, or that it cannot be read.
    let stored =
        async |id: TableId| app.store().preview(id).await.ok().flatten().map(|preview| (id, preview));
    match path {
        "" | PAGE => Some(preview::home_head(&start, lang)),
        "study" => {
            let Query(address) = Query::<StudyAddress>::try_from_uri(uri).ok()?;
            let table = match address.table.as_deref().and_then(|id| id.parse().ok()) {
                Some(id) => stored(id).await,
                None => None,
            };
            preview::study_head(address, table.as_ref().map(|(id, preview)| (*id, preview)), &start, lang)
        }
        _ if is_learning(path) => preview::learning_head(path, &start, lang),
        _ => {
            let id = path.strip_prefix("t/").or_else(|| path.strip_prefix("r/"))?.parse().ok()?;
            let (id, preview) = stored(id).await?;
            preview::table_head(id, &preview, &start, lang)
        }
    }
}

/// The page's texts in a language.
pub fn texts(lang: Lang, headers: &HeaderMap) -> Option<Response> {
    let file = SITE.get(&texts_name(Bundle::Page, lang))?;
    Some(answer(&SITE, &file, Keeping::Asking, headers))
}

/// A game's booklet in a language.
pub fn booklet(book: Book, lang: Lang, headers: &HeaderMap) -> Option<Response> {
    let file = SITE.get(&paper_name(Paper::Booklet(book), lang))?;
    Some(answer(&SITE, &file, Keeping::Asking, headers))
}

fn find(site: &Site, path: &str) -> Option<(Arc<File>, Keeping)> {
    let asking = |name| Some((site.get(name)?, Keeping::Asking));
    if is_page(path) {
        return asking(PAGE);
    }
    let Some((version, name)) = path.strip_prefix(VERSIONS).and_then(|rest| rest.split_once('/')) else {
        return asking(path);
    };
    if site.version() == Some(version) {
        return Some((site.get(name)?, Keeping::Forever));
    }
    // Somebody's page is older than this server. It may have the present pictures, fonts and texts; but modules of two
    // versions need not fit together, and a page that cannot have its own loads itself again.
    if name.ends_with(".js") { None } else { asking(name) }
}

fn is_page(path: &str) -> bool {
    let is_below = |folder| path.strip_prefix(folder).is_some_and(|id: &str| !id.contains('/'));
    path.is_empty()
        || path == PAGE
        || path == "study"
        || is_below("t/")
        || is_below("r/")
        || is_learning(path)
}

/// Pages to read and to learn by. Their files lie below the same names, and have endings.
fn is_learning(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    ["learn", "puzzles", "about", EMBEDDED].contains(&first) && !path.contains('.')
}

fn answer(site: &Site, file: &File, keeping: Keeping, headers: &HeaderMap) -> Response {
    let values = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let mut known = values(IF_NONE_MATCH).flat_map(|value| value.split(','));
    let opaque = |etag: &str| etag.trim().trim_start_matches("W/").to_owned();
    let is_known = known.any(|etag| opaque(etag) == opaque(&file.etag));
    // What may change with every request is left to the layer that compresses all other answers.
    let encoded = match site {
        Site::Disk => None,
        Site::Kept(_) => [Encoding::Brotli, Encoding::Gzip]
            .into_iter()
            .filter(|encoding| values(ACCEPT_ENCODING).any(|accepted| accepts(accepted, *encoding)))
            .find_map(|encoding| Some((encoding, file.encoded(encoding)?))),
    };
    let encoding = encoded.as_ref().map(|(encoding, _)| encoding.name());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(encoded.map_or_else(|| file.plain.clone(), |(_, bytes)| bytes)))
    };
    let out = response.headers_mut();
    let described = [
        (ETAG, Some(&*file.etag)),
        (CONTENT_TYPE, Some(&*file.mime)),
        (CONTENT_ENCODING, encoding.filter(|_| !is_known)),
        (VARY, file.is_compressible().then_some("accept-encoding")),
    ];
    for (name, value) in described {
        if let Some(Ok(value)) = value.map(HeaderValue::from_str) {
            out.insert(name, value);
        }
    }
    let kept = match keeping {
        Keeping::Asking => "no-cache",
        Keeping::Forever => "public, max-age=31536000, immutable",
    };
    out.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    response
}

/// Whether a list such as `gzip, br;q=0.5` has an encoding, and does not have it to refuse it.
fn accepts(accepted: &str, encoding: Encoding) -> bool {
    accepted.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
        name.trim().eq_ignore_ascii_case(encoding.name()) && !matches!(weight, Some(Ok(0.0)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(response: &Response, name: impl axum::http::header::AsHeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap_or_default())
    }

    fn ask(site: &Site, path: &str, asked: &[(&'static str, &'static str)]) -> Option<Response> {
        let headers = asked.iter().map(|(name, value)| {
            (axum::http::HeaderName::from_static(name), HeaderValue::from_static(value))
        });
        let (file, keeping) = find(site, path)?;
        Some(answer(site, &file, keeping, &headers.collect()))
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), usize::MAX).await.map(Vec::from).unwrap_or_default()
    }

    #[tokio::test]
    async fn every_link_of_the_page_is_kept_forever() {
        let site = Site::keep();
        let page = ask(&site, "t/0123", &[]).expect("the page");
        assert_eq!(header(&page, CACHE_CONTROL), "no-cache");
        let page = String::from_utf8(body(page).await).expect("text");
        let links: Vec<&str> = page.split("=\"/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(links.len() > 20, "{links:?}");
        for link in links {
            let file = ask(&site, link, &[]).unwrap_or_else(|| panic!("{link}"));
            assert!(header(&file, CACHE_CONTROL).contains("immutable"), "{link}");
        }
        let version = site.version().expect("a version");
        assert!(ask(&site, &format!("{VERSIONS}{version}/texts/fr.json"), &[]).is_some());
        assert!(ask(&site, &format!("{VERSIONS}{version}/nothing.js"), &[]).is_none());
    }

    #[test]
    fn an_older_page_gets_pictures_and_texts_but_no_modules() {
        for site in [Site::keep(), Site::Disk] {
            assert!(ask(&site, "v/0123456789/app/table-page.js", &[]).is_none());
            for name in ["v/0123456789/pictures/tavli.svg", "v/0123456789/texts/it.json", "app/table-page.js"]
            {
                let file = ask(&site, name, &[]).unwrap_or_else(|| panic!("{name}"));
                assert_eq!(header(&file, CACHE_CONTROL), "no-cache", "{name}");
            }
        }
    }

    #[tokio::test]
    async fn files_are_sent_as_browsers_can_read_them() {
        let site = Site::keep();
        let wishes = [("accept-encoding", "gzip, deflate, br;q=1.0")];
        let encoding = |path: &str, wishes: &[_]| {
            ask(&site, path, wishes).map(|file| header(&file, CONTENT_ENCODING).to_owned())
        };
        assert_eq!(encoding("app/main.js", &wishes).as_deref(), Some("gzip"), "quick at first");
        let file = site.get("app/main.js").expect("a module");
        file.compress();
        assert_eq!(encoding("app/main.js", &wishes).as_deref(), Some("br"));
        assert_eq!(encoding("app/main.js", &[("accept-encoding", "br;q=0, gzip")]).as_deref(), Some("gzip"));
        assert_eq!(encoding("app/main.js", &[]).as_deref(), Some(""));
        assert_eq!(encoding("fonts/sans.woff2", &wishes).as_deref(), Some(""));
        let mut plain = Vec::new();
        let sent = body(ask(&site, "app/main.js", &wishes).expect("a module")).await;
        brotli::BrotliDecompress(&mut &*sent, &mut plain).expect("what was compressed");
        assert_eq!(plain, file.plain);
        assert!(sent.len() * 2 < plain.len());
    }

    #[tokio::test]
    async fn what_is_known_is_not_sent_again() {
        let site = Site::keep();
        let etag: &'static str = site.get(PAGE).expect("the page").etag.clone().leak();
        for known in [etag, etag.trim_start_matches("W/")] {
            let answer = ask(&site, "", &[("if-none-match", known)]).expect("the page");
            assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
            assert!(body(answer).await.is_empty());
        }
    }
}

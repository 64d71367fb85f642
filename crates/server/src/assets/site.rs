//! The page's files, and the version of all of them together.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::Embed;
use sha2::{Digest as _, Sha256};
use tablen_learn::{Paper, PrintFile, WholeBooklet};
use tablen_rules::words::Lang;

use crate::texts::{Bundle, page_texts};

#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "fixtures/*"]
#[exclude = "learn/*.md"]
#[exclude = "learn/*/diagrams.json"]
#[exclude = "print/*"]
#[exclude = "screenshots/*"]
#[exclude = "test/*"]
#[exclude = "texts/*"]
#[exclude = "board/test/*"]
#[exclude = "board/README.md"]
#[exclude = "node_modules/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
#[exclude = "*.d.ts"]
struct Web;

/// The page's own file, which also answers the addresses of tables and records.
pub const PAGE: &str = "index.html";
/// What is printed is of this kind.
const PDF: &str = "application/pdf";
/// Below this every version of the page has a folder of its own.
pub const VERSIONS: &str = "v/";

/// The server's own.
pub static SITE: LazyLock<Site> =
    LazyLock::new(|| if cfg!(debug_assertions) { Site::Disk } else { Site::keep() });

/// The page's files.
pub enum Site {
    /// Read whenever they are asked for: designers see what they change.
    Disk,
    /// Always the same: they are compressed once, and browsers keep what they have of this version.
    Kept(Kept),
}

/// All files, in memory.
pub struct Kept {
    version: String,
    files: BTreeMap<String, Arc<File>>,
    /// The page with heads of its own, by the head: it is compressed once for all who ask for it.
    headed: Mutex<HashMap<String, Arc<File>>>,
}

/// So many pages with heads of their own are kept, some ten kilobytes each. Then all are forgotten: those that are asked for come back.
const MOST_HEADED: usize = 256;

impl Site {
    /// Takes all files into memory.
    pub fn keep() -> Site {
        let names = Web::iter().map(Cow::into_owned).chain(texts().map(|(name, ..)| name));
        let names = names.chain(papers().map(|(name, ..)| name)).chain(prints().map(|(name, _)| name));
        let mut files: BTreeMap<_, _> =
            names.filter_map(|name| read(&name).map(|file| (name, Arc::new(file)))).collect();
        let mut all = Sha256::new();
        for (name, file) in &files {
            all.update(Sha256::digest(name));
            all.update(Sha256::digest(&file.plain));
        }
        let version = short_hex(&all.finalize());
        if let Some(page) = files.get_mut(PAGE) {
            *page = Arc::new(page.linking_to(&version));
        }
        Site::Kept(Kept { version, files, headed: Mutex::default() })
    }

    /// A file by its name, such as `app/main.js`.
    pub fn get(&self, name: &str) -> Option<Arc<File>> {
        match self {
            Site::Disk => read(name).map(Arc::new),
            Site::Kept(kept) => kept.files.get(name).cloned(),
        }
    }

    /// The page with lines of its own in its head, in place of its usual title.
    pub fn with_head(&self, page: &File, head: String) -> Arc<File> {
        let Site::Kept(kept) = self else { return Arc::new(page.with_head(&head)) };
        // Whoever panicked has left a whole map: nothing is half put into it.
        let mut headed = kept.headed.lock().unwrap_or_else(PoisonError::into_inner);
        if headed.len() >= MOST_HEADED && !headed.contains_key(&head) {
            headed.clear();
        }
        let made = headed.entry(head).or_insert_with_key(|head| Arc::new(page.with_head(head)));
        Arc::clone(made)
    }

    /// What changes when any file does; nothing where files change at any moment.
    pub fn version(&self) -> Option<&str> {
        match self {
            Site::Disk => None,
            Site::Kept(kept) => Some(&kept.version),
        }
    }

    /// Compresses everything as well as it can be. It takes a second; until then visitors get what is quick to make.
    pub fn compress(&self) {
        if let Site::Kept(kept) = self {
            kept.files.values().for_each(|file| file.compress());
        }
    }
}

/// The name of a language's texts among the files.
pub fn texts_name(bundle: Bundle, lang: Lang) -> String {
    match bundle {
        Bundle::Page => format!("texts/{}.json", lang.code()),
        Bundle::Learn => format!("texts/learn.{}.json", lang.code()),
        Bundle::Study => format!("texts/study.{}.json", lang.code()),
    }
}

/// Every bundle of texts in every language, by its name.
fn texts() -> impl Iterator<Item = (String, Bundle, Lang)> {
    let named = |bundle| Lang::ALL.map(|lang| (texts_name(bundle, lang), bundle, lang));
    Bundle::ALL.into_iter().flat_map(named)
}

/// The name of something to read among the files.
pub fn paper_name(paper: Paper, lang: Lang) -> String {
    format!("learn/{}.json", paper.file(lang))
}

/// Everything there is to read in every language, by its name.
fn papers() -> impl Iterator<Item = (String, Paper, Lang)> {
    Paper::all().flat_map(|paper| Lang::ALL.map(|lang| (paper_name(paper, lang), paper, lang)))
}

/// Everything there is to print, by its name.
fn prints() -> impl Iterator<Item = (String, PrintFile)> {
    PrintFile::all().map(|file| (format!("print/{}", file.name()), file))
}

fn read(name: &str) -> Option<File> {
    if let Some((_, file)) = prints().find(|(print, _)| print == name) {
        let bytes = match file.bytes()? {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        return Some(File::new(bytes, PDF.to_owned()));
    }
    if let Some((_, paper, lang)) = papers().find(|(paper, ..)| paper == name) {
        let read = WholeBooklet::read(paper, lang).inspect_err(|why| tracing::error!(%why, "not to be read"));
        let written = serde_json::to_vec(&read.ok()?).ok()?;
        return Some(File::new(Bytes::from(written), "application/json".to_owned()));
    }
    if let Some((_, bundle, lang)) = texts().find(|(texts, ..)| texts == name) {
        let texts = serde_json::to_vec(&page_texts(bundle, lang)).ok()?;
        return Some(File::new(Bytes::from(texts), "application/json".to_owned()));
    }
    let file = Web::get(name)?;
    let mime = file.metadata.mimetype();
    let mime = if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() };
    let bytes = match file.data {
        data if name.ends_with(".js") => Bytes::from(without_comments(std::str::from_utf8(&data).ok()?)),
        data if name.ends_with(".css") => Bytes::from(without_remarks(std::str::from_utf8(&data).ok()?)),
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    Some(File::new(bytes, mime))
}

/// A module without the comments that fill whole lines: they are a third of what would be sent, and browsers do not read them. All other
/// lines keep their numbers.
fn without_comments(module: &str) -> String {
    let mut sent = String::with_capacity(module.len());
    let mut is_inside = false;
    for line in module.lines() {
        let text = line.trim();
        // A comment before code on the same line stays.
        let is_block =
            is_inside || (text.starts_with("/*") && text.find("*/").is_none_or(|end| end + 2 == text.len()));
        if !is_block && !text.starts_with("//") {
            sent.push_str(line);
        }
        sent.push('\n');
        is_inside = is_block && !text.ends_with("*/");
    }
    sent
}

/// A style sheet without its comments. What looks like one inside quotation marks stays.
fn without_remarks(sheet: &str) -> String {
    let mut sent = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        sent.push_str(before);
        let end = match from.as_bytes() {
            [b'/', b'*', ..] => from[2..].find("*/").map_or(from.len(), |end| end + 4),
            [b'/', ..] => 1,
            [mark, ..] => from[1..].find(char::from(*mark)).map_or(from.len(), |end| end + 2),
            [] => 0,
        };
        if !from.starts_with("/*") {
            sent.push_str(&from[..end]);
        }
        rest = &from[end..];
    }
    sent + rest
}

/// One file of the page.
pub struct File {
    /// As it was written.
    pub plain: Bytes,
    /// What it is.
    pub mime: String,
    /// Which contents it has, however they are compressed.
    pub etag: String,
    gzip: OnceLock<Option<Bytes>>,
    brotli: OnceLock<Option<Bytes>>,
}

/// A way to send fewer bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// What every browser understands.
    Gzip,
    /// The better one; browsers ask for it where the connection is private.
    Brotli,
}

impl Encoding {
    /// Its name in HTTP.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Gzip => "gzip",
            Encoding::Brotli => "br",
        }
    }
}

impl File {
    fn new(plain: Bytes, mime: String) -> File {
        let etag = format!("W/\"{}\"", short_hex(&Sha256::digest(&plain)));
        File { plain, mime, etag, gzip: OnceLock::new(), brotli: OnceLock::new() }
    }

    /// The page with links to the files of a version.
    fn linking_to(&self, version: &str) -> File {
        let page = String::from_utf8_lossy(&self.plain);
        let page = page.replace("=\"/", &format!("=\"/{VERSIONS}{version}/"));
        File::new(Bytes::from(page), self.mime.clone())
    }

    fn with_head(&self, lines: &str) -> File {
        let page = String::from_utf8_lossy(&self.plain).replace("<title>Tablen</title>", lines);
        File::new(Bytes::from(page), self.mime.clone())
    }

    /// Fonts, photographs and what is printed are compressed by their makers.
    pub fn is_compressible(&self) -> bool {
        self.mime != PDF
            && !self.mime.starts_with("font/")
            && (!self.mime.starts_with("image/") || self.mime == "image/svg+xml")
    }

    /// The file in an encoding, if it is there or quick to make.
    pub fn encoded(&self, encoding: Encoding) -> Option<Bytes> {
        if !self.is_compressible() {
            return None;
        }
        match encoding {
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.plain)).clone(),
            Encoding::Brotli => self.brotli.get()?.clone(),
        }
    }

    /// Makes the encoding that takes long.
    pub fn compress(&self) {
        if self.is_compressible() {
            self.brotli.get_or_init(|| brotli(&self.plain));
        }
    }
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    smaller(encoder.finish().ok()?, plain)
}

fn brotli(plain: &[u8]) -> Option<Bytes> {
    let mut out = Vec::new();
    // The files are small: a larger window would only cost memory.
    let best = brotli::enc::BrotliEncoderParams { lgwin: 16, size_hint: plain.len(), ..Default::default() };
    brotli::BrotliCompress(&mut &*plain, &mut out, &best).ok()?;
    smaller(out, plain)
}

fn smaller(encoded: Vec<u8>, plain: &[u8]) -> Option<Bytes> {
    (encoded.len() < plain.len()).then(|| Bytes::from(encoded))
}

/// Enough of a hash to tell versions apart.
fn short_hex(hash: &[u8]) -> String {
    hash.iter().take(10).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_lose_their_comments_and_keep_their_lines() {
        let module = "// @ts-check\n/**\n * What it is.\n */\nexport const one = 1; // behind code\n  /** On one line. */\n  /** @type {any} */ (two);\nconst url = 'a//b';\n/* plain */\n";
        let sent = "\n\n\n\nexport const one = 1; // behind code\n\n  /** @type {any} */ (two);\nconst url = 'a//b';\n\n";
        assert_eq!(without_comments(module), sent);
    }

    #[test]
    fn style_sheets_lose_their_comments_and_keep_what_looks_like_one() {
        let sheet = "/* What it is. */\na { width: calc(100% / 3); } /* two\nlines */\nb::after { content: '/* no */'; background: url(\"a/*b\"); }\n/* open";
        let sent =
            "\na { width: calc(100% / 3); } \nb::after { content: '/* no */'; background: url(\"a/*b\"); }\n";
        assert_eq!(without_remarks(sheet), sent);
    }

    #[test]
    fn a_page_with_a_head_is_made_once_and_not_kept_without_end() {
        let site = Site::keep();
        let page = site.get(PAGE).expect("the page");
        let head = |number: usize| format!("<title>Table {number}</title>");
        let first = site.with_head(&page, head(0));
        assert!(String::from_utf8_lossy(&first.plain).contains(&head(0)));
        assert!(Arc::ptr_eq(&first, &site.with_head(&page, head(0))), "the same for all who ask");
        for number in 1..3 * MOST_HEADED {
            assert!(!Arc::ptr_eq(&first, &site.with_head(&page, head(number))));
            let Site::Kept(kept) = &site else { panic!("it is kept") };
            assert!(kept.headed.lock().expect("whole").len() <= MOST_HEADED);
        }
        assert_eq!(site.with_head(&page, head(0)).plain, first.plain, "what was forgotten comes back");
    }
}

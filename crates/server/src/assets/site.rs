//! The page's files, and the version of all of them together.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, OnceLock};

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::Embed;
use sha2::{Digest as _, Sha256};
use tablen_rules::words::Lang;

use crate::texts::page_texts;

#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "fixtures/*"]
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
}

impl Site {
    /// Takes all files into memory.
    pub fn keep() -> Site {
        let names = Web::iter().map(Cow::into_owned).chain(Lang::ALL.map(texts_name));
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
        Site::Kept(Kept { version, files })
    }

    /// A file by its name, such as `app/main.js`.
    pub fn get(&self, name: &str) -> Option<Arc<File>> {
        match self {
            Site::Disk => read(name).map(Arc::new),
            Site::Kept(kept) => kept.files.get(name).cloned(),
        }
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
pub fn texts_name(lang: Lang) -> String {
    format!("texts/{}.json", lang.code())
}

fn read(name: &str) -> Option<File> {
    if let Some(lang) = Lang::ALL.into_iter().find(|lang| texts_name(*lang) == name) {
        let texts = serde_json::to_vec(&page_texts(lang)).ok()?;
        return Some(File::new(Bytes::from(texts), "application/json".to_owned()));
    }
    let file = Web::get(name)?;
    let mime = file.metadata.mimetype();
    let mime = if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() };
    let bytes = match file.data {
        data if name.ends_with(".js") => Bytes::from(without_comments(std::str::from_utf8(&data).ok()?)),
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

    /// The page with lines of its own in its head, in place of its usual title.
    pub fn with_head(&self, lines: &str) -> File {
        let page = String::from_utf8_lossy(&self.plain).replace("<title>Tablen</title>", lines);
        File::new(Bytes::from(page), self.mime.clone())
    }

    /// Fonts and photographs are compressed by their makers.
    pub fn is_compressible(&self) -> bool {
        !self.mime.starts_with("font/") && (!self.mime.starts_with("image/") || self.mime == "image/svg+xml")
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
}

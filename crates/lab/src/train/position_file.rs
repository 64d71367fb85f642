//! Files of positions to learn from, which only grow: two lines of text, the title of their kind and where the positions come from, and then
//! the positions.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tablen_rules::words::{Explain, Message, explained};

/// Why a file cannot be used.
#[derive(Debug)]
pub enum PositionFileError {
    /// The system says why.
    Io(io::Error),
    /// The file is something else: it should begin with this title.
    NotPositions(&'static str),
    /// Its positions come from elsewhere: from other rules, another net, or other settings.
    Others(String),
    /// The line of this number says of no position.
    Line(u64),
}

impl Explain for PositionFileError {
    fn message(&self) -> Message {
        match self {
            PositionFileError::Io(error) => message!("train.error.positions.io").text("error", error),
            PositionFileError::NotPositions(title) => {
                message!("train.error.positions.title").text("title", title)
            }
            PositionFileError::Others(origin) => {
                message!("train.error.positions.others").text("origin", origin)
            }
            PositionFileError::Line(number) => message!("train.error.positions.line").with("number", *number),
        }
    }
}
explained!(PositionFileError);

impl From<io::Error> for PositionFileError {
    fn from(error: io::Error) -> PositionFileError {
        PositionFileError::Io(error)
    }
}

/// A file that was opened to be written to.
pub(super) struct Opened {
    pub file: File,
    /// The length of the two lines.
    pub header: u64,
    /// The length of all.
    pub length: u64,
}

/// Opens the file of a kind and an origin, or begins it.
pub(super) fn open(path: &Path, title: &'static str, origin: &str) -> Result<Opened, PositionFileError> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut length = file.metadata()?.len();
    if length == 0 {
        let header = format!("{title}\n{origin}\n");
        file.write_all(header.as_bytes())?;
        length = header.len() as u64;
    }
    file.seek(SeekFrom::Start(0))?;
    let (found, header) = read_header(&mut BufReader::new(&file), title)?;
    if found != origin {
        return Err(PositionFileError::Others(found));
    }
    Ok(Opened { file, header, length })
}

/// Opens a file to read what stands behind its two lines; somebody may be writing to it. If an origin is named, it must be that.
pub(super) fn read(
    path: &Path,
    title: &'static str,
    origin: Option<&str>,
) -> Result<BufReader<File>, PositionFileError> {
    let mut file = BufReader::new(File::open(path)?);
    let (found, _) = read_header(&mut file, title)?;
    if origin.is_some_and(|origin| origin != found) {
        return Err(PositionFileError::Others(found));
    }
    Ok(file)
}

/// The origin and the length of the two lines.
fn read_header(file: &mut impl BufRead, title: &'static str) -> Result<(String, u64), PositionFileError> {
    let mut lines = [String::new(), String::new()];
    let mut length = 0;
    for line in &mut lines {
        // Both lines are far shorter; a file of anything else need not be read to its end.
        let read = file.take(100_000).read_line(line).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => PositionFileError::NotPositions(title),
            _ => PositionFileError::Io(error),
        })?;
        length += read as u64;
    }
    let [first, origin] = lines;
    match (first.strip_suffix('\n'), origin.strip_suffix('\n')) {
        (Some(first), Some(origin)) if first == title => Ok((origin.to_owned(), length)),
        _ => Err(PositionFileError::NotPositions(title)),
    }
}

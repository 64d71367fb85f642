//! How much a socket may send. What is made of whole messages is counted there; here every byte is, whatever it is part of: frames of which no
//! message ever comes, pings and pongs as well. A frame costs time however short it is, so the shortest count as somewhat longer ones.

mod frames;

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

use self::frames::{Frames, Head};
use super::room::Progress;
use crate::config::Limits;

/// Bytes that each frame has besides what it carries, at most.
const FRAME_HEAD: usize = 14;

/// What comes in over a connection.
#[derive(Debug)]
pub struct Intake {
    allowance: Mutex<Option<Allowance>>,
    enough: Notify,
}

/// How many bytes may still come. They come back with time.
#[derive(Debug)]
struct Allowance {
    left: f64,
    most: f64,
    per_second: f64,
    at: Instant,
}

impl Intake {
    /// Nothing is limited yet: requests have limits of their own.
    pub fn new() -> Intake {
        Intake { allowance: Mutex::default(), enough: Notify::new() }
    }

    fn allowance(&self) -> MutexGuard<'_, Option<Allowance>> {
        self.allowance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on no more may come than the longest messages that anyone may send.
    pub fn limit(&self, limits: &Limits) {
        let bytes = (limits.message_bytes + FRAME_HEAD) as f64;
        let most = (f64::from(limits.credits) + f64::from(limits.patience)) * bytes;
        let per_second = f64::from(limits.credits_per_second) * bytes;
        *self.allowance() = Some(Allowance { left: most, most, per_second, at: Instant::now() });
    }

    /// Waits until more has come than may.
    pub async fn is_enough(&self) {
        self.enough.notified().await;
    }

    /// Whether what comes is limited, and so is frames of a socket.
    fn is_limited(&self) -> bool {
        self.allowance().is_some()
    }

    /// So many bytes have come; says whether they may.
    fn take(&self, bytes: usize) -> bool {
        let mut allowance = self.allowance();
        let Some(Allowance { left, most, per_second, at }) = allowance.as_mut() else { return true };
        let now = Instant::now();
        let earned = now.duration_since(*at).as_secs_f64() * *per_second;
        *at = now;
        *left = (*left + earned).min(*most) - bytes as f64;
        if *left >= 0.0 {
            return true;
        }
        drop(allowance);
        self.refuse()
    }

    /// Nothing more may come.
    fn refuse(&self) -> bool {
        self.enough.notify_one();
        false
    }
}

/// What a request carries with it of the connection that it came by.
#[derive(Clone, Debug)]
pub struct Allowed(pub Arc<Intake>);

/// A stream whose bytes are counted. One that sends too much is not read from any more.
#[derive(Debug)]
pub struct Metered<S> {
    stream: S,
    intake: Arc<Intake>,
    progress: Arc<Progress>,
    read: Read,
}

/// What has been read of a stream.
#[derive(Debug)]
enum Read {
    /// Requests.
    Requests(Head),
    /// Frames.
    Frames(Frames),
    /// More than may come.
    Enough,
}

impl<S> Metered<S> {
    /// Counts what comes over a stream.
    pub const fn new(stream: S, intake: Arc<Intake>, progress: Arc<Progress>) -> Metered<S> {
        Metered { stream, intake, progress, read: Read::Requests(Head::new()) }
    }
}

impl<S> Metered<S> {
    /// What comes after an answer is another request.
    fn is_answered(&mut self) {
        if let Read::Requests(head) = &mut self.read
            && !self.intake.is_limited()
        {
            *head = Head::new();
        }
    }

    /// Notes whether something of an answer was taken.
    fn note(&self, written: &Poll<io::Result<usize>>) {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.progress.note();
        }
    }

    /// Counts what has come; says whether it may.
    fn count(&mut self, bytes: &[u8]) -> bool {
        // A socket waits for the answer to its request before it sends anything: otherwise nobody could tell where its frames begin.
        if let Read::Requests(head) = &self.read
            && self.intake.is_limited()
        {
            if !head.is_last() {
                return self.intake.refuse();
            }
            self.read = Read::Frames(Frames::default());
        }
        match &mut self.read {
            Read::Requests(head) => {
                head.read(bytes);
                true
            }
            Read::Frames(frames) => self.intake.take(bytes.len() + frames.read(bytes)),
            Read::Enough => false,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if matches!(self.read, Read::Enough) {
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() && !self.count(&buffer.filled()[before..]) {
            self.read = Read::Enough;
            buffer.set_filled(before);
            return Poll::Pending;
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.is_answered();
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.is_answered();
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::{Duration, timeout};

    use super::*;

    /// A request without a body, and a frame, of 150 bytes each.
    const HEAD: [u8; 150] = {
        let mut head = [b'a'; 150];
        (head[146], head[147], head[148], head[149]) = (b'\r', b'\n', b'\r', b'\n');
        head
    };
    const FRAME: [u8; 150] = {
        let mut frame = [b'a'; 150];
        (frame[0], frame[1], frame[2], frame[3]) = (0x81, 0x80 | 126, 0, 142);
        frame
    };

    #[tokio::test]
    async fn a_socket_that_sends_too_much_is_not_read_from_any_more() {
        let limits =
            Limits { message_bytes: 86, credits: 1, credits_per_second: 0, patience: 1, ..Limits::default() };
        let intake = Arc::new(Intake::new());
        let (mut sender, receiver) = tokio::io::duplex(1_000);
        let mut metered = Metered::new(receiver, Arc::clone(&intake), Arc::default());
        let mut read = [0; 150];
        // Before it is a socket, nothing is limited.
        for _ in 0..10 {
            sender.write_all(&HEAD).await.unwrap();
            metered.read_exact(&mut read).await.unwrap();
            metered.write_all(b"yes").await.unwrap();
        }
        sender.write_all(&HEAD).await.unwrap();
        metered.read_exact(&mut read).await.unwrap();
        intake.limit(&limits);
        sender.write_all(&[FRAME, FRAME].concat()).await.unwrap();
        metered.read_exact(&mut read).await.unwrap();
        let soon = Duration::from_millis(20);
        assert!(timeout(soon, intake.is_enough()).await.is_err());
        assert!(timeout(soon, metered.read_exact(&mut read)).await.is_err());
        assert!(timeout(soon, intake.is_enough()).await.is_ok());
    }

    /// What a frame costs the server has little to do with its length.
    #[tokio::test]
    async fn empty_frames_count_and_so_does_what_comes_before_the_answer() {
        let limits =
            Limits { message_bytes: 86, credits: 1, credits_per_second: 0, patience: 1, ..Limits::default() };
        let soon = Duration::from_millis(20);
        for (early, frames, is_enough) in [(false, 3, false), (false, 4, true), (true, 0, true)] {
            let intake = Arc::new(Intake::new());
            let (mut sender, receiver) = tokio::io::duplex(1_000);
            let mut metered = Metered::new(receiver, Arc::clone(&intake), Arc::default());
            let empty = [0x00, 0x80, 0, 0, 0, 0];
            let before = if early { &[&HEAD[..], &empty].concat() } else { &HEAD[..] };
            sender.write_all(before).await.unwrap();
            metered.read_exact(&mut vec![0; before.len()]).await.unwrap();
            intake.limit(&limits);
            sender.write_all(&empty.repeat(frames.max(1))).await.unwrap();
            let read = timeout(soon, metered.read_exact(&mut vec![0; 6 * frames.max(1)])).await;
            assert_eq!(read.is_err(), is_enough, "{early} {frames}");
            assert_eq!(timeout(soon, intake.is_enough()).await.is_ok(), is_enough);
        }
    }
}

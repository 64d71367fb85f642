//! An allocator that can count, to show that the hot paths allocate nothing.
//!
//! It counts only inside [`count`]. Outside, a call costs one relaxed load more than the system's allocator, so a
//! peer that allocates for every node is not measured slower than it is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

/// The system's allocator, counting on demand.
pub struct Counting;

static COUNTING: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

#[cold]
fn note(calls: u64, bytes: i64) {
    CALLS.fetch_add(calls, Relaxed);
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

// SAFETY: every call is handed to `System` unchanged and its answer returned unchanged; the counters beside it are
// atomics that allocate nothing. `GlobalAlloc` cannot be implemented without `unsafe`, and nothing else here uses it.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            note(1, layout.size() as i64);
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if COUNTING.load(Relaxed) {
            note(0, -(layout.size() as i64));
        }
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            note(1, layout.size() as i64);
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            note(1, size as i64 - layout.size() as i64);
        }
        unsafe { System.realloc(block, layout, size) }
    }
}

/// What a piece of work asked of the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// How often memory was asked for, growing a block included.
    pub calls: u64,
    /// The most bytes held at once beyond those held before.
    pub peak_bytes: u64,
}

/// Does the work and counts. Only one count can run at a time, and every thread's calls are counted.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, Demand) {
    CALLS.store(0, Relaxed);
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTING.store(true, Relaxed);
    let done = work();
    COUNTING.store(false, Relaxed);
    (done, Demand { calls: CALLS.load(Relaxed), peak_bytes: PEAK.load(Relaxed).max(0) as u64 })
}

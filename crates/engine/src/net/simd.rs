//! The sums that a net spends its time on, for sixty-four neurons at a time: in plain Rust, and in the vector instructions of AVX2 where
//! the machine has them. Both give the same numbers to the bit, because whole numbers add up the same in any order.
//!
//! On aarch64 the plain code is compiled to NEON instructions, which every such machine has.

#![allow(unsafe_code)]

/// Neurons that are computed together.
pub(crate) const LANES: usize = 64;

/// The numbers of so many neurons, where vector instructions like to find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Block = Block([0; LANES]);
}

/// Asks the processor to fetch a value that will be read soon, where it can be asked.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read; every such processor has the instruction, and the address is that of a value.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// How sums are computed on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Simd {
    /// In plain Rust.
    Portable,
    /// With AVX2; there only where the machine has it.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Available),
}

impl Simd {
    /// The fastest way there is here.
    pub(crate) fn detect() -> Simd {
        #[cfg(target_arch = "x86_64")]
        if let Some(available) = avx2::Available::detect() {
            return Simd::Avx2(available);
        }
        Simd::Portable
    }

    /// What the first layer says after some inputs come and others go. `rows` has as many blocks for every input as there are in `before`.
    #[inline]
    pub(crate) fn update(self, before: &[Block], after: &mut [Block], rows: &[Block], changes: Changes<'_>) {
        match self {
            Simd::Portable => portable::update(before, after, rows, changes),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2(available) => available.update(before, after, rows, changes),
        }
    }

    /// What the output says: the squares of the first layer with the rows of `fresh` inputs added, clipped at [`CLIP`], weighed by `weights`.
    #[inline]
    pub(crate) fn output(self, sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        match self {
            Simd::Portable => portable::output(sums, rows, fresh, weights),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2(available) => available.output(sums, rows, fresh, weights),
        }
    }

    /// Adds the rows of some inputs to sums, stopping at what 16 bits hold.
    #[inline]
    pub(crate) fn add(self, sums: &mut [Block], rows: &[Block], inputs: &[u16]) {
        match self {
            Simd::Portable => portable::add(sums, rows, inputs),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2(available) => available.add(sums, rows, inputs),
        }
    }

    /// As [`Simd::output`] in finer units: sums stop at what 16 bits hold, neurons are clipped at [`FINE_CLIP`] and their squares have 12 bits.
    #[inline]
    pub(crate) fn fine_output(self, sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        match self {
            Simd::Portable => portable::fine_output(sums, rows, fresh, weights),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2(available) => available.fine_output(sums, rows, fresh, weights),
        }
    }
}

/// Where a neuron is clipped in [`Simd::output`]: so many units are 1.
pub(crate) const CLIP: i16 = 255;

/// Where a neuron is clipped in [`Simd::fine_output`]: so many units, and one more, are 1.
pub(crate) const FINE_CLIP: i16 = 1_023;

/// The inputs that a move brings and takes away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a> {
    pub(crate) come: &'a [u16],
    pub(crate) gone: &'a [u16],
}

/// One block of an input's row.
#[inline(always)]
fn block_of(rows: &[Block], blocks: usize, input: u16, block: usize) -> &Block {
    &rows[usize::from(input) * blocks + block]
}

mod portable {
    use super::{Block, CLIP, Changes, FINE_CLIP, LANES, block_of};

    /// Takes the rows of some inputs into one block of sums, by adding or otherwise.
    #[inline(always)]
    fn take(
        sums: &mut Block,
        (number, blocks): (usize, usize),
        rows: &[Block],
        inputs: &[u16],
        taken: impl Fn(i16, i16) -> i16,
    ) {
        for input in inputs {
            let row = block_of(rows, blocks, *input, number);
            for lane in 0..LANES {
                sums.0[lane] = taken(sums.0[lane], row.0[lane]);
            }
        }
    }

    /// The sum of what every neuron says after its rows were added and it was weighed.
    #[inline(always)]
    fn weighed(
        sums: &[Block],
        rows: &[Block],
        fresh: &[u16],
        weights: &[Block],
        added: impl Fn(i16, i16) -> i16,
        said: impl Fn(i16, i16) -> i32,
    ) -> i32 {
        let blocks = sums.len();
        let mut output = 0i32;
        for (number, (sums, weights)) in sums.iter().zip(weights).enumerate() {
            let mut sums = *sums;
            take(&mut sums, (number, blocks), rows, fresh, &added);
            for lane in 0..LANES {
                output = output.wrapping_add(said(sums.0[lane], weights.0[lane]));
            }
        }
        output
    }

    pub(super) fn update(before: &[Block], after: &mut [Block], rows: &[Block], changes: Changes<'_>) {
        let blocks = before.len();
        for (number, (before, after)) in before.iter().zip(after).enumerate() {
            *after = *before;
            take(after, (number, blocks), rows, changes.come, i16::wrapping_add);
            take(after, (number, blocks), rows, changes.gone, i16::wrapping_sub);
        }
    }

    pub(super) fn output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        weighed(sums, rows, fresh, weights, i16::wrapping_add, |sum, weight| {
            let clipped = sum.clamp(0, CLIP);
            i32::from(clipped) * i32::from(clipped.wrapping_mul(weight))
        })
    }

    pub(super) fn add(sums: &mut [Block], rows: &[Block], inputs: &[u16]) {
        let blocks = sums.len();
        for (number, sums) in sums.iter_mut().enumerate() {
            take(sums, (number, blocks), rows, inputs, i16::saturating_add);
        }
    }

    pub(super) fn fine_output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        weighed(sums, rows, fresh, weights, i16::saturating_add, |sum, weight| {
            // Fifteen bits squared have thirty: the upper fifteen of them, rounded, and of these the upper twelve.
            let clipped = i32::from(sum.clamp(0, FINE_CLIP)) << 5;
            let square = (clipped * clipped + (1 << 14)) >> 15 >> 3;
            square * i32::from(weight)
        })
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_adds_epi16, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mulhrs_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_slli_epi16, _mm256_srai_epi16, _mm256_sub_epi16,
    };

    use super::{Block, CLIP, Changes, FINE_CLIP, block_of};

    /// Proof that this machine has AVX2: only [`Available::detect`] makes one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Available(());

    impl Available {
        pub(super) fn detect() -> Option<Available> {
            is_x86_feature_detected!("avx2").then_some(Available(()))
        }

        #[inline]
        pub(super) fn update(
            self,
            before: &[Block],
            after: &mut [Block],
            rows: &[Block],
            changes: Changes<'_>,
        ) {
            // SAFETY: `update` asks for nothing but a machine with AVX2, and `self` is the proof that this is one.
            unsafe { update(before, after, rows, changes) }
        }

        #[inline]
        pub(super) fn output(self, sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
            // SAFETY: as above.
            unsafe { output(sums, rows, fresh, weights) }
        }

        #[inline]
        pub(super) fn add(self, sums: &mut [Block], rows: &[Block], inputs: &[u16]) {
            // SAFETY: as above.
            unsafe { add(sums, rows, inputs) }
        }

        #[inline]
        pub(super) fn fine_output(
            self,
            sums: &[Block],
            rows: &[Block],
            fresh: &[u16],
            weights: &[Block],
        ) -> i32 {
            // SAFETY: as above.
            unsafe { fine_output(sums, rows, fresh, weights) }
        }
    }

    /// A block in four vector registers.
    #[inline(always)]
    fn load(block: &Block) -> [__m256i; 4] {
        // SAFETY: both are 128 bytes of whole numbers, and any bits are a value of either.
        unsafe { std::mem::transmute::<Block, [__m256i; 4]>(*block) }
    }

    /// Four vector registers as a block.
    #[inline(always)]
    fn stored(lanes: [__m256i; 4]) -> Block {
        // SAFETY: as in `load`, the other way round.
        unsafe { std::mem::transmute::<[__m256i; 4], Block>(lanes) }
    }

    /// What eight sums of 32 bits each add up to.
    #[inline(always)]
    fn sum(vector: __m256i) -> i32 {
        // SAFETY: both are 32 bytes of whole numbers, and any bits are a value of either.
        let sums = unsafe { std::mem::transmute::<__m256i, [i32; 8]>(vector) };
        sums.into_iter().fold(0, i32::wrapping_add)
    }

    /// Takes the rows of some inputs into one block of sums, by adding or otherwise. What a caller hands in is compiled for AVX2 as the caller is.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn take(
        lanes: &mut [__m256i; 4],
        (number, blocks): (usize, usize),
        rows: &[Block],
        inputs: &[u16],
        taken: impl Fn(__m256i, __m256i) -> __m256i,
    ) {
        for input in inputs {
            let row = load(block_of(rows, blocks, *input, number));
            for (lane, row) in lanes.iter_mut().zip(row) {
                *lane = taken(*lane, row);
            }
        }
    }

    /// The sum of what every neuron says after its rows were added and it was weighed.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn weighed(
        sums: &[Block],
        rows: &[Block],
        fresh: &[u16],
        weights: &[Block],
        added: impl Fn(__m256i, __m256i) -> __m256i,
        said: impl Fn(__m256i, __m256i) -> __m256i,
    ) -> i32 {
        let blocks = sums.len();
        let mut output = _mm256_setzero_si256();
        for (number, (sums, weights)) in sums.iter().zip(weights).enumerate() {
            let mut lanes = load(sums);
            take(&mut lanes, (number, blocks), rows, fresh, &added);
            for (lane, weight) in lanes.into_iter().zip(load(weights)) {
                output = _mm256_add_epi32(output, said(lane, weight));
            }
        }
        sum(output)
    }

    /// From 0 to `most`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn clipped(lane: __m256i, most: i16) -> __m256i {
        _mm256_min_epi16(_mm256_max_epi16(lane, _mm256_setzero_si256()), _mm256_set1_epi16(most))
    }

    #[target_feature(enable = "avx2")]
    fn update(before: &[Block], after: &mut [Block], rows: &[Block], changes: Changes<'_>) {
        let blocks = before.len();
        for (number, (before, after)) in before.iter().zip(after).enumerate() {
            let mut lanes = load(before);
            take(&mut lanes, (number, blocks), rows, changes.come, |lane, row| _mm256_add_epi16(lane, row));
            take(&mut lanes, (number, blocks), rows, changes.gone, |lane, row| _mm256_sub_epi16(lane, row));
            *after = stored(lanes);
        }
    }

    #[target_feature(enable = "avx2")]
    fn output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        let added = |lane, row| _mm256_add_epi16(lane, row);
        weighed(sums, rows, fresh, weights, added, |lane, weight| {
            let clipped = clipped(lane, CLIP);
            _mm256_madd_epi16(clipped, _mm256_mullo_epi16(clipped, weight))
        })
    }

    #[target_feature(enable = "avx2")]
    fn add(sums: &mut [Block], rows: &[Block], inputs: &[u16]) {
        let blocks = sums.len();
        for (number, sums) in sums.iter_mut().enumerate() {
            let mut lanes = load(sums);
            take(&mut lanes, (number, blocks), rows, inputs, |lane, row| _mm256_adds_epi16(lane, row));
            *sums = stored(lanes);
        }
    }

    #[target_feature(enable = "avx2")]
    fn fine_output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        let added = |lane, row| _mm256_adds_epi16(lane, row);
        weighed(sums, rows, fresh, weights, added, |lane, weight| {
            let clipped = _mm256_slli_epi16::<5>(clipped(lane, FINE_CLIP));
            let square = _mm256_srai_epi16::<3>(_mm256_mulhrs_epi16(clipped, clipped));
            _mm256_madd_epi16(square, weight)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::splitmix;

    #[test]
    fn vector_instructions_give_the_same_numbers() {
        let mut luck = 7;
        let mut number = || {
            luck = splitmix(luck);
            luck as i16
        };
        // Numbers of all sizes: what overflows must overflow alike.
        for (blocks, narrowed) in [(1, 0), (2, 4), (4, 8), (2, 7)] {
            let mut random = |count: usize| -> Vec<Block> {
                (0..count).map(|_| Block([0; LANES].map(|_| number() >> narrowed))).collect()
            };
            let (inputs, rows) = (20, random(20 * blocks));
            let (before, weights) = (random(blocks), random(blocks));
            let list: Vec<u16> = (0..inputs).collect();
            let changes = Changes { come: &list[..3], gone: &list[10..12] };
            let ways = [Simd::Portable, Simd::detect()];
            let updated = ways.map(|simd| {
                let mut after = vec![Block::ZERO; blocks];
                simd.update(&before, &mut after, &rows, changes);
                after
            });
            assert_eq!(updated[0], updated[1]);
            for fresh in [&list[..0], &list[..7], &list[3..]] {
                let outputs = ways.map(|simd| simd.output(&before, &rows, fresh, &weights));
                assert_eq!(outputs[0], outputs[1]);
                let outputs = ways.map(|simd| simd.fine_output(&before, &rows, fresh, &weights));
                assert_eq!(outputs[0], outputs[1]);
                let added = ways.map(|simd| {
                    let mut sums = before.clone();
                    simd.add(&mut sums, &rows, fresh);
                    sums
                });
                assert_eq!(added[0], added[1]);
            }
        }
    }
}

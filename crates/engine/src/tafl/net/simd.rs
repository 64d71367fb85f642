//! The two sums that a net spends its time on, for sixty-four neurons at a time: in plain Rust, and in the vector instructions of AVX2 where
//! the machine has them. Both give the same numbers to the bit, because whole numbers add up the same in any order.
//!
//! On aarch64 the plain code is compiled to NEON instructions, which every such machine has.

#![allow(unsafe_code)]

use super::parameters::CLIP;

/// Neurons that are computed together.
pub(crate) const LANES: usize = 64;

/// The numbers of so many neurons, where vector instructions like to find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Block = Block([0; LANES]);
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
    pub(super) fn update(self, before: &[Block], after: &mut [Block], rows: &[Block], changes: Changes<'_>) {
        match self {
            Simd::Portable => portable::update(before, after, rows, changes),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2(available) => available.update(before, after, rows, changes),
        }
    }

    /// What the output says: the squares of the clipped first layer with the rows of `fresh` inputs added, weighed by `weights`.
    #[inline]
    pub(super) fn output(self, sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
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

/// Where a neuron is clipped in [`Simd::fine_output`]: so many units, and one more, are 1.
pub(crate) const FINE_CLIP: i16 = 1_023;

/// The inputs that a move brings and takes away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes<'a> {
    pub(super) come: &'a [u16],
    pub(super) gone: &'a [u16],
}

/// One block of an input's row.
#[inline(always)]
fn block_of(rows: &[Block], blocks: usize, input: u16, block: usize) -> &Block {
    &rows[usize::from(input) * blocks + block]
}

mod portable {
    use super::{Block, CLIP, Changes, FINE_CLIP, LANES, block_of};

    pub(super) fn update(before: &[Block], after: &mut [Block], rows: &[Block], changes: Changes<'_>) {
        let blocks = before.len();
        for (number, (before, after)) in before.iter().zip(after).enumerate() {
            *after = *before;
            for input in changes.come {
                let row = block_of(rows, blocks, *input, number);
                for lane in 0..LANES {
                    after.0[lane] = after.0[lane].wrapping_add(row.0[lane]);
                }
            }
            for input in changes.gone {
                let row = block_of(rows, blocks, *input, number);
                for lane in 0..LANES {
                    after.0[lane] = after.0[lane].wrapping_sub(row.0[lane]);
                }
            }
        }
    }

    pub(super) fn output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        let blocks = sums.len();
        let mut output = 0i32;
        for (number, (sums, weights)) in sums.iter().zip(weights).enumerate() {
            let mut sums = *sums;
            for input in fresh {
                let row = block_of(rows, blocks, *input, number);
                for lane in 0..LANES {
                    sums.0[lane] = sums.0[lane].wrapping_add(row.0[lane]);
                }
            }
            for lane in 0..LANES {
                let clipped = sums.0[lane].clamp(0, CLIP);
                let weighed = clipped.wrapping_mul(weights.0[lane]);
                output = output.wrapping_add(i32::from(clipped) * i32::from(weighed));
            }
        }
        output
    }

    pub(super) fn add(sums: &mut [Block], rows: &[Block], inputs: &[u16]) {
        let blocks = sums.len();
        for (number, sums) in sums.iter_mut().enumerate() {
            for input in inputs {
                let row = block_of(rows, blocks, *input, number);
                for lane in 0..LANES {
                    sums.0[lane] = sums.0[lane].saturating_add(row.0[lane]);
                }
            }
        }
    }

    pub(super) fn fine_output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        let blocks = sums.len();
        let mut output = 0i32;
        for (number, (sums, weights)) in sums.iter().zip(weights).enumerate() {
            let mut sums = *sums;
            for input in fresh {
                let row = block_of(rows, blocks, *input, number);
                for lane in 0..LANES {
                    sums.0[lane] = sums.0[lane].saturating_add(row.0[lane]);
                }
            }
            for lane in 0..LANES {
                // Fifteen bits squared have thirty: the upper fifteen of them, rounded, and of these the upper twelve.
                let clipped = i32::from(sums.0[lane].clamp(0, FINE_CLIP)) << 5;
                let square = (clipped * clipped + (1 << 14)) >> 15 >> 3;
                output = output.wrapping_add(square * i32::from(weights.0[lane]));
            }
        }
        output
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

    /// A block as eight sums of 32 bits each.
    #[inline(always)]
    fn sum(vector: __m256i) -> i32 {
        // SAFETY: both are 32 bytes of whole numbers, and any bits are a value of either.
        let sums = unsafe { std::mem::transmute::<__m256i, [i32; 8]>(vector) };
        sums.into_iter().fold(0, i32::wrapping_add)
    }

    #[target_feature(enable = "avx2")]
    fn update(before: &[Block], after: &mut [Block], rows: &[Block], changes: Changes<'_>) {
        let blocks = before.len();
        for (number, (before, after)) in before.iter().zip(after).enumerate() {
            let mut lanes = load(before);
            for input in changes.come {
                let row = load(block_of(rows, blocks, *input, number));
                for (lane, row) in lanes.iter_mut().zip(row) {
                    *lane = _mm256_add_epi16(*lane, row);
                }
            }
            for input in changes.gone {
                let row = load(block_of(rows, blocks, *input, number));
                for (lane, row) in lanes.iter_mut().zip(row) {
                    *lane = _mm256_sub_epi16(*lane, row);
                }
            }
            // SAFETY: as in `load`, the other way round.
            *after = unsafe { std::mem::transmute::<[__m256i; 4], Block>(lanes) };
        }
    }

    #[target_feature(enable = "avx2")]
    fn output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        let blocks = sums.len();
        let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(CLIP));
        let mut output = _mm256_setzero_si256();
        for (number, (sums, weights)) in sums.iter().zip(weights).enumerate() {
            let mut lanes = load(sums);
            for input in fresh {
                let row = load(block_of(rows, blocks, *input, number));
                for (lane, row) in lanes.iter_mut().zip(row) {
                    *lane = _mm256_add_epi16(*lane, row);
                }
            }
            for (lane, weight) in lanes.into_iter().zip(load(weights)) {
                let clipped = _mm256_min_epi16(_mm256_max_epi16(lane, least), most);
                let weighed = _mm256_mullo_epi16(clipped, weight);
                output = _mm256_add_epi32(output, _mm256_madd_epi16(clipped, weighed));
            }
        }
        sum(output)
    }

    #[target_feature(enable = "avx2")]
    fn add(sums: &mut [Block], rows: &[Block], inputs: &[u16]) {
        let blocks = sums.len();
        for (number, sums) in sums.iter_mut().enumerate() {
            let mut lanes = load(sums);
            for input in inputs {
                let row = load(block_of(rows, blocks, *input, number));
                for (lane, row) in lanes.iter_mut().zip(row) {
                    *lane = _mm256_adds_epi16(*lane, row);
                }
            }
            // SAFETY: as in `load`, the other way round.
            *sums = unsafe { std::mem::transmute::<[__m256i; 4], Block>(lanes) };
        }
    }

    #[target_feature(enable = "avx2")]
    fn fine_output(sums: &[Block], rows: &[Block], fresh: &[u16], weights: &[Block]) -> i32 {
        let blocks = sums.len();
        let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(FINE_CLIP));
        let mut output = _mm256_setzero_si256();
        for (number, (sums, weights)) in sums.iter().zip(weights).enumerate() {
            let mut lanes = load(sums);
            for input in fresh {
                let row = load(block_of(rows, blocks, *input, number));
                for (lane, row) in lanes.iter_mut().zip(row) {
                    *lane = _mm256_adds_epi16(*lane, row);
                }
            }
            for (lane, weight) in lanes.into_iter().zip(load(weights)) {
                let clipped = _mm256_slli_epi16::<5>(_mm256_min_epi16(_mm256_max_epi16(lane, least), most));
                let square = _mm256_srai_epi16::<3>(_mm256_mulhrs_epi16(clipped, clipped));
                output = _mm256_add_epi32(output, _mm256_madd_epi16(square, weight));
            }
        }
        sum(output)
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

//! What each term of the evaluation is worth: the only place where it is said.
//!
//! The numbers are millionths of a unit of log odds. They were learned by self-play (TD(λ) on the log odds, λ = 0.7, one
//! game in five with random options); nothing in them is meant to be adjusted by hand.

use super::terms::{TERMS, Term};

/// The weights of one stage of a side.
struct StageWeights {
    /// Being in this stage.
    stage: i32,
    /// Each man in hand.
    hand: i32,
    /// Each man off.
    off: i32,
    /// Each man on cells 1 to 24.
    man: [i32; 24],
    /// A single man on the cell.
    single: [i32; 24],
    /// Two men or more on the cell.
    block: [i32; 24],
    /// Each man in columns 1 to 12 of the middle row.
    middle: [i32; 12],
    /// Each man in the middle row with so many of its six cells shut.
    shut_in: [i32; 7],
    /// Each man on the course with so many of its six cells shut.
    hemmed: [i32; 7],
    /// Each man in hand with so many of its six cells shut.
    shut_out: [i32; 7],
    /// Each throw of 216 that hits a man in the enemy's next turn.
    shots: i32,
    /// Each cell a hit costs in the enemy's next turn, for each throw of 216.
    loss: i32,
    /// As `shots`, for the side that is to throw.
    later_shots: i32,
    /// As `loss`, for the side that is to throw.
    later_loss: i32,
}

impl StageWeights {
    /// The same as a row in the order of [`Term`].
    const fn row(&self) -> [i32; TERMS] {
        let mut row = [0; TERMS];
        row[Term::STAGE.0] = self.stage;
        row[Term::HAND.0] = self.hand;
        row[Term::OFF.0] = self.off;
        row = with(row, Term::MAN, &self.man);
        row = with(row, Term::SINGLE, &self.single);
        row = with(row, Term::BLOCK, &self.block);
        row = with(row, Term::MIDDLE, &self.middle);
        row = with(row, Term::SHUT_IN, &self.shut_in);
        row = with(row, Term::HEMMED, &self.hemmed);
        row = with(row, Term::SHUT_OUT, &self.shut_out);
        row[Term::SHOTS.0] = self.shots;
        row[Term::LOSS.0] = self.loss;
        row[Term::LATER_SHOTS.0] = self.later_shots;
        row[Term::LATER_LOSS.0] = self.later_loss;
        row
    }
}

const fn with(mut row: [i32; TERMS], first: usize, weights: &[i32]) -> [i32; TERMS] {
    let mut index = 0;
    while index < weights.len() {
        row[first + index] = weights[index];
        index += 1;
    }
    row
}

/// A row for each [stage](super::camp::Stage).
pub(super) static WEIGHTS: [[i32; TERMS]; 3] = [ENTERING.row(), COURSE.row(), HOME.row()];

/// What it is worth, or costs, that the other side throws next.
pub(super) const WAITING: i32 = -186_780;

/// Men are in hand.
const ENTERING: StageWeights = StageWeights {
    stage: 98_280,
    hand: -10_500,
    off: 0,
    man: [
        144_820, 138_910, 145_410, 134_040, 126_840, 126_260, 202_260, 190_320, 185_570, 270_100, 232_030,
        238_740, 195_700, 228_810, 218_460, 242_570, 301_060, 325_630, 380_000, 400_000, 420_000, 440_000,
        460_000, 480_000,
    ],
    single: [
        -19_930, -4_200, -22_210, -12_930, -48_650, -1_190, 42_610, 17_330, 26_290, -24_220, -19_050,
        -48_820, -107_790, -102_650, -39_440, -30_090, -52_460, -34_370, 0, 0, 0, 0, 0, 0,
    ],
    block: [
        61_520, 37_720, -6_280, 6_590, -30_920, -4_390, 34_210, -83_370, 49_700, -720, 85_950, 29_220,
        32_640, 34_770, -27_330, -35_790, 9_690, 0, 0, 0, 0, 0, 0, 0,
    ],
    middle: [
        -25_470, 9_140, 60_560, 36_240, 21_080, 26_150, -1_000, -24_590, -45_190, -71_800, -73_110, -58_950,
    ],
    shut_in: [274_130, 234_200, 214_110, 187_210, 157_430, 25_980, -4_290],
    hemmed: [51_500, 28_010, -490, -30_750, -61_870, -94_130, -8_220],
    shut_out: [113_170, 116_330, 79_360, 46_350, 20_130, 4_880, -5_740],
    shots: 1_647,
    loss: -132,
    later_shots: 1_329,
    later_loss: -120,
};

/// Men are on the way.
const COURSE: StageWeights = StageWeights {
    stage: -99_020,
    hand: 0,
    off: 721_930,
    man: [
        249_430, 251_090, 261_430, 259_780, 254_230, 257_680, 314_120, 321_240, 328_460, 333_190, 341_120,
        349_790, 346_730, 344_200, 349_920, 360_440, 371_730, 379_410, 434_760, 478_220, 486_300, 483_860,
        504_180, 527_490,
    ],
    single: [
        -12_480, -18_710, -37_990, -19_250, 2_820, 17_810, -11_320, -13_430, -20_900, -20_490, -23_150,
        -9_190, -4_380, -3_970, -1_110, 10_900, 26_080, 33_400, -39_830, -80_310, -77_270, -90_320, -102_880,
        -153_680,
    ],
    block: [
        14_700, 4_010, -49_330, -65_010, -53_630, -31_880, -189_200, -154_820, -110_390, -48_460, -8_000,
        26_160, 49_750, 52_360, 50_990, 61_470, 85_550, 75_770, 63_310, 4_090, -140, 15_760, -16_960,
        -98_670,
    ],
    middle: [
        -130_740, -71_630, -65_390, -29_840, -21_730, -6_310, 19_960, 24_260, 22_250, 31_580, 40_420, 46_630,
    ],
    shut_in: [204_320, 199_970, 155_430, 87_790, -14_280, -105_840, -71_230],
    hemmed: [-70_590, -66_870, -86_770, -117_290, -147_060, -184_460, -236_330],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: 523,
    loss: -37,
    later_shots: 236,
    later_loss: -20,
};

/// All men are home.
const HOME: StageWeights = StageWeights {
    stage: 60_140,
    hand: 0,
    off: 739_430,
    man: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 471_390, 491_240, 493_160, 487_080, 507_250,
        500_100,
    ],
    single: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -20_550, -43_710, -51_660, -29_180, -47_770,
        61_830,
    ],
    block: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -50_840, -93_490, -54_090, 30, 79_000, 320_950,
    ],
    middle: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    shut_in: [0, 0, 0, 0, 0, 0, 0],
    hemmed: [-36_480, -53_320, -68_630, -106_150, -159_710, -204_740, 0],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: -2_149,
    loss: -177,
    later_shots: -569,
    later_loss: 145,
};

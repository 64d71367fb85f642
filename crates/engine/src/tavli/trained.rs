//! The weights in use: the only place where they are said.
//!
//! The numbers are millionths of a unit of log odds. They were learned by self-play, in some 150,000 games: TD(λ) on the
//! log odds with λ = 0.7 and steps scaled by each weight's own past (Adagrad), one turn in sixty random, one game in five
//! with random options, the average over the last two fifths kept. The program that did it was not kept. Two findings of that
//! time, in paired games with the same dice:
//!
//! - Rows for both sides' stages, after 13,000 more games, win 52.9 ± 1.8 % of 3,000 games against rows for the own stage
//!   only (whose last 68,000 games had shown no gain, 49 % of 200; too few to tell).
//! - Another 51,000 games for them win 51.6 ± 1.8 % of 3,000: there is little left to learn for a sum of terms.
//!
//! `tablen train tavli` trains the same terms by the same method, from nothing. It does not repeat these numbers, but comes near their
//! strength. Its weights against these, without looking ahead:
//!
//! | training | match | score | 95 % interval |
//! |---|---|---|---|
//! | `tablen train tavli --games 20000 --seed 1` | 2,000 games, seed 11 | 45.3 % | 43.8 – 46.8 % |
//! | `tablen train tavli --games 60000 --seed 1` | 3,000 games, seed 11 | 48.8 % | 47.6 – 50.0 % |
//!
//! A test of the second between 48 % and 50 % (`tablen match tavli --players
//! engine:tavli:depth=1,weights=FILE,engine:tavli:depth=1 --games 20000 --seed 5 --sprt 0.48,0.5`) accepted 48 % after 1,384 games: so
//! these numbers stay.
//!
//! Some weights of shots are positive. The likely reason: a man hit on cells 1–12 loses a cell or so (Z10, Z11), and the man
//! who hit it stands alone; what a hit costs farther on is in `loss`.

use super::terms::{TERMS, Term};
use super::weights::Weights;

/// The weights of a side in one stage against an enemy in one.
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

/// The weights in use.
pub(super) const TRAINED: Weights = Weights {
    waiting: -194_710,
    rows: [
        [ENTERING_AGAINST_ENTERING.row(), ENTERING_AGAINST_COURSE.row(), ENTERING_AGAINST_HOME.row()],
        [COURSE_AGAINST_ENTERING.row(), COURSE_AGAINST_COURSE.row(), COURSE_AGAINST_HOME.row()],
        [HOME_AGAINST_ENTERING.row(), HOME_AGAINST_COURSE.row(), HOME_AGAINST_HOME.row()],
    ],
};

/// Men are in hand, the enemy is entering.
const ENTERING_AGAINST_ENTERING: StageWeights = StageWeights {
    stage: 109_030,
    hand: 140,
    off: 0,
    man: [
        128_910, 134_480, 144_080, 144_650, 160_770, 159_340, 234_290, 317_750, 277_310, 282_460, 250_290,
        256_170, 204_220, 329_810, 250_640, 231_420, 323_250, 321_720, 380_000, 400_000, 420_000, 440_000,
        460_000, 480_000,
    ],
    single: [
        55_590, 74_020, 68_140, 79_630, 42_430, 104_680, 35_430, -19_700, 43_050, -23_270, 50_050, -20_250,
        -61_310, -22_810, -7_260, -41_240, -30_220, -38_280, 0, 0, 0, 0, 0, 0,
    ],
    block: [
        159_630, 144_180, 114_580, 115_110, 67_620, 130_360, 82_930, -52_240, 121_710, -20_190, 26_420,
        21_740, 4_430, 49_210, -27_330, -35_790, 9_660, 0, 0, 0, 0, 0, 0, 0,
    ],
    middle: [
        -57_850, 1_330, 35_760, 36_780, 11_230, 30_920, -4_750, -2_600, 2_400, -81_210, -91_680, -45_230,
    ],
    shut_in: [262_110, 196_680, 180_160, 194_140, 207_350, 26_920, -4_290],
    hemmed: [19_410, 9_380, 750, -17_660, -38_620, -56_680, -8_220],
    shut_out: [88_340, 94_950, 64_140, 36_550, 16_500, 4_910, 5_280],
    shots: 233,
    loss: -105,
    later_shots: 372,
    later_loss: -132,
};

/// Men are in hand, the enemy is on the way.
const ENTERING_AGAINST_COURSE: StageWeights = StageWeights {
    stage: 162_540,
    hand: -15_150,
    off: 0,
    man: [
        165_820, 162_430, 162_550, 149_500, 144_630, 142_720, 240_170, 256_240, 236_620, 263_090, 235_970,
        254_550, 128_060, 234_640, 233_110, 228_740, 316_450, 338_940, 380_000, 400_000, 420_000, 440_000,
        460_000, 480_000,
    ],
    single: [
        15_700, -41_020, -90_610, -138_060, -162_040, -69_980, 109_750, 75_400, 71_560, 34_830, -5_480,
        -160_960, -174_310, -106_160, -23_340, -910, -64_300, -21_060, 0, 0, 0, 0, 0, 0,
    ],
    block: [
        15_990, -27_620, -85_090, -127_390, -120_120, -47_290, -35_080, -133_420, 84_250, -74_970, 68_120,
        108_520, 18_750, 10_570, -27_840, -56_060, 23_780, 0, 0, 0, 0, 0, 0, 0,
    ],
    middle: [
        -68_900, 74_470, 45_220, 117_580, 99_460, 158_110, 6_320, -59_330, -80_370, -48_200, -82_410,
        -104_520,
    ],
    shut_in: [342_700, 318_300, 276_500, 218_000, 142_320, 2_880, -5_210],
    hemmed: [4_240, -18_880, -40_770, -62_120, -87_990, -123_050, -121_890],
    shut_out: [38_850, 75_850, 55_310, 37_810, 22_230, 15_910, 13_100],
    shots: 2_071,
    loss: -205,
    later_shots: 1_028,
    later_loss: -56,
};

/// Men are in hand, the enemy is home.
const ENTERING_AGAINST_HOME: StageWeights = StageWeights {
    stage: 97_590,
    hand: -12_350,
    off: 0,
    man: [
        143_920, 137_060, 145_460, 128_710, 128_740, 123_940, 202_260, 190_320, 185_570, 270_100, 232_030,
        238_740, 195_700, 228_810, 218_460, 242_570, 301_060, 325_630, 380_000, 400_000, 420_000, 440_000,
        460_000, 480_000,
    ],
    single: [
        -19_930, -3_730, -22_210, -12_460, -48_650, -1_190, 42_610, 17_330, 26_290, -24_220, -19_050,
        -48_820, -107_790, -102_650, -39_440, -30_090, -52_460, -34_370, 0, 0, 0, 0, 0, 0,
    ],
    block: [
        60_830, 36_560, -6_970, 5_430, -30_450, -5_550, 34_210, -83_370, 49_700, -720, 85_950, 29_220,
        32_640, 34_770, -27_330, -35_790, 9_690, 0, 0, 0, 0, 0, 0, 0,
    ],
    middle: [
        -25_470, 9_140, 60_560, 36_240, 21_080, 26_150, -1_000, -24_590, -45_190, -71_800, -73_110, -58_950,
    ],
    shut_in: [274_130, 234_200, 214_110, 187_210, 157_430, 25_980, -4_290],
    hemmed: [43_050, 28_010, -490, -30_750, -61_870, -94_130, -8_220],
    shut_out: [111_320, 116_330, 79_360, 46_350, 20_130, 4_880, -5_740],
    shots: 1_647,
    loss: -132,
    later_shots: 1_329,
    later_loss: -120,
};

/// Men are on the way, the enemy is entering.
const COURSE_AGAINST_ENTERING: StageWeights = StageWeights {
    stage: -163_280,
    hand: 0,
    off: 721_930,
    man: [
        273_070, 280_850, 288_690, 283_900, 275_500, 264_940, 287_720, 332_920, 348_210, 349_330, 327_100,
        339_300, 331_590, 309_270, 317_240, 309_810, 304_200, 307_860, 335_860, 434_500, 449_120, 446_790,
        464_320, 500_750,
    ],
    single: [
        29_880, -11_350, -72_610, -52_850, -18_930, 12_370, 51_200, 104_430, 37_170, 24_540, 2_190, -26_470,
        -14_140, 22_100, 11_180, -4_110, 27_710, 20_680, -29_740, -94_380, -116_550, -124_270, -155_750,
        -162_570,
    ],
    block: [
        204_780, 132_530, 62_590, 42_450, 61_610, 116_640, -76_640, -3_440, -45_980, 14_610, 66_060, 78_380,
        1_410, 21_670, 55_210, 36_070, 43_350, 36_740, -20_580, -102_510, -131_310, -179_590, -116_930,
        -232_180,
    ],
    middle: [
        -50_760, -76_290, -49_970, -41_980, -35_590, 610, 118_460, 188_190, 74_930, 30_640, 11_970, -35_790,
    ],
    shut_in: [225_580, 239_320, 225_100, 150_920, 19_320, -133_660, -150_640],
    hemmed: [-137_150, -153_200, -179_580, -212_520, -244_880, -266_330, -236_330],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: 2_098,
    loss: -67,
    later_shots: 1_395,
    later_loss: -349,
};

/// Men are on the way, the enemy is on the way.
const COURSE_AGAINST_COURSE: StageWeights = StageWeights {
    stage: -114_930,
    hand: 0,
    off: 777_490,
    man: [
        369_990, 376_350, 385_650, 388_020, 387_940, 387_530, 448_790, 459_660, 467_460, 473_300, 479_650,
        486_550, 490_250, 499_510, 507_690, 511_120, 526_190, 531_420, 584_910, 621_540, 629_930, 609_080,
        643_580, 661_520,
    ],
    single: [
        18_280, 15_220, -4_290, 2_480, 6_680, 20_590, -16_960, -20_120, -24_490, -21_240, -22_680, -14_150,
        -10_320, -16_970, -32_690, -27_290, -33_740, -32_340, -116_320, -127_620, -137_610, -113_980,
        -151_400, -175_400,
    ],
    block: [
        32_670, 18_480, -43_180, -107_610, -98_440, -76_030, -229_780, -186_170, -149_040, -75_760, -20_830,
        21_070, 43_760, 42_760, 30_320, 51_440, 45_140, 56_800, 60_880, 32_370, 35_060, 72_500, 4_440,
        -60_990,
    ],
    middle: [
        -19_050, -20_330, -30_850, -5_330, 1_330, 17_950, 54_440, 55_720, 59_100, 73_310, 92_080, 88_190,
    ],
    shut_in: [251_990, 238_710, 199_890, 128_570, 22_350, -83_420, -63_480],
    hemmed: [-111_090, -112_110, -135_630, -167_460, -200_690, -241_340, -297_960],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: 408,
    loss: -4,
    later_shots: 256,
    later_loss: -3,
};

/// Men are on the way, the enemy is home.
const COURSE_AGAINST_HOME: StageWeights = StageWeights {
    stage: -112_050,
    hand: 0,
    off: 787_830,
    man: [
        185_420, 159_980, 203_480, 210_040, 223_250, 225_220, 265_970, 268_880, 274_480, 304_470, 310_630,
        319_270, 332_690, 333_350, 367_430, 389_820, 387_110, 447_390, 527_870, 552_300, 561_210, 570_050,
        599_710, 594_840,
    ],
    single: [
        -139_540, -79_450, -104_270, -86_850, -83_250, -73_630, -89_230, -88_520, -92_210, -95_290, -87_070,
        -49_210, -19_430, 14_270, 28_490, 34_250, 85_150, 77_150, -30_880, -41_120, -46_010, -65_590,
        -197_290, -420_220,
    ],
    block: [
        -199_830, -141_080, -183_820, -228_310, -132_280, -128_300, -256_330, -222_060, -71_840, -130_100,
        -62_320, -33_970, 1_300, 51_770, 37_740, 41_290, 116_490, 57_320, -11_590, -6_670, 11_560, 19_870,
        11_090, 50_640,
    ],
    middle: [
        -444_130, -270_520, -216_930, -188_810, -150_430, -90_620, -24_820, 86_660, 245_350, 354_770,
        328_690, 320_020,
    ],
    shut_in: [139_040, 199_970, 155_430, 87_790, -14_280, -105_840, -71_230],
    hemmed: [-54_890, -68_840, -89_540, -127_830, -184_410, -262_400, -231_740],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: 102,
    loss: -108,
    later_shots: 830,
    later_loss: 28,
};

/// All men are home, the enemy is entering.
const HOME_AGAINST_ENTERING: StageWeights = StageWeights {
    stage: 60_830,
    hand: 0,
    off: 739_430,
    man: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 472_080, 491_240, 492_690, 486_610, 504_830,
        512_940,
    ],
    single: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -19_860, -43_710, -52_130, -29_650, -47_770,
        61_830,
    ],
    block: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -50_840, -93_490, -54_090, 30, 79_690, 321_640,
    ],
    middle: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    shut_in: [0, 0, 0, 0, 0, 0, 0],
    hemmed: [-26_320, -53_320, -68_630, -106_150, -159_710, -204_740, 0],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: -2_149,
    loss: -177,
    later_shots: -569,
    later_loss: 145,
};

/// All men are home, the enemy is on the way.
const HOME_AGAINST_COURSE: StageWeights = StageWeights {
    stage: 73_170,
    hand: 0,
    off: 781_300,
    man: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 501_210, 528_880, 544_590, 538_080, 564_200,
        602_880,
    ],
    single: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -23_610, -18_600, 9_510, -23_330, 77_150,
        461_500,
    ],
    block: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -69_620, -79_530, -99_110, -15_380, 69_410,
        282_090,
    ],
    middle: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    shut_in: [0, 0, 0, 0, 0, 0, 0],
    hemmed: [-72_490, -36_080, -44_070, -80_590, -129_880, -205_160, 0],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: -2_328,
    loss: -170,
    later_shots: 119,
    later_loss: 35,
};

/// All men are home, the enemy is home.
const HOME_AGAINST_HOME: StageWeights = StageWeights {
    stage: 30_100,
    hand: 0,
    off: 787_190,
    man: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 453_550, 505_860, 521_390, 522_910, 557_320,
        556_320,
    ],
    single: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 87_910, -160, -72_870, -53_430, -131_140,
        -334_500,
    ],
    block: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -20_350, -93_820, -123_190, -6_500, 64_040,
        366_830,
    ],
    middle: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    shut_in: [0, 0, 0, 0, 0, 0, 0],
    hemmed: [-65_850, -60_430, -66_580, -96_750, -148_890, -253_130, 0],
    shut_out: [0, 0, 0, 0, 0, 0, 0],
    shots: -2_120,
    loss: -231,
    later_shots: 659,
    later_loss: 322,
};

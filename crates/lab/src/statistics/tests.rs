//! Values computed otherwise: by other programs, by counting every case, by simulation.

use super::*;

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// Python's `statistics.NormalDist().cdf`.
#[test]
fn the_normal_distribution() {
    for (x, expected) in [
        (-3.0, 0.001_349_898_031_630_103_5),
        (-1.2, 0.115_069_670_221_708_33),
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013_1),
        (1.96, 0.975_002_104_851_779_6),
        (4.0, 0.999_968_328_758_166_9),
        (6.0, 0.999_999_999_013_412_3),
    ] {
        near(normal_cdf(x), expected, 1e-14);
    }
    assert_eq!((normal_cdf(20.0), normal_cdf(-20.0)), (1.0, 0.0));
}

#[test]
fn scores_count_draws_as_halves() {
    let games = Games::new(3, 2, 1);
    assert_eq!(games.score().unwrap().mean(), 4.0 / 6.0);
    assert_eq!(games.for_opponent(), Games::new(1, 2, 3));
    assert_eq!(games.and(&games).len(), 12);
    assert_eq!(Games::default().score(), None);
    let mut pairs = Pairs::default();
    for pair in [
        [Points::Win, Points::Win],
        [Points::Win, Points::Draw],
        [Points::Loss, Points::Win],
        [Points::Draw; 2],
    ] {
        pairs.add(pair);
    }
    assert_eq!(pairs, Pairs::new([0, 0, 2, 1, 1]));
    assert_eq!(pairs.score().unwrap().mean(), 5.5 / 8.0);
    // ((0.1875)²·2 + (0.0625)² + (0.3125)²) / 4
    near(pairs.score().unwrap().variance(), 0.042_968_75, 1e-15);
}

/// The textbook's example: eight of ten.
#[test]
fn games_without_draws_have_wilsons_interval() {
    let interval = Games::new(8, 0, 2).score().unwrap().interval();
    near(interval.low, 0.490_162_5, 1e-6);
    near(interval.high, 0.943_317_8, 1e-6);
    let certain = Games::new(10, 0, 0).score().unwrap().interval();
    near(certain.low, 10.0 / (10.0 + Z_95 * Z_95), 1e-12);
    near(certain.high, 1.0, 1e-12);
}

#[test]
fn many_pairs_have_the_interval_of_the_pentanomial_variance() {
    let score = Pairs::new([100, 900, 4_000, 2_000, 3_000]).score().unwrap();
    let reach = Z_95 * (score.variance() / 10_000.0).sqrt();
    near(score.interval().low, score.mean() - reach, 1e-4);
    near(score.interval().high, score.mean() + reach, 1e-4);
    // The same luck in both games cancels: pairs that all end 1–1 say more than as many games won and lost by chance.
    let pairs = Pairs::new([1, 0, 98, 0, 1]).score().unwrap().interval();
    let games = Games::new(100, 0, 100).score().unwrap().interval();
    assert!(pairs.high - pairs.low < (games.high - games.low) / 4.0);
}

/// Every outcome of 40 tosses, by its probability: the same sum as a program of a few lines elsewhere.
#[test]
fn intervals_cover_the_truth_about_as_often_as_they_say() {
    for (truth, expected) in
        [(0.5, 0.961_522_691_7), (0.65, 0.933_452_846), (0.8, 0.928_296_283_2), (0.9, 0.943_317_174_4)]
    {
        let mut covered = 0.0;
        let mut probability = (1.0f64 - truth).powi(40);
        for wins in 0..=40u64 {
            let interval = Games::new(wins, 0, 40 - wins).score().unwrap().interval();
            if interval.low <= truth && truth <= interval.high {
                covered += probability;
            }
            probability *= (40 - wins) as f64 / (wins + 1) as f64 * truth / (1.0 - truth);
        }
        near(covered, expected, 1e-9);
    }
}

#[test]
fn intervals_of_pairs_cover_the_truth_about_as_often_as_they_say() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (frequencies, truth) = ([0.05, 0.10, 0.40, 0.20, 0.25], 0.625);
    let covered = (0..4_000)
        .filter(|_| {
            let mut pairs = Pairs::default();
            (0..60).for_each(|_| pairs.0[draw(&mut rng, frequencies)] += 1);
            let interval = pairs.score().unwrap().interval();
            interval.low <= truth && truth <= interval.high
        })
        .count();
    near(covered as f64 / 4_000.0, 0.95, 0.015);
}

#[test]
fn elo_and_back() {
    near(elo(0.75), 190.848_501_887_865, 1e-9);
    near(elo(0.5), 0.0, 1e-12);
    assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    for score in [0.01, 0.3, 0.55, 0.99] {
        near(score_of_elo(elo(score)), score, 1e-12);
    }
    let interval = Interval { low: 0.5, high: 0.75 }.in_elo();
    near(interval.high - interval.low, 190.848_501_887_865, 1e-9);
}

#[test]
fn superiority_agrees_with_the_interval() {
    near(Games::new(50, 10, 50).score().unwrap().superiority(), 0.5, 1e-12);
    // Φ(2): sixty of a hundred is two standard deviations above one half.
    near(Games::new(60, 0, 40).score().unwrap().superiority(), 0.977_249_868, 1e-8);
    for wins in 0..=100 {
        let score = Games::new(wins, 0, 100 - wins).score().unwrap();
        assert_eq!(score.superiority() > 0.975, score.interval().low > 0.5, "{wins}");
    }
}

fn test(hypotheses: &str) -> Sprt {
    Sprt { hypotheses: hypotheses.parse().unwrap(), alpha: 0.05, beta: 0.05 }
}

/// Found by a program that climbs in the space of frequencies with a given mean and knows no λ.
#[test]
fn the_likelihood_ratio_is_that_of_the_best_explanations() {
    for (counts, far, close) in [
        ([3, 5, 20, 12, 10], 0.274_222_8, 0.569_427_3),
        ([0, 2, 9, 7, 0], -2.253_935_6, 0.356_377_7),
        ([10, 0, 0, 0, 20], 0.827_937_4, 0.194_025_5),
        ([0, 0, 7, 0, 0], -1.759_201_0, -0.141_419_0),
        ([1, 1, 1, 1, 1], -0.413_159_6, -0.002_000_2),
    ] {
        near(test("0.55,0.65").llr(&Pairs::new(counts)), far, 1e-6);
        near(test("0.5,0.51").llr(&Pairs::new(counts)), close, 1e-6);
    }
    assert_eq!(test("0.5,0.6").llr(&Pairs::default()), 0.0);
}

/// Pairs that are won or lost as a whole are tosses: Wald's own test.
#[test]
fn tosses_have_walds_ratio() {
    for won in 0..=30u64 {
        let lost = 30 - won;
        let wald = won as f64 * (0.65f64 / 0.55).ln() + lost as f64 * (0.35f64 / 0.45).ln();
        near(test("0.55,0.65").llr(&Pairs::new([lost, 0, 0, 0, won])), wald, 1e-9);
    }
}

fn draw(rng: &mut fastrand::Rng, frequencies: [f64; 5]) -> usize {
    let mut left = rng.f64();
    frequencies
        .iter()
        .position(|frequency| {
            left -= frequency;
            left < 0.0
        })
        .unwrap_or(4)
}

/// The lower hypothesis is true, then the higher one: how often the test errs.
#[test]
fn the_test_errs_about_as_often_as_it_says() {
    let test = test("0.55,0.65");
    let runs = 1_500;
    for (frequencies, truth, wrong) in [
        ([0.10, 0.10, 0.40, 0.30, 0.10], 0.55, Verdict::Higher),
        ([0.05, 0.10, 0.30, 0.30, 0.25], 0.65, Verdict::Lower),
    ] {
        let mean: f64 = frequencies.iter().zip(0..).map(|(p, halves)| p * f64::from(halves) / 4.0).sum();
        near(mean, truth, 1e-12);
        let mut rng = fastrand::Rng::with_seed(11);
        let errors = (0..runs)
            .filter(|_| {
                let mut pairs = Pairs::default();
                loop {
                    pairs.0[draw(&mut rng, frequencies)] += 1;
                    if let Some(verdict) = test.verdict(&pairs) {
                        break verdict == wrong;
                    }
                }
            })
            .count();
        near(errors as f64 / f64::from(runs), 0.05, 0.025);
    }
}

#[test]
fn hypotheses_that_make_no_sense_are_refused() {
    for text in ["", "0.5", "0.5;0.6", "0.5,1", "0,0.5", "a,b", "NaN,0.5", "elo:inf,3"] {
        assert!(matches!(text.parse::<Hypotheses>(), Err(BadHypotheses::NotTwoScores(_))), "{text}");
    }
    for text in ["0.6,0.5", "0.5,0.5", "elo:20,0"] {
        assert!(matches!(text.parse::<Hypotheses>(), Err(BadHypotheses::WrongOrder(_))), "{text}");
    }
}

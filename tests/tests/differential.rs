//! The engine against the oracle on random boards of every kind. The normal run takes a few thousand;
//! `SDKC_DIFF_BOARDS=100000 cargo test --release -p sdkc-tests --test differential` takes as many as it is told, and
//! `SDKC_DIFF_SEED` starts elsewhere.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use sdkc_board::SeededRng;
use sdkc_tests::oracle::{Compared, Kind, compare};

const BOARDS: u64 = 3_000;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// How often each kind showed none, one, several, nothing.
type Tally = BTreeMap<&'static str, [u64; 4]>;

#[test]
fn the_engine_agrees_with_the_oracle() {
    let (n_boards, first) = (number("SDKC_DIFF_BOARDS", BOARDS), number("SDKC_DIFF_SEED", 0));
    let next = AtomicU64::new(0);
    let (tally, wrong) = (Mutex::new(Tally::new()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= n_boards
                        || wrong.lock().expect("no thread panics while it holds this").len() >= 10
                    {
                        break;
                    }
                    one(first + at, &tally, &wrong);
                }
            });
        }
    });
    let (tally, wrong) = (tally.into_inner().expect("no panic"), wrong.into_inner().expect("no panic"));
    assert!(wrong.is_empty(), "{} boards differ:\n{}", wrong.len(), wrong.join("\n"));
    report(&tally, n_boards);
}

fn one(seed: u64, tally: &Mutex<Tally>, wrong: &Mutex<Vec<String>>) {
    let mut rng = SeededRng::new(seed);
    let kind = Kind::draw(&mut rng);
    let twins = kind.random(&mut rng);
    match compare(&twins, kind.limit, rng.next_u64()) {
        Ok(compared) => {
            tally.lock().expect("no thread panics while it holds this").entry(kind.name).or_default()
                [compared as usize] += 1;
        }
        Err(difference) => wrong.lock().expect("no thread panics while it holds this").push(format!(
            "SDKC_DIFF_SEED={seed} ({}): {difference}; givens {:?}",
            kind.name,
            twins.board.givens().numbers()
        )),
    }
}

/// Says what was compared, and that it was worth it: every kind with each verdict, hardly any board passed over.
fn report(tally: &Tally, n_boards: u64) {
    let mut sums = [0; 4];
    for (kind, counts) in tally {
        println!(
            "{kind:12} none {:6} one {:6} several {:6} passed over {:4}",
            counts[0], counts[1], counts[2], counts[3]
        );
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        let verdicts = &counts[..3];
        assert!(n_boards < BOARDS || verdicts.iter().all(|count| *count > 0), "{kind}: {verdicts:?}");
    }
    println!(
        "all          none {:6} one {:6} several {:6} passed over {:4}",
        sums[0], sums[1], sums[2], sums[3]
    );
    let compared: u64 = sums[..3].iter().sum();
    assert!(compared * 100 >= n_boards * 95, "only {compared} of {n_boards} boards were compared");
    assert_eq!(Compared::PassedOver as usize, 3);
}

//! The seed of each sample, derived from the study's: it depends on the board's name, the count and the sample's number
//! only, so that a plan can grow without changing the samples that it had.

/// The seed of one sample, below 2⁵³ so that every reader of JSON keeps it.
///
/// ```
/// use sdkc_study::sample_seed;
/// assert_eq!(sample_seed(1, "3x3", 20, 0), sample_seed(1, "3x3", 20, 0));
/// assert_ne!(sample_seed(1, "3x3", 20, 0), sample_seed(1, "3x3", 20, 1));
/// ```
#[must_use]
pub fn sample_seed(study: u64, board: &str, locked: usize, sample: u64) -> u64 {
    let mut state = mix(study);
    for byte in board.bytes() {
        state = mix(state ^ u64::from(byte));
    }
    state = mix(state ^ locked as u64);
    mix(state ^ sample) >> 11
}

/// The step and output function of SplitMix64 (Steele, Lea and Flood, 2014).
const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_fixed_for_good() {
        // The first output of SplitMix64 from state 0, as published with it.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        let seeds: std::collections::BTreeSet<u64> =
            (0..10_000).map(|j| sample_seed(7, "3x3", 20, j)).collect();
        assert_eq!(seeds.len(), 10_000);
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
        assert_ne!(sample_seed(7, "3x3", 20, 5), sample_seed(7, "3x3", 25, 5));
        assert_ne!(sample_seed(7, "3x3", 20, 5), sample_seed(7, "2x2", 20, 5));
    }
}

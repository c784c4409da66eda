//! From the strategy that a puzzle asks for to the engine's configuration: the only place that knows both tables.

use sdkc_engine::{Config, Limits, Propagation, Strategy, ValueOrder};
use sdkc_puzzle::{self as puzzle, StrategyKind, StrategySpec};

/// The engine's configuration for a puzzle's wishes. The time limit is not part of it: it is a `Deadline` of the caller's.
#[must_use]
pub fn config(spec: &StrategySpec) -> Config {
    Config {
        strategy: strategy(spec.kind()),
        values: spec.values.map(|order| value_order(order.value)),
        propagate: spec.propagate.map(|level| propagation(level.value)),
        // `auto` has a seed of its own, which nobody has to know: the option is said to have no effect there.
        seed: if spec.kind() == StrategyKind::Auto { StrategySpec::default().seed() } else { spec.seed() },
        limits: Limits { nodes: spec.nodes.map(|nodes| nodes.value) },
    }
}

/// The engine's strategy of this name.
#[must_use]
pub const fn strategy(kind: StrategyKind) -> Strategy {
    match kind {
        StrategyKind::FirstEmpty => Strategy::FirstEmpty,
        StrategyKind::MinCandidates => Strategy::MinCandidates,
        StrategyKind::MaxConstraints => Strategy::MaxConstraints,
        StrategyKind::Random => Strategy::Random,
        StrategyKind::Auto => Strategy::Auto,
    }
}

const fn value_order(order: puzzle::ValueOrder) -> ValueOrder {
    match order {
        puzzle::ValueOrder::Ascending => ValueOrder::Ascending,
        puzzle::ValueOrder::Descending => ValueOrder::Descending,
        puzzle::ValueOrder::Random => ValueOrder::Random,
        puzzle::ValueOrder::LeastConstraining => ValueOrder::LeastConstraining,
    }
}

const fn propagation(level: puzzle::Propagation) -> Propagation {
    match level {
        puzzle::Propagation::None => Propagation::None,
        puzzle::Propagation::Singles => Propagation::Singles,
        puzzle::Propagation::Full => Propagation::Full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_reads_no_seed() {
        let of = |kind: StrategyKind| StrategySpec {
            kind: Some(kind.into()),
            seed: Some(7.into()),
            ..StrategySpec::default()
        };
        assert_eq!(config(&of(StrategyKind::Random)).seed, 7);
        assert_eq!(config(&of(StrategyKind::Auto)).seed, config(&StrategySpec::default()).seed);
    }

    #[test]
    fn both_tables_have_the_same_names() {
        for kind in StrategyKind::ALL {
            assert_eq!(strategy(*kind).name(), kind.name());
        }
        for order in puzzle::ValueOrder::ALL {
            assert_eq!(value_order(*order).name(), order.name());
        }
        for level in puzzle::Propagation::ALL {
            assert_eq!(propagation(*level).name(), level.name());
        }
        assert_eq!((Strategy::ALL.len(), ValueOrder::ALL.len(), Propagation::ALL.len()), (5, 4, 3));
    }
}

//! The project's own samples are without fault.

#![expect(clippy::disallowed_methods, reason = "reads the project's files")]

mod common;

#[test]
fn samples_lower_without_a_word() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    let mut n_files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "sdk") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let (lowered, _) = common::diagnose(&text);
        assert_eq!(common::told(&text), "", "{}", path.display());
        assert!(lowered.puzzles.iter().all(|puzzle| puzzle.sound), "{}", path.display());
        n_files += 1;
    }
    assert!(n_files >= 25, "only {n_files} samples were found");
}

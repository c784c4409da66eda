//! The house rules, held against this repository.

use sdkc_tests::tidy::{RULES, Workspace};

#[test]
fn the_house_is_tidy() {
    let workspace = Workspace::load();
    assert!(workspace.files.len() > 100 && workspace.members().count() > 10, "the workspace was not read");
    let broken: Vec<String> = RULES
        .iter()
        .flat_map(|rule| {
            let complaints = (rule.check)(&workspace);
            complaints.into_iter().map(|complaint| format!("{} [{}]", complaint, rule.says))
        })
        .collect();
    assert!(broken.is_empty(), "{} complaints:\n{}", broken.len(), broken.join("\n"));
}

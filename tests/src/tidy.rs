//! The house rules as code: who may import whom, what no file may hold, what must stand where. A rule is a function
//! from the [`Workspace`] as it is to a list of complaints, each with its place; each rule has a test beside it that
//! feeds it a bad example, so that none can pass by finding nothing.
//!
//! To add a rule: write the function in the file of its kind, add its row to [`RULES`], feed it a bad example.

pub mod code;
pub mod docs;
pub mod files;
pub mod imports;
pub mod licences;
pub mod sources;
mod workspace;

pub use workspace::{Package, SourceFile, Workspace, root};

/// A rule: what it says, and the function that holds the workspace against it.
pub struct Rule {
    /// What must hold, in a sentence.
    pub says: &'static str,
    /// The complaints; none where the rule is kept.
    pub check: fn(&Workspace) -> Vec<String>,
}

/// All rules.
pub const RULES: &[Rule] = &[
    Rule { says: "crates import what the table allows", check: imports::arrows },
    Rule { says: "some dependencies belong to one crate", check: imports::owners },
    Rule { says: "every crate takes the workspace's lints", check: imports::lints },
    Rule { says: "licences are on the list", check: licences::allowed },
    Rule { says: "no banned crate is pulled in", check: licences::banned },
    Rule { says: "`unsafe` stands in the kernel only", check: sources::unsafety },
    Rule { says: "layers 0 to 3 touch no system", check: sources::system },
    Rule { says: "nothing is left over", check: sources::leftovers },
    Rule { says: "no bare unwrap outside tests", check: sources::unwraps },
    Rule { says: "lints are expected, with a reason, not allowed", check: sources::allows },
    Rule { says: "every source file says what it is for", check: sources::openings },
    Rule { says: "no source file is too long", check: sources::lengths },
    Rule { says: "the top level is fixed", check: files::top_level },
    Rule { says: "no file is over 5 MB", check: files::sizes },
    Rule { says: "no file names the place where it was made", check: files::places },
    Rule { says: "local lint files repeat the root's lines", check: files::clippy },
    Rule { says: "every code has a page, every page a code", check: docs::pages },
    Rule { says: "the changelog has a place for what comes next", check: docs::changelog },
    Rule { says: "every sample says what it shows", check: docs::samples },
];

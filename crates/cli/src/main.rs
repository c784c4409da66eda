//! The `sdkc` command.
fn main() {}

//! Runs a plan file, or a preset by its name, into a folder: `cargo run -p sdkc-study --example study -- original out`.

use std::{error::Error, fs, path::Path, thread};

use sdkc_study::{PlanSpec, RunOptions, Shard, Watch, preset, run, write_report};

/// Runs to the end, in silence.
struct Silent;

impl Watch for Silent {
    fn progress(&self, _: u64, _: u64) {}

    fn stop(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(plan), Some(folder)) = (args.next(), args.next()) else {
        return Err("usage: study PLAN|PRESET FOLDER".into());
    };
    let spec = match preset(&plan) {
        Some(spec) => spec,
        None => PlanSpec::from_toml(&fs::read_to_string(&plan)?)?,
    };
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let options = RunOptions { jobs, shard: Shard::WHOLE, resume: false };
    run(&spec.resolve()?, Path::new(&folder), options, &Silent)?;
    for path in write_report(Path::new(&folder))?.1 {
        println!("{}", path.display());
    }
    Ok(())
}

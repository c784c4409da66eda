//! Puts the shards of a study together. The result is what one machine would have written, byte for byte but for times.

use std::path::{Path, PathBuf};

use crate::{
    StudyError,
    folder::{CSV, Folder, JSON, PLAN, TIMES, check, noted, plan_of},
    plan::Plan,
    read::LineReader,
    sample::Lines,
    work::Shard,
};

/// Merges complete shards into a new folder; returns the plan.
///
/// # Errors
/// [`StudyError::Shards`] for shards of different plans, that overlap, miss or are not complete; otherwise as
/// [`crate::run`]. Nothing is written before all shards are verified.
pub fn merge(out: &Path, shards: &[PathBuf]) -> Result<Plan, StudyError> {
    let refuse = |what: String| StudyError::Shards { what };
    let Some(first) = shards.first() else {
        return Err(refuse("none is named".to_owned()));
    };
    if out.join(PLAN).exists() {
        return Err(StudyError::results(out, None, "holds a study already; a merged one needs a new folder"));
    }
    let spec = plan_of(first)?;
    let plan = spec.resolve()?;
    let mut places: Vec<Option<&Path>> = Vec::new();
    for path in shards {
        let name = path.display();
        if plan_of(path)? != spec {
            return Err(refuse(format!("{name} and {} have different plans", first.display())));
        }
        let noted = noted(path)?;
        let shard: Shard = noted.shard.parse().map_err(|why: String| StudyError::results(path, None, why))?;
        if places.is_empty() {
            places.resize(shard.count.min(1 << 20) as usize, None);
        }
        if shard.count != places.len() as u64 {
            return Err(refuse(format!(
                "{name} is shard {shard}, {} is one of {}",
                first.display(),
                places.len()
            )));
        }
        if noted.done < shard.total(&plan) {
            let total = shard.total(&plan);
            return Err(refuse(format!("{name} has {} of {total} samples; resume it first", noted.done)));
        }
        check(path, &plan, shard, &noted)?;
        if let Some(other) = places[shard.index as usize].replace(path) {
            return Err(refuse(format!("{name} and {} are both shard {shard}", other.display())));
        }
    }
    if let Some(missing) = places.iter().position(Option::is_none) {
        let shard = Shard { index: missing as u64, count: places.len() as u64 };
        return Err(refuse(format!("shard {shard} is missing")));
    }
    join(out, &plan, &places.into_iter().flatten().collect::<Vec<_>>())?;
    Ok(plan)
}

fn join(out: &Path, plan: &Plan, shards: &[&Path]) -> Result<(), StudyError> {
    let mut readers = Vec::new();
    for shard in shards {
        let [mut csv, json, mut times] = [CSV, JSON, TIMES].map(|name| LineReader::open(shard.join(name)));
        for headed in [&mut csv, &mut times].into_iter().flatten() {
            headed.next()?;
        }
        readers.push([csv?, json?, times?]);
    }
    let mut folder = Folder::create(out, plan, Shard::WHOLE)?;
    for _ in plan.points() {
        for number in 0..plan.spec().samples {
            let [csv, json, times] = &mut readers[(number % shards.len() as u64) as usize];
            let mut lines = Lines { n_samples: 1, ..Lines::default() };
            for _ in 0..=plan.configs().len() {
                lines.csv.push_str(csv.next()?);
                lines.json.push_str(json.next()?);
                lines.times.push_str(times.next()?);
            }
            folder.take(folder.done(), lines)?;
            folder.save_now_and_then()?;
        }
    }
    folder.save()
}

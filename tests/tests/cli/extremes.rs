//! Inputs too large or too strange to keep in a repository: each must be told in time, and nothing may fall over.

use sdkc_tests::terminal::{Ran, Scratch, run, sdkc};

fn check(name: &str, bytes: &[u8]) -> Ran {
    let scratch = Scratch::new();
    scratch.write(name, bytes);
    let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "concise", name]), b"");
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    ran
}

/// The same bytes at every run, of no meaning.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

#[test]
fn ten_megabytes_of_garbage() {
    assert_eq!(check("garbage.sdk", &noise(10_000_000)).code, Some(1));
    let letters: Vec<u8> = noise(10_000_000).iter().map(|byte| b' ' + byte % 95).collect();
    let ran = check("letters.sdk", &letters);
    assert_eq!(ran.code, Some(1));
    let lines: Vec<u8> = letters.iter().map(|byte| if *byte == b'~' { b'\n' } else { *byte }).collect();
    assert_eq!(check("lines.sdk", &lines).code, Some(1));
}

#[test]
fn two_hundred_thousand_braces() {
    let nested = format!("puzzle {}", "{".repeat(200_000));
    assert_eq!(check("open.sdk", nested.as_bytes()).code, Some(1));
    let closed = format!("puzzle {}{}", "{".repeat(200_000), "}".repeat(200_000));
    assert_eq!(check("closed.sdk", closed.as_bytes()).code, Some(1));
    let rules = format!("puzzle {{ rules {}{} }}", "{".repeat(200_000), "}".repeat(200_000));
    assert_eq!(check("rules.sdk", rules.as_bytes()).code, Some(1));
    assert_eq!(
        check("tuple.sdk", format!("puzzle {{ given {}", "(".repeat(200_000)).as_bytes()).code,
        Some(1)
    );
}

#[test]
fn one_very_long_line() {
    assert_eq!(check("long.sdk", "1".repeat(5_000_000).as_bytes()).code, Some(1));
    let grid = format!("puzzle {{ givens {{ {} }} }}", "1 ".repeat(1_000_000));
    assert_eq!(check("row.sdk", grid.as_bytes()).code, Some(1));
    let string = format!("puzzle \"{}\" {{ expect solutions >= 2 }}", "a".repeat(1_000_000));
    assert_eq!(check("name.sdk", string.as_bytes()).code, Some(0));
}

#[test]
fn ten_thousand_puzzles_in_a_file() {
    let many: String =
        (0..10_000).map(|at| format!("puzzle \"{at}\" {{ block 2; expect solutions >= 2 }}\n")).collect();
    assert_eq!(check("many.sdk", many.as_bytes()).code, Some(0));
}

#[test]
fn a_folder_without_puzzles() {
    let scratch = Scratch::new();
    scratch.write("folder/notes.txt", "no puzzle");
    let ran = run(&mut sdkc(scratch.path(), &["check", "folder"]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("folder"), "{ran:?}");
}

/// Samples with one thing changed at a time: whatever comes of it, it comes without a panic and without a bug of ours.
#[test]
fn mutated_samples_never_fall_over() {
    let samples = std::fs::read_dir(sdkc_tests::tidy::root().join("samples")).expect("there are samples");
    let mut paths: Vec<_> = samples.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    let scratch = Scratch::new();
    let random = noise(paths.len() * 40 * 8);
    let mut draws =
        random.chunks(8).map(|bytes| bytes.iter().fold(0_usize, |sum, byte| sum * 256 + usize::from(*byte)));
    for path in &paths {
        let text = std::fs::read(path).expect("a readable file");
        if text.len() > 4_000 {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        for at in 0..20 {
            let (place, kind) = (draws.next().expect("enough"), draws.next().expect("enough"));
            scratch.write(&format!("{at}-{name}"), mutated(&text, place % text.len(), kind));
        }
    }
    let ran = run(&mut sdkc(scratch.path(), &["check", "--rules-only", "--format", "concise", "."]), b"");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

fn mutated(text: &[u8], at: usize, kind: usize) -> Vec<u8> {
    let mut out = text.to_vec();
    let odd = b"{}()\"\\;=|.-#/0195xA\n\r\t\0\xff";
    match kind % 5 {
        0 => out[at] = odd[kind / 5 % odd.len()],
        1 => drop(out.remove(at)),
        2 => out.insert(at, odd[kind / 5 % odd.len()]),
        3 => out.truncate(at),
        _ => {
            let again = out[at..(at + 40).min(out.len())].to_vec();
            out.splice(at..at, again);
        }
    }
    out
}

/// What could not be written was not told: a script that reads the version must not go on without it.
#[test]
#[cfg(target_os = "linux")]
fn help_and_version_on_a_full_disk_are_no_success() {
    let scratch = Scratch::new();
    for args in [&["--help"][..], &["--version"], &["solve", "--help"], &["study", "-h"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let ended = sdkc(scratch.path(), args).stdout(full).output().expect("sdkc runs");
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.starts_with("sdkc: error: cannot write: "), "{args:?}: {stderr}");
        assert_eq!(run(&mut sdkc(scratch.path(), args), b"").code, Some(0), "{args:?}");
    }
}

/// Figures come from many puzzles and some time, however small the file; the heading of a table is no bad line.
#[test]
fn a_measurement_of_few_puzzles_means_something() {
    let scratch = Scratch::new();
    let puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    scratch.write("two.csv", format!("puzzle,level\n{puzzle},1\n{puzzle},2\n"));
    let start = std::time::Instant::now();
    let ran =
        run(&mut sdkc(scratch.path(), &["bench", "two.csv", "--kernel", "scalar", "--rounds", "1"]), b"");
    assert!(start.elapsed().as_millis() >= 100, "twice a twentieth of a second");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.stdout.contains("two.csv: 2 puzzles, 0 without a solution, 2 with one"), "{ran:?}");
    assert!(!ran.stdout.contains('±'), "one round tells nothing of the spread: {ran:?}");
}

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

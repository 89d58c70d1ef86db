//! Calls made to hurt: every one ends soon, with an exit code that says whose fault it was, and
//! without a panic.
#![cfg(unix)]
#![allow(clippy::format_collect, reason = "texts are made once and read as they are written")]
#![allow(clippy::format_push_string, reason = "texts are made once and read as they are written")]

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of this test run's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// Runs ferz within 256 MiB of address space beside what the program itself and its threads
/// need, and within a time.
fn run<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(args: I, input: &[u8]) -> Output {
    let begin = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 393216; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ferz")])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("a writer");
    let most = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
    assert!(begin.elapsed() < most, "took {:?}", begin.elapsed());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{:?}: {said}", output.status);
    output
}

fn code(args: &[&str], input: &[u8]) -> i32 {
    run(args, input).status.code().expect("a code")
}

#[test]
fn arguments_that_are_no_text() {
    let odd = OsString::from_vec(vec![0x66, 0xff, 0xfe, 0xc3]);
    for command in ["betza", "check", "perft", "moves", "batch", "test", "list"] {
        let args = [OsString::from(command), odd.clone(), OsString::from("1")];
        assert_eq!(run(args, b"").status.code(), Some(2), "{command}");
    }
    assert_eq!(code(&[], b""), 2);
    assert_eq!(code(&["perft", "chess", "4294967295"], b""), 2);
    assert_eq!(code(&["perft", "chess", "-1"], b""), 2);
    // So many threads may not fit into the memory, which is said then.
    assert_ne!(code(&["perft", "chess", "1", "--threads", "99999999"], b""), 1);
    assert_eq!(code(&["betza", "W", "--board", "99999999999x1"], b""), 2);
    assert_eq!(code(&["betza", "W", "--board", "0x0"], b""), 2);
}

#[test]
fn files_that_are_none() {
    let empty = folder("none");
    let path = |name: &str| empty.join(name).display().to_string();
    std::fs::create_dir(empty.join("folder.toml")).expect("a folder");
    std::os::unix::fs::symlink("/dev/zero", empty.join("zero.toml")).expect("a link");
    std::os::unix::fs::symlink(empty.join("loop.toml"), empty.join("loop.toml")).expect("a link");
    let pipe = Command::new("mkfifo").arg(empty.join("pipe.toml")).status();
    assert!(pipe.is_ok_and(|status| status.success()));
    for name in ["missing.toml", "folder.toml", "zero.toml", "loop.toml", "pipe.toml"] {
        assert_eq!(code(&["check", &path(name)], b""), 2, "{name}");
        assert_eq!(code(&["perft", &path(name), "1"], b""), 2, "{name}");
    }
    // All of them together, as a folder; the pipe must not be waited for.
    assert_eq!(code(&["check", &empty.display().to_string()], b""), 2);
    for file in ["/dev/zero", "/dev/null", "/dev/stdin", "/", "/proc/self/mem"] {
        assert_eq!(code(&["check", file], b""), 2, "{file}");
    }
    // A child that extends a pipe finds no parent.
    let child = empty.join("child.toml");
    std::fs::write(&child, "[variant]\nname = \"x\"\nextends = \"pipe\"\n").expect("a file");
    assert_eq!(code(&["check", &child.display().to_string()], b""), 1);
}

#[test]
fn files_that_are_too_large() {
    let large = folder("large");
    let file = large.join("large.toml");
    let handle = std::fs::File::create(&file).expect("a file");
    handle.set_len(1 << 40).expect("a file with a hole");
    assert_eq!(code(&["check", &file.display().to_string()], b""), 2);
    drop(handle);
    std::fs::write(&file, vec![0xff; 1000]).expect("a file");
    assert_eq!(code(&["check", &file.display().to_string()], b""), 2);
}

#[test]
fn lines_that_never_end() {
    // One line of many megabytes, bytes that are no text, and lines of every kind of nonsense.
    let mut input = vec![b'8'; 20 << 20];
    input.extend(b"\n\xff\xfe\xc3\n\0\0\0\n{\"fen\":\n");
    input.extend(b"{\"fen\":{\"fen\":[]}}\n{}\n[1]\n\"\xed\xa0\x80\"\n");
    input.extend("[".repeat(5000).bytes());
    input.extend(b"\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 D99999999999 5;\n");
    let output = run(["batch", "chess", "-"], &input);
    assert_eq!(output.status.code(), Some(0));
    for line in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let record: serde_json::Value = serde_json::from_slice(line).expect("JSON");
        assert!(record["line"].is_u64());
        assert!(line.len() < 100_000, "a record of {} bytes", line.len());
    }
    assert_eq!(code(&["batch", "chess", "/"], b""), 2);
}

#[test]
fn texts_that_act_on_terminals() {
    for args in [
        ["moves", "chess", "--fen", "\u{1b}[2J\u{7}8/8"],
        ["moves", "chess", "--moves", "\u{1b}[2Je2e4"],
        ["perft", "\u{1b}[2J", "1", "--divide"],
        ["betza", "W\u{1b}[2J", "--board", "8x8"],
        ["check", "--no-tests", "--json", "\u{1b}[2J.toml"],
    ] {
        let output = run(args, b"");
        assert_ne!(output.status.code(), Some(0));
        let said = [output.stdout, output.stderr].concat();
        assert!(!said.contains(&0x1b), "{args:?}: {}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn games_that_would_fill_the_memory() {
    let heavy = folder("heavy");
    let letter = |n: usize| {
        format!("{}{}", (b'A' + (n / 26) as u8) as char, (b'A' + (n % 26) as u8) as char)
    };
    let game = |name: &str, lines: &dyn Fn(usize) -> String, rest: &str| {
        let mut text = String::from("[variant]\nname = \"x\"\n[board]\nfiles = 16\nranks = 16\n");
        let mut men = String::new();
        for n in 0..128 {
            text += &format!("[pieces.p{n}]\nletter = \"{}\"\n{}\n", letter(n), lines(n));
            if n < 16 {
                men += &format!("{{{}}}", letter(n));
            }
        }
        let black = men.to_lowercase();
        let start = format!("{black}/{}{men} w - - 0 1", "16/".repeat(14));
        text += &format!(
            "{rest}\n[setup]\nstart = \"{start}\"\n[[end]]\nname = \"e\"\nwhen = \"moves(them) == 0\"\nresult = \"draw\"\n"
        );
        let path = heavy.join(format!("{name}.toml"));
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let moves = |text: &'static str| move |_: usize| format!("moves = \"{text}\"");
    let all: Vec<String> = (0..128).map(|n| format!("p{n}")).collect();
    let promotions: String = (0..60)
        .map(|n| {
            format!(
                "[[promotion]]\nname = \"r{n}\"\npieces = \"all\"\nzone = \"rank 1-16\"\nto = \"{}\"\n",
                all.join(" + ")
            )
        })
        .collect();
    let classes =
        |n: usize| format!("moves = \"QNN\"\ntaken-by = \"all except p{}\"", (n + 1) % 128);
    let files = [
        game("riders", &moves("zQqNADGHCZqFzBzRqWNN"), ""),
        game("paths", &moves("[R-sR-sR]nNNjDjJ"), ""),
        game("legs", &moves("aaaK"), ""),
        game("free", &moves("aaR"), ""),
        game("takes", &moves("mcamcamcK"), ""),
        game("universal", &moves("U"), ""),
        game("passing", &moves("nnRnnBnnNNnnDDnnAA"), ""),
        game("classes", &classes, ""),
        game("promotions", &moves("K"), &promotions),
    ];
    for file in &files {
        // Refused or counted; `run` sees to time and memory.
        code(&["perft", file, "1"], b"");
    }
}

/// A reader that goes away is no error, whatever is written to it.
#[test]
fn readers_may_go_away() {
    for args in [
        &["schema"][..],
        &["list"],
        &["list", "--json"],
        &["explain", "--json"],
        &["show", "chess", "--rules"],
        &["show", "chess", "--rules", "--json"],
        &["moves", "chess", "--json"],
        &["check", "chess", "--json"],
        &["test", "chess"],
        &["perft", "chess", "2", "--json"],
        &["why", "chess", "e2e4"],
        &["diff", "chess", "chess"],
        &["betza", "N", "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("error: ") && !said.contains("panicked"), "{args:?}: {said}");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    }
}

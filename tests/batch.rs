//! `ferz batch` as a program: input of every kind, and the records in its order.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Runs `ferz batch chess` on an input: the records, what stands on stderr, the exit code.
fn batch(args: &[&str], input: &[u8]) -> (Vec<Value>, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["batch", "chess"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("an input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("all is read");
    let text = String::from_utf8(output.stdout).expect("text");
    let records = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said = String::from_utf8(output.stderr).expect("text");
    (records, said, output.status.code().expect("an exit code"))
}

fn lines(records: &[Value]) -> Vec<(u64, &str)> {
    records
        .iter()
        .map(|record| {
            let line = record["line"].as_u64().expect("a number");
            (line, record["status"].as_str().expect("a word"))
        })
        .collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn line_ends_of_any_kind_are_read_from_the_standard_input() {
    let expected = [(1, "ok"), (4, "ok"), (5, "ok")];
    for (end, last) in [("\n", "\n"), ("\r\n", "\r\n"), ("\r\n", ""), ("\n", "")] {
        let input = format!("{START}{end}{end}# {START}{end}{START}{end}  {START}{last}");
        for args in [&[][..], &["-"], &["-", "--threads", "1"]] {
            let (records, said, code) = batch(args, input.as_bytes());
            assert_eq!(lines(&records), expected);
            assert!(said.starts_with("5 lines, 3 positions: 3 ok,"), "{said}");
            assert_eq!(code, 0);
        }
    }
}

#[test]
fn nothing_gives_nothing() {
    for input in ["", "\n", "\r\n\r\n", "#", "   \n\t\n"] {
        let (records, said, code) = batch(&["--strict"], input.as_bytes());
        assert!(records.is_empty());
        assert!(said.contains(" 0 positions"), "{said}");
        assert_eq!(code, 0);
    }
}

#[test]
fn what_is_no_text_is_a_record() {
    let mut input = Vec::new();
    input.extend_from_slice(b"\xef\xbb\xbf");
    input.extend_from_slice(START.as_bytes());
    input.extend_from_slice(b"\n\xff\xfe\x00\n\xc3(\n\0\n\x1b[31m\n");
    let (records, _, code) = batch(&[], &input);
    assert_eq!(
        lines(&records),
        [(1, "ok"), (2, "malformed"), (3, "malformed"), (4, "malformed"), (5, "malformed")]
    );
    assert_eq!(records[1]["errors"][0]["code"], "utf-8");
    assert_eq!(code, 0);
    let (_, _, code) = batch(&["--strict"], &input);
    assert_eq!(code, 1);
}

#[test]
fn a_line_of_megabytes_is_one_record() {
    let mut input = vec![b'p'; 3 << 20];
    input.extend_from_slice(format!("\n{START}\n").as_bytes());
    let (records, _, _) = batch(&[], &input);
    assert_eq!(lines(&records), [(1, "limit"), (2, "ok")]);
    assert_eq!(records[0]["errors"][0]["code"], "bytes");
    assert!(records[0]["input"].as_str().expect("text").len() < 100);
}

#[test]
fn the_order_is_the_order_of_the_input() {
    let mut input = String::new();
    for number in 0..20_000 {
        match number % 3 {
            0 => input.extend([START, " ;D2 400\n"]),
            1 => input.push_str("bad\n"),
            _ => input.push_str("k7/8/8/8/8/8/8/K7 w - - 0 1\n"),
        }
    }
    let (records, said, code) =
        batch(&["--threads", "2", "--fields", "line,status"], input.as_bytes());
    let found = lines(&records);
    assert_eq!(found.len(), 20_000);
    for (at, (line, status)) in found.iter().enumerate() {
        assert_eq!(*line, at as u64 + 1);
        assert_eq!(*status == "malformed", at % 3 == 1);
    }
    assert!(said.starts_with("20000 lines, 20000 positions: "), "{said}");
    assert_eq!(code, 0);
}

/// Lines that are damaged in one place, or cut: each is a record, and nothing worse.
#[test]
fn any_damage_is_a_record() {
    let line = format!("{START} ;D1 20 ;D2 400 bm e2e4; id \"x\";");
    let mut input = Vec::new();
    let mut count = 0;
    for at in 0..line.len() {
        for byte in [b'0', b'9', b'/', b'~', b'+', b'{', b'[', b' ', b';', b'"', b'K', 0x80, 0] {
            let mut damaged = line.clone().into_bytes();
            damaged[at] = byte;
            input.extend_from_slice(&damaged);
            input.push(b'\n');
            count += 1;
        }
        if at > 0 {
            input.extend_from_slice(&line.as_bytes()[..at]);
            input.push(b'\n');
            count += 1;
        }
    }
    let (records, _, code) = batch(&["--nodes", "100000"], &input);
    assert_eq!((records.len(), code), (count, 0));
}

/// The file that the README's first command judges is as it says.
#[test]
fn the_shipped_positions_meet_their_expectations() {
    let input = std::fs::read("examples/positions.epd").expect("the file");
    let (records, said, code) = batch(&[], &input);
    assert_eq!(code, 0);
    assert!(said.contains("\n0 expectations failed\n"), "{said}");
    let with = |status: &str| records.iter().filter(|record| record["status"] == status).count();
    assert!(with("ok") >= 200 && with("over") > 4, "{said}");
    assert!(with("impossible") > 4 && with("malformed") > 4, "{said}");
    assert_eq!(with("limit"), 0);
}

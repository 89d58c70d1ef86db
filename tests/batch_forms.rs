//! Inputs and outputs of `ferz batch` of every form, filters, and runs that were broken off.
#![expect(clippy::print_stderr, reason = "what is skipped is said there")]

use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn ferz(args: &[&str], input: &[u8]) -> (Vec<u8>, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("batch")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("an input");
    let input = input.to_vec();
    // Who refuses its call does not read its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    let said = String::from_utf8(output.stderr).expect("text");
    (output.stdout, said, output.status.code().expect("an exit code"))
}

fn records(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn json_lines_are_played() {
    let lines = [
        r#"{"moves":["f2f3","e7e5","g2g4","d8h4"],"id":"fool"}"#,
        r#"{"moves":"e2e4 e7e5 e4e5","id":2}"#,
        &format!(r#"{{"fen":"{START}","moves":[],"elo":1500,"perft":{{"1":20,"2":401}}}}"#),
        r#"{"moves":["e2e4"],"variant":"atomic"}"#,
        r#"{"moves":["e2e4"],"variant":"Chess"}"#,
        r#"{"fen":"8/8 w"}"#,
        r#"{"fen":"8/8 w""#,
        r#"{"moves":["hello"]}"#,
        // The start comes for the third time: a claim, and no end by itself.
        r#"{"moves":"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"}"#,
    ];
    let (out, _, code) = ferz(&["chess", "--threads", "1"], lines.join("\n").as_bytes());
    let found = records(&out);
    let status: Vec<&str> = found.iter().map(|one| one["status"].as_str().expect("one")).collect();
    let expected = [
        "over",
        "impossible",
        "ok",
        "malformed",
        "ok",
        "malformed",
        "malformed",
        "malformed",
        "ok",
    ];
    assert_eq!((status.as_slice(), code), (expected.as_slice(), 0));
    assert_eq!(found[0]["outcome"]["winner"], "black");
    assert_eq!(found[0]["id"], "fool");
    let reason = found[1]["errors"][0]["message"].as_str().expect("a message");
    assert!(reason.starts_with("move 3, `e4e5`: ") && reason.contains("e5"), "{reason}");
    assert!(found[1]["fen"].as_str().expect("the position before").contains("4p3/4P3"));
    assert_eq!(found[2]["operations"]["elo"], "1500");
    let failed = &found[2]["expect"]["failed"][0];
    assert_eq!((&failed["what"], &failed["got"]), (&"perft 2".into(), &400.into()));
    let divide = failed["divide"].as_object().expect("a divide");
    assert_eq!(divide.values().map(|one| one.as_u64().expect("nodes")).sum::<u64>(), 400);
    assert_eq!(found[3]["errors"][0]["code"], "variant");
    assert_eq!(found[6]["errors"][0]["code"], "json");
    // Counts stand in columns of their own where the object is a row of a table.
    let (out, _, _) = ferz(&["chess"], br#"{"D1":20,"d2":"401","D3":null}"#);
    let expect = &records(&out)[0]["expect"];
    assert_eq!((&expect["ok"], &expect["failed"][0]["got"]), (&false.into(), &400.into()));
}

#[test]
fn tables_are_read_by_their_first_line() {
    let text = format!("id;FEN;D1;note\r\nstart;{START};20;a\r\nshort;{START}\r\nwrong;x;1;\r\n");
    for args in [&["chess"][..], &["chess", "--from", "csv"]] {
        let (out, said, _) = ferz(args, text.as_bytes());
        let found = records(&out);
        assert_eq!(found.len(), 3, "{said}");
        assert_eq!((&found[0]["line"], &found[0]["status"]), (&2.into(), &"ok".into()));
        assert_eq!((&found[0]["id"], &found[0]["expect"]["ok"]), (&"start".into(), &true.into()));
        assert_eq!(found[0]["operations"]["note"], "a");
        assert_eq!(found[1]["errors"][0]["code"], "row");
        assert_eq!(found[2]["status"], "malformed");
    }
    let (_, said, code) = ferz(&["chess", "--from", "csv"], START.as_bytes());
    assert!(code == 2 && said.contains("names no column"), "{said}");
}

/// A quoted value may have line ends; a quote that is not closed takes no other row.
#[test]
fn rows_may_have_several_lines() {
    let rows = [
        format!("{START},\"a note\r\nof \"\"three\"\"\nlines\"\r\n"),
        format!("{START},5\" wide\n"),
        format!("{START},\"open\n"),
        format!("{START},last\n").repeat(5000),
    ];
    let text = format!("fen,note\n{}", rows.concat());
    let (out, said, _) = ferz(&["chess", "--threads", "2"], text.as_bytes());
    let found = records(&out);
    assert_eq!(found.len(), 5003);
    assert_eq!(found[0]["operations"]["note"], "a note\r\nof \"three\"\nlines");
    let row = |at: usize| (found[at]["line"].clone(), found[at]["status"].clone());
    assert_eq!(row(0), (2.into(), "ok".into()));
    assert_eq!(found[1]["operations"]["note"], "5\" wide");
    assert_eq!(row(1), (5.into(), "ok".into()));
    assert_eq!(row(2), (6.into(), "malformed".into()));
    assert_eq!(row(5002), (5006.into(), "ok".into()));
    assert!(said.starts_with("5006 lines, 5003 positions: 5002 ok"), "{said}");
}

/// What stands behind a closing quote, or a carriage return alone, takes nothing away.
#[test]
fn damaged_rows_take_no_other_row() {
    let input = "id,fen\n\"abc,start\nx,\"start\"\ny,start\n\"z\",\"start\rmore\"\n\"z\",start\r\n";
    let (out, _, _) = ferz(&["chess", "--from", "csv"], input.as_bytes());
    let found = records(&out);
    let status: Vec<(u64, &str)> = found
        .iter()
        .map(|one| (one["line"].as_u64().expect("a number"), one["status"].as_str().expect("one")))
        .collect();
    let expected = [(2, "malformed"), (3, "ok"), (4, "ok"), (5, "malformed"), (6, "ok")];
    assert_eq!(status, expected, "{found:?}");
}

/// A pipe with a name is read from its beginning.
#[cfg(unix)]
#[test]
fn pipes_with_names_are_read_once() {
    let input = format!("{START}\n{START}\n");
    let (expected, _, _) = ferz(&["chess", "-"], input.as_bytes());
    let (found, said, code) = ferz(&["chess", "/dev/stdin"], input.as_bytes());
    assert!(found == expected && code == 0, "{said}");
}

/// A position in which something is still to be chosen is read like any other.
#[test]
fn set_ups_are_read_to_the_end() {
    let lines = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[A,a] w KQkq - 0 1", "ok", ""),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPz/RNBQKBNR[A,a] w KQkq - 0 1",
            "malformed",
            "unknown-man",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP5/RNBQKBNR[A,a] w KQkq - 0 1",
            "malformed",
            "rank-width",
        ),
    ];
    let input: Vec<&str> = lines.iter().map(|(fen, ..)| *fen).collect();
    let (out, _, _) = ferz(&["alpaca"], input.join("\n").as_bytes());
    for (found, (fen, status, code)) in records(&out).iter().zip(lines) {
        assert_eq!(found["status"], status, "{fen}: {found}");
        let said = found["errors"][0]["code"].as_str().unwrap_or("");
        assert_eq!(said, code, "{fen}: {found}");
    }
    let moves = r#"{"fen":"rnbqkbnr/zzzzpppp/8/8/8/8/PPPPPPPP/RNBQKBNR[A,a] w KQkq - 0 1","moves":["A@a"]}"#;
    let (out, _, _) = ferz(&["alpaca"], moves.as_bytes());
    assert_eq!(records(&out)[0]["status"], "malformed");
    let expects = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[A,a] w KQkq - 0 1 ;D1 8; bm A@z9;";
    let (out, _, _) = ferz(&["alpaca"], expects.as_bytes());
    let failed = &records(&out)[0]["expect"]["failed"];
    assert_eq!((&failed[0]["what"], &failed[0]["got"]), (&"perft 1".into(), &Value::Null));
    assert_eq!((&failed[1]["what"], &failed[1]["got"]), (&"bm A@z9".into(), &"illegal".into()));
    let clocks = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[A,a] w KQkq - hmvc x;";
    let (out, _, _) = ferz(&["alpaca"], clocks.as_bytes());
    assert_eq!(records(&out)[0]["status"], "malformed");
    let doubt = "[Variant \"Alpaca Chess\"]\n[Result \"1-0\"]\n\n0-1\n";
    let (out, _, _) = ferz(&["alpaca"], doubt.as_bytes());
    assert_eq!(records(&out)[0]["errors"][0]["code"], "result");
}

/// A damaged table is an error, wherever its reader notices.
#[cfg(feature = "parquet")]
#[test]
fn damaged_parquet_is_an_error() {
    let folder = folder("damaged");
    let whole = folder.join("whole.parquet");
    let lines = format!("{START}\n").repeat(50);
    let to =
        ["chess", "-o", whole.to_str().expect("a path"), "--fields", "fen,id,check,legal_moves"];
    assert_eq!(ferz(&to, lines.as_bytes()).2, 0);
    let bytes = std::fs::read(&whole).expect("written");
    let path = folder.join("damaged.parquet");
    let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..60 {
        let mut bytes = bytes.clone();
        for _ in 0..3 {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let at = usize::try_from(dice >> 8).expect("64 bits") % bytes.len();
            bytes[at] = dice.to_le_bytes()[0];
        }
        std::fs::write(&path, &bytes).expect("written");
        let (_, said, code) =
            ferz(&["chess", "--from", "parquet", path.to_str().expect("a path")], b"");
        assert!(matches!(code, 0 | 2) && !said.contains("panicked"), "{code}: {said}");
    }
}

/// Who writes an item and waits for its record gets it.
#[test]
fn a_record_comes_before_the_input_ends() {
    let items = [
        (format!("{START}\n"), 3),
        ("{}\n".to_owned(), 2),
        // A game is complete when the next one begins.
        ("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n".to_owned(), 2),
    ];
    for (item, times) in items {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["batch", "chess", "--fields", "line,status"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("an input");
        let stdout = child.stdout.take().expect("an output");
        let (heard, hear) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            for line in std::io::BufReader::new(stdout).lines() {
                let _ = heard.send(line.expect("text"));
            }
        });
        for _ in 0..times {
            stdin.write_all(item.as_bytes()).expect("it reads");
            let record = hear.recv_timeout(Duration::from_secs(300)).expect("a record");
            assert!(record.ends_with("\"status\":\"ok\"}"), "{record}");
        }
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
        reader.join().expect("no panic");
    }
}

#[test]
fn packed_files_and_patterns_give_the_same_records() {
    let folder = folder("packed");
    let text = format!("{START}\nbad\n{START} ;D1 20\n");
    let plain = folder.join("a.epd");
    std::fs::write(&plain, &text).expect("written");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).expect("packed");
    std::fs::write(folder.join("b.epd.gz"), gzip.finish().expect("packed")).expect("written");
    let zstd = zstd::encode_all(text.as_bytes(), 3).expect("packed");
    // What it is, not what it is called.
    std::fs::write(folder.join("c.epd"), &zstd).expect("written");
    let (expected, _, _) = ferz(&["chess", plain.to_str().expect("a path")], b"");
    for name in ["b.epd.gz", "c.epd"] {
        let path = folder.join(name);
        let (found, said, code) = ferz(&["chess", path.to_str().expect("a path")], b"");
        assert_eq!((found == expected, code), (true, 0), "{name} {said}");
    }
    let (found, _, _) = ferz(&["chess", "-"], &zstd);
    assert!(found == expected);
    // A frame to be skipped in front of it, as programs write that pack on several threads.
    let skipped = [b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd".as_slice(), &zstd].concat();
    let (found, said, _) = ferz(&["chess", "-"], &skipped);
    assert!(found == expected, "{said}");
    let pattern = folder.join("*.epd*");
    let (found, _, _) = ferz(&["chess", pattern.to_str().expect("a path")], b"");
    let found = records(&found);
    assert_eq!(found.len(), 9);
    assert_eq!((&found[3]["line"], &found[8]["line"]), (&1.into(), &3.into()));
    let file = found[4]["file"].as_str().expect("a name");
    assert!(file.ends_with("b.epd.gz"), "{file}");
    let (_, said, code) = ferz(&["chess", "no-such-*"], b"");
    assert!(code == 2 && said.contains("no file fits"), "{said}");
    // A packed file that ends too soon is an error, not an end.
    std::fs::write(folder.join("d.epd"), &zstd[..zstd.len() - 3]).expect("written");
    let (_, said, code) = ferz(&["chess", folder.join("d.epd").to_str().expect("a path")], b"");
    assert!(code == 2 && said.contains("d.epd"), "{said}");
}

#[test]
fn records_as_tables() {
    let input = format!("{START} id \"a, \\b\";\nbad\nk7/8/8/8/8/8/8/K7 w - - 0 1\n");
    let (out, _, _) = ferz(
        &["chess", "--to", "csv", "--fields", "line,id,status,check,legal_moves,outcome,errors"],
        input.as_bytes(),
    );
    let mut reader = csv::Reader::from_reader(out.as_slice());
    let names: Vec<String> = reader.headers().expect("names").iter().map(str::to_owned).collect();
    assert_eq!(names, ["line", "id", "status", "check", "legal_moves", "outcome", "errors"]);
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
        .collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0][..5], ["1", "a, \\b", "ok", "false", "20"]);
    assert_eq!(rows[1][2..5], ["malformed", "", ""]);
    let outcome: Value = serde_json::from_str(&rows[2][5]).expect("JSON");
    assert!(outcome["winner"].is_null() && outcome["reason"].is_string());
    // A table is an input too.
    let (again, _, _) = ferz(&["chess"], b"fen,id\n8/8/8/8/8/8/8/K1k5 w - - 0 1,x\n");
    assert_eq!(records(&again)[0]["id"], "x");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_written_and_read() {
    let folder = folder("parquet");
    let path = folder.join("out.parquet");
    let path = path.to_str().expect("a path");
    let mut input = String::new();
    for number in 0..1000 {
        input.extend([START, " id n", &number.to_string(), ";\nbad\n"]);
    }
    let fields = "line,id,status,fen,check,legal_moves,errors";
    let (_, said, code) = ferz(&["chess", "-", "-o", path, "--fields", fields], input.as_bytes());
    assert_eq!(code, 0, "{said}");
    assert!(!folder.join("out.parquet.partial").exists());
    // Its column `fen` is judged again.
    let (out, said, _) = ferz(&["chess", path], b"");
    let found = records(&out);
    assert_eq!(found.len(), 2000, "{said}");
    assert_eq!(found[0]["id"], "n0");
    assert_eq!(found[0]["legal_moves"], 20);
    assert_eq!(found[0]["operations"]["legal_moves"], "20");
    assert_eq!(found[1]["status"], "ok", "a row without a FEN is the start: {}", found[1]);
    let (_, said, code) = ferz(&["chess", "-", "-o", path, "--resume"], b"");
    assert!(code == 2 && said.contains("whole or not at all"), "{said}");
}

#[test]
fn filters_leave_out_records_and_nothing_else() {
    let input = format!("{START}\nbad\nk7/8/8/8/8/8/8/K7 w - - 0 1\n{START} ;D1 21\n");
    let lines = |only: &str| -> Vec<u64> {
        let (out, said, _) =
            ferz(&["chess", "--only", only, "--summary", "json"], input.as_bytes());
        let summary: Value = serde_json::from_str(said.trim()).expect("JSON");
        assert_eq!(summary["records"], 4);
        records(&out).iter().map(|one| one["line"].as_u64().expect("a number")).collect()
    };
    assert_eq!(lines("status=malformed"), [2]);
    assert_eq!(lines("status=ok,status=over"), [1, 3, 4]);
    assert_eq!(lines("status=ok,expect=failed"), [4]);
    assert_eq!(lines("error=ranks"), [2]);
    let (_, said, code) = ferz(&["chess", "--only", "status=fine"], b"");
    assert!(code == 2 && said.contains("status"), "{said}");
}

#[test]
fn more_is_said_if_it_is_asked_for() {
    let check = "4k3/8/8/8/8/8/4r3/3RK2R w K - 0 1";
    let (out, _, _) = ferz(
        &["chess", "--fields", "moves,san,mobility,attackers,key,legal_moves"],
        format!("{check}\n{check}\n{START}\n").as_bytes(),
    );
    let found = records(&out);
    assert_eq!(found[0]["attackers"], serde_json::json!(["e2"]));
    assert_eq!(found[0]["moves"], serde_json::json!(["e1e2", "e1f1"]));
    assert_eq!(found[0]["san"], serde_json::json!(["Kxe2", "Kf1"]));
    assert_eq!(found[0]["mobility"]["white"], 2);
    assert_eq!(found[0]["key"], found[1]["key"]);
    assert_ne!(found[0]["key"], found[2]["key"]);
    assert_eq!(found[2]["mobility"], serde_json::json!({"white": 20, "black": 20}));
}

#[test]
fn bounds_of_a_line_are_records() {
    let long: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(10);
    let line = format!("{{\"moves\":\"{}\"}}", long.join(" "));
    let (out, _, code) = ferz(&["chess", "--plies", "39"], line.as_bytes());
    assert_eq!(records(&out)[0]["status"], "limit");
    assert_eq!((&records(&out)[0]["errors"][0]["code"], code), (&"moves".into(), 0));
    let (out, _, _) = ferz(&["chess", "--plies", "40"], line.as_bytes());
    assert_eq!(records(&out)[0]["status"], "ok");
    let input = format!("{START} ;D20 1\n{START}\n");
    let (out, _, _) =
        ferz(&["chess", "--time", "20", "--nodes", "9000000000000"], input.as_bytes());
    let found = records(&out);
    assert_eq!(found[0]["status"], "limit");
    assert_eq!(found[0]["errors"][0]["code"], "time");
    assert_eq!(found[1]["status"], "ok");
}

/// More than is read of a game is a bound that was met, and no fault of the next one.
#[test]
fn bounds_of_a_game_are_records() {
    let tags: Vec<String> = (0..300).map(|tag| format!("[T{tag} \"x\"]\n")).collect();
    let tags = tags.concat();
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(5001);
    let variations = "(".repeat(2000);
    let next = "[Event \"next\"]\n\n1. e4 *\n";
    for (code, text) in [
        ("tags", format!("{tags}\n1. e4 *\n\n{next}")),
        ("moves", format!("[Event \"x\"]\n\n{moves}*\n\n{next}")),
        ("variations", format!("[Event \"x\"]\n\n1. e4 {variations} *\n\n{next}")),
    ] {
        let (out, _, exit) = ferz(&["chess", "--plies", "100000"], text.as_bytes());
        let found = records(&out);
        let status: Vec<_> = found.iter().map(|one| one["status"].as_str()).collect();
        assert_eq!(status, [Some("limit"), Some("ok")], "{code}");
        assert_eq!((&found[0]["errors"][0]["code"], exit), (&code.into(), 0));
    }
}

/// Every code that is documented comes out, and not of what is nearly the same.
#[test]
fn every_code_comes_out_and_only_where_it_should() {
    let folder = folder("codes");
    let many = folder.join("many.toml");
    let men: Vec<String> = (0..13_u8)
        .map(|code| format!("a{code} = {{ code = '{}', moves = 'F' }}\n", (b'a' + code) as char))
        .collect();
    let men = men.concat();
    let text = format!(
        "variant = {{ name = 'Many', about = 'x' }}\n\
         board = {{ files = 16, ranks = 16 }}\n\
         royal = [{{ name = 'king', pieces = 'king' }}]\n\
         setup = {{ start = 'k15{}/K14M w - - 0 1' }}\n\
         [pieces]\n\
         king = {{ letter = 'K', moves = 'K' }}\n\
         man = {{ letter = 'M', moves = 'W' }}\n\
         [augmenters]\n{men}",
        "/16".repeat(14)
    );
    std::fs::write(&many, text).expect("written");
    // Men that hold so many different things that each is a kind of its own.
    let full = |kinds: usize| {
        let man = |number: usize| {
            let codes = (0..13_u8).filter(|bit| (number % kinds + 1) >> bit & 1 == 1);
            let codes: String = codes.map(|bit| (b'a' + bit) as char).collect();
            format!("M{{{codes}}}")
        };
        let rank = |first: usize, count| (first..first + count).map(man).collect::<String>();
        let between: Vec<_> = (0..14).map(|at| format!("/{}", rank(15 + 16 * at, 16))).collect();
        let between = between.concat();
        format!("k{}{between}/K{} w - - 0 1", rank(0, 15), rank(239, 15))
    };
    let many = many.to_str().expect("a path");
    let pieces = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let chess = |fen: &str| ("chess", fen.replace("START", pieces), "");
    let kings = |rest: &str| ("chess", format!("4k3/8/8/8/8/8/8/4K3{rest}"), "");
    let brothers = "ryrxshnmc/pppbbbuuu/9/9/9/9/9/PPPBBBUUU/RYRXSHNMC w SMYsmy - 0 1";
    let corners = "w**********w/*crnbqkbnrc*/*pppppppppp*";
    let feet = "*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W w KQkq - 0 1";
    let game = |tags: &str, moves: &str| ("chess", format!("[Event \"x\"]{tags}\n\n{moves}\n"), "");
    let long = |bytes| format!("{{\"fen\":\"{} w - - 0 1\"}}", "1".repeat(bytes));
    let shuffled = |first: &str| ("12-augmenters", first.to_owned(), "");
    let dressed = "r{a}c{bls}b{w}g{BRg}k{h}b{c}c{dni}r{f}/pppppppp/8/8/8/8/PPPPPPPP/\
                   R{a}C{bls}B{w}G{BRg}K{h}B{c}C{dni}R{f} w KQkq - 0 1";
    // A game, an input, and one more argument.
    type Call<'c> = (&'c str, String, &'c str);
    // A code, a call in which it comes out, and one in which it does not.
    let cases: Vec<(&str, Call<'_>, Call<'_>)> = vec![
        ("bytes", ("chess", "x".repeat(17_000), ""), ("chess", "x".repeat(16_000), "")),
        (
            "checkers",
            chess("3QkQ2/8/8/8/8/8/8/4K3 b - - 0 1"),
            chess("3Qk3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ),
        (
            "checks",
            ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1".into(), ""),
            ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1".into(), ""),
        ),
        ("clock", kings(" w - - 7 1"), kings(" w - - 7 5")),
        ("depth", chess("START w KQkq - 0 1; D300 1"), chess("START w KQkq - 0 1; D2 400")),
        ("en-passant", kings(" w - e6 0 1"), chess("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1")),
        (
            "fields",
            chess("{\"fen\":\"START w KQkq - 0 1 9 9\"}"),
            chess("{\"fen\":\"START w KQkq - 0 1\"}"),
        ),
        (
            "hand",
            kings("[Q] w - - 0 1"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1".into(), ""),
        ),
        (
            "hole",
            ("omicron", format!("{corners}/K10*/{feet}"), ""),
            ("omicron", format!("{corners}/*10*/{feet}"), ""),
        ),
        ("illegal-move", chess("{\"moves\":[\"e2e5\"]}"), chess("{\"moves\":[\"e2e4\"]}")),
        ("json", chess("{\"fen\":1}"), chess("{\"fen\":\"start\"}")),
        ("limit", (many, full(254), ""), (many, full(200), "")),
        (
            "moves",
            ("chess", "{\"moves\":[\"e2e4\",\"e7e5\"]}".into(), "--plies=1"),
            ("chess", "{\"moves\":[\"e2e4\"]}".into(), "--plies=1"),
        ),
        (
            "nodes",
            ("chess", format!("{pieces} w KQkq - 0 1; D2 400"), "--nodes=100"),
            ("chess", format!("{pieces} w KQkq - 0 1; D2 400"), "--nodes=1000"),
        ),
        (
            "off-limits",
            chess("P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        ("operation", chess("START w KQkq - 0 1; id \"a"), chess("START w KQkq - 0 1; id \"a\"")),
        (
            "opponent-in-check",
            chess("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"),
            chess("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"),
        ),
        ("pgn", game("", "1. e4 (e5 *"), game("", "1. e4 (1. d4) *")),
        ("placement", chess("4k3/8/8/8/8/3?4/8/4K3 w - - 0 1"), kings(" w - - 0 1")),
        (
            "points",
            ("three-fat-brothers", format!("{brothers} +x"), ""),
            ("three-fat-brothers", brothers.into(), ""),
        ),
        ("preset", chess("{\"fen\":\"nope\"}"), chess("{\"fen\":\"start\"}")),
        ("rank-width", chess("4k3/44/8/8/8/8/8/4K3 w - - 0 1"), kings(" w - - 0 1")),
        ("ranks", chess("4k3/8/8/8/8/8/4K3 w - - 0 1"), kings(" w - - 0 1")),
        (
            "reserve",
            ("alpaca", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR[A@c] w KQkq - 0 1".into(), ""),
            ("alpaca", format!("{pieces}[A@c] w KQkq - 0 1"), ""),
        ),
        (
            "result",
            game("\n[Result \"1-0\"]", "1. f3 e5 2. g4 Qh4# 1-0"),
            game("\n[Result \"0-1\"]", "1. f3 e5 2. g4 Qh4# 0-1"),
        ),
        ("rights", kings(" w K - 0 1"), chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
        (
            "row",
            ("chess", "fen,id\n\"a".into(), "--from=csv"),
            ("chess", "fen,id\n\"a\",x".into(), "--from=csv"),
        ),
        ("royal-many", chess("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), kings(" w - - 0 1")),
        ("royal-missing", chess("4k3/8/8/8/8/8/8/8 w - - 0 1"), kings(" w - - 0 1")),
        (
            "set-up",
            ("alpaca", format!("{pieces}[A,a] w KQkq - 0 1; D1 3"), ""),
            ("alpaca", format!("{pieces}[A@b,a@b] w KQkq - 0 1; D1 20"), ""),
        ),
        (
            "setup",
            ("alpaca", format!("{pieces}[A,Q] w KQkq - 0 1"), ""),
            ("alpaca", format!("{pieces}[A,a] w KQkq - 0 1"), ""),
        ),
        ("setup-tags", shuffled(&dressed.replace("R{a}", "R{w}")), shuffled(dressed)),
        ("side", kings(" x - - 0 1"), kings(" w - - 0 1")),
        ("tags", game(&"\n[A \"x\"]".repeat(300), "*"), game(&"\n[A \"x\"]".repeat(200), "*")),
        (
            "time",
            ("chess", format!("{pieces} w KQkq - 0 1; D9 1"), "--time=1"),
            ("chess", format!("{pieces} w KQkq - 0 1; D1 20"), "--time=60000"),
        ),
        ("too-long", ("chess", long(5000), ""), ("chess", long(4000), "")),
        (
            "too-many-men",
            chess("4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 1"),
            chess("4k3/8/8/8/8/8/PPPPPPP1/3QKQ2 w - - 0 1"),
        ),
        (
            "unknown-man",
            chess("4k2z/8/8/8/8/8/8/4K3 w - - 0 1"),
            chess("4k2n/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        ("unreadable-move", chess("{\"moves\":[\"zz\"]}"), chess("{\"moves\":[\"e2e4\"]}")),
        (
            "variant",
            chess("{\"variant\":\"atomic\",\"fen\":\"start\"}"),
            chess("{\"variant\":\"chess\",\"fen\":\"start\"}"),
        ),
        (
            "variations",
            game("", &format!("1. e4 {} *", "(".repeat(2000))),
            game("", &format!("1. e4 {} *", "(".repeat(900))),
        ),
    ];
    let codes = |(game, input, more): &Call<'_>| -> Vec<String> {
        let args: Vec<&str> = [*game, *more].into_iter().filter(|arg| !arg.is_empty()).collect();
        let (out, said, code) = ferz(&args, format!("{input}\n").as_bytes());
        assert_eq!(code, 0, "{said}");
        let found = records(&out);
        assert_eq!(found.len(), 1, "{input}");
        let errors = found[0]["errors"].as_array().expect("a list");
        errors.iter().map(|one| one["code"].as_str().expect("a code").to_owned()).collect()
    };
    for (code, bad, good) in &cases {
        let (found, none) = (codes(bad), codes(good));
        assert!(found.iter().any(|one| one == code), "{code}: {found:?}");
        assert!(none.iter().all(|one| one != code), "{code}: {none:?}");
    }
    let told: Vec<&str> = cases.iter().map(|case| case.0).chain(["utf-8"]).collect();
    let mut known: Vec<&str> =
        ferz::position::reasons::REASONS.iter().map(|one| one.code).collect();
    known.retain(|code| !told.contains(code));
    assert_eq!(known, [""; 0], "no case");
}

/// A run that was broken off anywhere is gone on with to the same bytes.
#[test]
fn a_run_goes_on_to_the_same_bytes() {
    let folder = folder("resume");
    let input = folder.join("in.epd");
    let mut text = String::new();
    for number in 0..300 {
        match number % 4 {
            0 => text.extend([START, " id \"a, x ", &number.to_string(), "\";\n"]),
            1 => text.push_str("bad, \"\n"),
            2 => text.push_str("# nothing\n\n"),
            _ => text.push_str("k7/8/8/8/8/8/8/K7 w - - 0 1\n"),
        }
    }
    std::fs::write(&input, &text).expect("written");
    let input = input.to_str().expect("a path");
    for (form, more) in [
        ("json", &[][..]),
        ("csv", &[]),
        ("json", &["--only", "status=ok"]),
        ("csv", &["--only", "status=malformed"]),
    ] {
        let whole = folder.join("whole");
        let part = folder.join("part");
        let (whole_path, part_path) =
            (whole.to_str().expect("a path"), part.to_str().expect("a path"));
        let run = |path: &str, resume: bool| {
            let mut args = vec!["chess", input, "-o", path, "--to", form];
            args.extend(more);
            if resume {
                args.push("--resume");
            }
            let (_, said, code) = ferz(&args, b"");
            assert_eq!(code, 0, "{said}");
        };
        run(whole_path, false);
        let expected = std::fs::read(&whole).expect("read");
        let mut cuts: Vec<usize> = (0..40).map(|at| at * expected.len() / 40).collect();
        cuts.extend([1, 5, expected.len() - 1, expected.len()]);
        for cut in cuts {
            std::fs::write(&part, &expected[..cut]).expect("written");
            run(part_path, true);
            let found = std::fs::read(&part).expect("read");
            assert!(found == expected, "{form} {more:?} cut at {cut}");
        }
        std::fs::remove_file(&part).expect("removed");
        run(part_path, true);
        assert!(std::fs::read(&part).expect("read") == expected);
    }
}

/// Killed at any moment, the output is a beginning of what it would have become.
#[test]
fn a_killed_run_leaves_whole_records() {
    let folder = folder("killed");
    let path = folder.join("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["batch", "chess", "-", "-o", path.to_str().expect("a path")])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("an input");
    let lines = format!("{START}\n").repeat(5000);
    stdin.write_all(lines.as_bytes()).expect("read");
    // It has written something, and waits for more.
    while std::fs::metadata(&path).map_or(0, |about| about.len()) == 0 {
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    let mut text = String::new();
    std::fs::File::open(&path).expect("there").read_to_string(&mut text).expect("text");
    assert!(text.ends_with('\n'));
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

/// What was there before is overwritten by records, and by nothing else.
#[test]
fn a_call_that_fails_at_once_leaves_an_older_output() {
    let folder = folder("older");
    let damaged = folder.join("in.epd.gz");
    std::fs::write(&damaged, b"\x1f\x8b\x08\0\0\0\0\0\0\xff no gzip").expect("written");
    for name in ["out.jsonl", "out.csv", "out.parquet"] {
        if name.ends_with("parquet") && !cfg!(feature = "parquet") {
            continue;
        }
        let path = folder.join(name);
        let out = path.to_str().expect("a path");
        let size = || std::fs::metadata(out).expect("there").len();
        std::fs::write(&path, "older").expect("written");
        // No column of a table is known.
        let (_, said, code) = ferz(&["chess", "-", "--from", "csv", "-o", out], b"name,elo\nx,1\n");
        assert!(code == 2 && said.starts_with("error: "), "{said}");
        let damaged = damaged.to_str().expect("a path");
        let (_, said, code) = ferz(&["chess", damaged, "-o", out], b"");
        assert!(code == 2 && said.starts_with("error: "), "{said}");
        assert_eq!(std::fs::read(&path).expect("there"), b"older", "{name}");
        assert!(!folder.join(format!("{name}.partial")).exists());
        // Records of no line are none.
        let (_, said, code) = ferz(&["chess", "-", "-o", out], b"");
        assert!(code == 0 && (name.ends_with("jsonl") == (size() == 0)), "{said}");
        std::fs::write(&path, "older".repeat(1000)).expect("written");
        let (_, said, code) = ferz(&["chess", "-", "-o", out], format!("{START}\n").as_bytes());
        assert!(code == 0 && (200..4500).contains(&size()), "{said}");
    }
}

/// A device stays one, also where a file would be replaced when it is whole.
#[cfg(all(unix, feature = "parquet"))]
#[test]
fn a_pipe_can_take_a_table() {
    let folder = folder("pipe");
    let path = folder.join("out.parquet");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo").success());
    let reader = std::thread::spawn({
        let path = path.clone();
        move || std::fs::read(path)
    });
    let out = path.to_str().expect("a path");
    let (_, said, code) = ferz(&["chess", "-", "-o", out], format!("{START}\n").as_bytes());
    assert_eq!(code, 0, "{said}");
    let bytes = reader.join().expect("no panic").expect("read");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert!(!std::fs::metadata(&path).expect("there").is_file());
}

/// A signal to stop waits for the record that is being written.
#[cfg(unix)]
#[test]
fn a_stopped_run_leaves_whole_records() {
    let folder = folder("stopped");
    let path = folder.join("out");
    for (round, signal) in ["INT", "TERM", "HUP", "TERM", "TERM"].into_iter().enumerate() {
        let _ = std::fs::remove_file(&path);
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.args(["batch", "chess", "-"]);
        let named = round % 2 == 0;
        if named {
            command.arg("-o").arg(&path);
        } else {
            command.stdout(std::fs::File::create(&path).expect("a file"));
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("an input");
        let lines = format!("{START}\n").repeat(1000);
        let feeder = std::thread::spawn(move || while stdin.write_all(lines.as_bytes()).is_ok() {});
        let enough = 100_000 * (1 + round as u64);
        while std::fs::metadata(&path).map_or(0, |about| about.len()) < enough {
            std::thread::yield_now();
        }
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(kill.expect("a signal").success());
        let output = child.wait_with_output().expect("gone");
        feeder.join().expect("no panic");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(130), "{said}");
        let advice = if named { "--resume" } else { "are whole" };
        assert!(said.contains(advice), "{said}");
        let text = std::fs::read_to_string(&path).expect("text");
        assert!(text.ends_with('\n'), "{signal}");
        assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    }
}

#[test]
fn outputs_that_take_nothing_are_told() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let (_, said, code) = ferz(&["chess", "-", "-o", "/dev/full"], format!("{START}\n").as_bytes());
    assert!(code == 2 && said.starts_with("error: "), "{said}");
    // A reader that goes away ends the run without noise.
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["batch", "chess", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("an input");
    let lines = format!("{START}\n").repeat(20_000);
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Blocks may be judged by other programs' hands: cut anywhere between lines, the records are
/// those of the whole.
#[test]
fn blocks_are_judged_by_themselves() {
    use ferz::batch::{Options, judge};
    let library = ferz::cli::library::Folder::default();
    let text = std::fs::read_to_string("variants/chess.toml").expect("the file");
    let loaded = ferz::definition::load("chess", "chess.toml", &text, &[], &library);
    let chess = ferz::variant::Variant::new(loaded.definition.expect("a game")).expect("rules");
    let lines = format!("{START}\nbad\n# no\nk7/8/8/8/8/8/8/K7 w - - 0 1\n");
    let options = Options::default();
    let mut whole = Vec::new();
    let summary = judge(&chess, &options, None, lines.as_bytes(), 1, &mut whole);
    assert_eq!(summary.records(), 3);
    let mut parts = Vec::new();
    for (number, line) in (1..).zip(lines.split_inclusive('\n')) {
        judge(&chess, &options, None, line.as_bytes(), number, &mut parts);
    }
    assert_eq!(whole, parts);
    let (out, _, _) = ferz(&["chess"], lines.as_bytes());
    assert_eq!(out, whole);
}

#[test]
fn games_are_read_however_they_are_laid_out() {
    let one_line = "1. e4 {[%clk 0:01:00]} e5 2. Nf3 Nc6 ".to_owned() + &"{a word} ".repeat(2000);
    let text = format!(
        "\u{feff}[Event \"long\"]\r\n\r\n{one_line}*\r\n\r\n[Variant \"atomic\"]\r\n\r\n1. e4 *\r\n\
         [Variant \"Standard\"]\n[FEN \"{START}\"]\n1. e4 e5 2. Ke2 Ke7 3. Ke3 1-0\n\n\
         [Event \"bad FEN\"]\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n[Event \"no moves\"]\n\n*\n"
    );
    for args in [&["chess"][..], &["chess", "--from", "pgn", "--threads", "1"]] {
        let (out, said, code) = ferz(args, text.as_bytes());
        let found = records(&out);
        let status: Vec<&str> =
            found.iter().map(|one| one["status"].as_str().expect("one")).collect();
        assert_eq!(status, ["ok", "malformed", "ok", "malformed", "ok"], "{said}");
        assert_eq!(code, 0);
        assert_eq!(found[1]["errors"][0]["code"], "variant");
        assert_eq!(found[2]["line"], 8);
        assert_eq!(found[0]["operations"]["Event"], "long");
        assert!(said.starts_with("19 lines, 5 positions: "), "{said}");
    }
    let (out, _, _) = ferz(&["atomic", "--from", "pgn", "--fields", "status"], text.as_bytes());
    assert_eq!(records(&out)[1]["status"], "ok");
    // One line of a megabyte.
    let endless =
        format!("[Event \"x\"]\n\n{}*\n\n[Event \"y\"]\n\n1. e4 *\n", "{a} ".repeat(1 << 18));
    let (out, _, _) = ferz(&["chess"], endless.as_bytes());
    let found = records(&out);
    assert_eq!(found[0]["status"], "limit");
    assert_eq!(found[1]["status"], "ok");
}

/// What PGN skips may stand at the beginning, and remarks between games.
#[test]
fn games_are_found_behind_what_is_skipped() {
    let game = "[Event \"x\"]\n\n1. e4 *\n";
    for (input, lines) in [
        (format!("% made by hand\n{game}"), vec![2]),
        (format!("{game}# a remark\n\n# another\n\n{game}"), vec![1, 8]),
    ] {
        let (out, _, _) = ferz(&["chess"], input.as_bytes());
        let found = records(&out);
        let ok = found.iter().filter(|one| one["status"] == "ok");
        let ok: Vec<u64> = ok.filter_map(|one| one["line"].as_u64()).collect();
        assert_eq!((ok, found.len()), (lines.clone(), lines.len()), "{input} {found:?}");
    }
}

/// As a filter in a pipeline of GNU parallel, whose blocks are any: the same bytes.
#[test]
fn parallel_gives_the_same_bytes() {
    let there = Command::new("parallel").arg("--version").output();
    if !there.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel")) {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let mut text = String::new();
    for number in 0..3000 {
        text.extend([START, " id x", &number.to_string(), ";\n"]);
    }
    let fields = "id,status,fen,legal_moves,errors";
    let (whole, _, _) = ferz(&["chess", "--fields", fields], text.as_bytes());
    let mut child = Command::new("parallel")
        .args(["--pipe", "-k", "--block", "10k", "-j", "2"])
        .args([env!("CARGO_BIN_EXE_ferz"), "batch", "chess", "--fields", fields])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("parallel starts");
    let mut stdin = child.stdin.take().expect("an input");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all is read");
    assert!(output.status.success() && output.stdout == whole);
}

#[test]
fn no_output_is_lost_for_a_call_that_cannot_be_carried_out() {
    let folder = folder("kept");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    std::fs::write(folder.join("in.epd"), format!("{START}\n{START}\n")).expect("written");
    std::fs::write(folder.join("notes"), "my notes\n").expect("written");
    let kept = || std::fs::read_to_string(folder.join("notes")).expect("there") == "my notes\n";
    for args in [
        &["chess", &path("no-such"), "-o", &path("notes")][..],
        &["no-such-game", &path("in.epd"), "-o", &path("notes")],
        &["chess", &path("in.epd"), "-o", &path("notes"), "--resume"],
        &["chess", &path("notes"), "-o", &path("notes")],
        &["chess", &path("in.epd"), "-o", &path("out.json.gz")],
    ] {
        let (_, said, code) = ferz(args, b"");
        assert!(code == 2 && kept(), "{args:?} {said}");
    }
    // Other keys, or fewer lines, are another call.
    ferz(&["chess", &path("in.epd"), "-o", &path("out"), "--to", "csv"], b"");
    let whole = std::fs::read(folder.join("out")).expect("there");
    for args in [
        &[
            "chess",
            &path("in.epd"),
            "-o",
            &path("out"),
            "--to",
            "csv",
            "--resume",
            "--fields",
            "line",
        ][..],
        &["chess", "-", "-o", &path("out"), "--to", "csv", "--resume"],
    ] {
        let (_, said, code) = ferz(args, format!("{START}\n").as_bytes());
        assert!(code == 2 && said.contains("out"), "{said}");
        assert!(std::fs::read(folder.join("out")).expect("there") == whole);
    }
    #[cfg(unix)]
    {
        std::fs::hard_link(folder.join("in.epd"), folder.join("link")).expect("linked");
        let (_, said, code) = ferz(&["chess", &path("in.epd"), "-o", &path("link")], b"");
        assert!(code == 2 && said.contains("is the input"), "{said}");
    }
    let (out, _, _) = ferz(&["chess", &path("in.epd"), "-o", "-"], b"");
    assert_eq!(records(&out).len(), 2);
}

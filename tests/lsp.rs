//! A client that speaks the protocol with `ferz lsp` over stdin and stdout.

#![expect(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: i32,
    /// Diagnostics that came while something else was awaited.
    published: Vec<Value>,
}

impl Client {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a server");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, input, output, next: 0, published: Vec::new() }
    }

    /// A server that has been introduced.
    fn ready() -> Self {
        let mut client = Self::start();
        let answer = client.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], json!(true));
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("an open input");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a reader");
        input.flush().expect("a reader");
    }

    fn receive(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).expect("text") == 0 {
                return None;
            }
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("a length"),
                _ => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        Some(serde_json::from_slice(&bytes).expect("JSON"))
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive().expect("an answer");
            if message["id"] == json!(id) {
                return message;
            }
            self.published.push(message);
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, changes: Value) {
        let document = json!({ "uri": uri, "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// The next diagnostics of a text.
    fn faults(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let message = if self.published.is_empty() {
                self.receive().expect("diagnostics")
            } else {
                self.published.remove(0)
            };
            assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
            if message["params"]["uri"] == uri {
                return message["params"]["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// Asks about the place of `|`, which stands once in the text behind `before`.
    fn at(&mut self, method: &str, uri: &str, text: &str, before: &str) -> Value {
        let start = text.find(before).unwrap_or_else(|| panic!("no {before}")) + before.len();
        let line = text[..start].matches('\n').count();
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let character = text[begin..start].encode_utf16().count();
        let params = json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
        });
        self.ask(&format!("textDocument/{method}"), params)["result"].clone()
    }

    fn end(mut self) -> i32 {
        self.input = None;
        self.child.wait().expect("an end").code().expect("a code")
    }
}

fn labels(answer: &Value) -> Vec<&str> {
    answer.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect()
}

const TEXT: &str = "\
[variant]
name = \"é𝄞\" # é
extends = \"chess\"

[zones]
hill = \"d4-e5\"

[pieces.camel]
letter = \"C\"
moves = \"NW\"
within = \"all except hill + hil\"

[[promotion]]
name = \"pawn\"
to = \"camel + queen\"
";

const URI: &str = "untitled:one";

#[test]
fn faults_come_as_the_text_changes_at_utf_16_columns() {
    let mut client = Client::ready();
    client.open(URI, TEXT);
    let faults = client.faults(URI);
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert_eq!(fault["code"], "unknown-zone");
    assert_eq!(fault["range"]["start"], json!({ "line": 10, "character": 28 }));
    assert_eq!(fault["range"]["end"], json!({ "line": 10, "character": 31 }));
    assert!(fault["message"].as_str().unwrap().contains("did you mean `hill`"));
    // What is probably not meant is told too, of this text and not of its parents.
    client.change(URI, json!([{ "text": TEXT.replace("NW", "NWfW").replace(" + hil", "") }]));
    let faults = client.faults(URI);
    let [doubt] = faults.as_slice() else { panic!("{faults:?}") };
    assert_eq!((&doubt["code"], &doubt["severity"]), (&json!("redundant-move"), &json!(2)));
    client.change(URI, json!([{ "text": TEXT }]));
    assert_eq!(client.faults(URI)[0]["code"], "unknown-zone");
    // The fault is put right; another comes behind letters that are wide in UTF-16.
    let place =
        json!({ "start": { "line": 10, "character": 31 }, "end": { "line": 10, "character": 31 } });
    client.change(URI, json!([{ "range": place, "text": "l" }]));
    assert_eq!(client.faults(URI), Vec::<Value>::new());
    let line =
        json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 11 } });
    client.change(URI, json!([{ "range": line, "text": "name = '𝄞', abuot = 'x'" }]));
    let faults = client.faults(URI);
    assert_eq!(faults[0]["code"], "syntax", "{faults:?}");
    assert_eq!(faults[0]["range"]["start"], json!({ "line": 1, "character": 11 }), "{faults:?}");
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.faults(URI), Vec::<Value>::new());
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), 0);
}

#[test]
fn keys_notations_and_names_are_explained() {
    let mut client = Client::ready();
    client.open(URI, TEXT);
    let said = |answer: &Value| answer["contents"]["value"].as_str().unwrap_or_default().to_owned();
    let key = said(&client.at("hover", URI, TEXT, "\nwith"));
    assert_eq!(key, "**`within`** — Squares where it may ever end a move. Default: all.");
    let notation = client.at("hover", URI, TEXT, "moves = \"N");
    let text = said(&notation);
    assert!(text.contains("**`NW`** — Moves or captures like a knight or like a wazir"), "{text}");
    assert!(text.contains("6  . . + . + . . .\n5  . + . + . + . ."), "{text}");
    assert_eq!(notation["range"]["start"], json!({ "line": 9, "character": 9 }));
    assert!(
        said(&client.at("hover", URI, TEXT, "except hi")).contains("zone **`hill`** — `d4-e5`")
    );
    assert!(said(&client.at("hover", URI, TEXT, "camel + qu")).contains("chess.toml (built in)"));
    assert_eq!(client.at("hover", URI, TEXT, "# "), Value::Null);
    assert_eq!(client.at("hover", URI, TEXT, "d4-"), Value::Null);
    assert_eq!(client.end(), 1);
}

#[test]
fn keys_words_and_names_are_completed() {
    let mut client = Client::ready();
    let text = format!("{TEXT}\n[[royal]]\nname = \"king\"\nsafe = \"\"\nsi\n[en-\n");
    client.open(URI, TEXT);
    drop(client.faults(URI));
    // No TOML any more: names are those of the last state.
    client.change(URI, json!([{ "text": text }]));
    let answer = client.at("completion", URI, &text, "safe = \"");
    assert_eq!(labels(&answer), ["each", "last", "one"]);
    let answer = client.at("completion", URI, &text, "\nsi");
    assert_eq!(labels(&answer), ["name", "side", "pieces", "safe", "off", "after"]);
    let answer = client.at("completion", URI, &text, "[en-");
    assert!(labels(&answer).contains(&"en-passant") && !labels(&answer).contains(&"name"));
    let answer = client.at("completion", URI, &text, "to = \"camel + ");
    for name in ["camel", "queen", "hill", "dead"] {
        assert!(labels(&answer).contains(&name), "{answer}");
    }
    assert_eq!(labels(&client.at("completion", URI, &text, "moves = \"")), [""; 0]);
    let answer = client.at("completion", URI, &text, "[pieces.");
    assert!(labels(&answer).contains(&"rook"), "{answer}");
    assert_eq!(client.end(), 1);
}

/// A folder of its own, taken away at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-lsp-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path.canonicalize().expect("a path"))
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.0.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn parents_are_files_of_the_folder_or_texts_that_are_open() {
    let folder = Folder::new("parents");
    let parent = "[variant]\nname = \"P\"\nextends = \"chess\"\n\n[zones]\nfar = \"rank 8\"\n";
    fs::write(folder.0.join("parent.toml"), parent).unwrap();
    let child = "[variant]\nname = \"C\"\nextends = \"parent\"\n\n[pieces.rook]\nwithin = \"all except far\"\n";
    let (child_uri, parent_uri) = (folder.uri("child.toml"), folder.uri("parent.toml"));
    let mut client = Client::ready();
    client.open(&child_uri, child);
    assert_eq!(client.faults(&child_uri), Vec::<Value>::new());
    let place = client.at("definition", &child_uri, child, "except f");
    assert_eq!((&place["uri"], &place["range"]["start"]["line"]), (&json!(parent_uri), &json!(5)));
    let place = client.at("definition", &child_uri, child, "\"par");
    assert_eq!(place["uri"], json!(parent_uri));
    assert_eq!(client.at("definition", &child_uri, child, "[pieces.r"), Value::Null);
    // The parent is changed without being stored.
    client.open(&parent_uri, &parent.replace("far", "near"));
    let faults = client.faults(&child_uri);
    assert_eq!(faults[0]["code"], "unknown-zone", "{faults:?}");
    let own = client.at("definition", &parent_uri, &parent.replace("far", "near"), "nea");
    assert_eq!(own["uri"], json!(parent_uri));
    // A fault of the parent is told where the child begins.
    client.change(&parent_uri, json!([{ "text": "[variant" }]));
    let faults = client.faults(&child_uri);
    assert!(faults[0]["message"].as_str().unwrap().contains("parent.toml"), "{faults:?}");
    assert_eq!(client.end(), 1);
}

#[test]
fn texts_are_formatted() {
    let mut client = Client::ready();
    client.open(URI, "[board]\nranks=8\nfiles=8\n");
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", params);
    assert_eq!(edits["result"][0]["newText"], "[board]\nfiles = 8\nranks = 8\n");
    assert_eq!(client.end(), 1);
}

#[test]
fn hostile_clients_get_errors() {
    let mut client = Client::start();
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    client.tell("textDocument/didOpen", json!(1));
    client.ask("initialize", json!(null));
    assert_eq!(client.ask("no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("textDocument/hover", json!([1]))["error"]["code"], -32602);
    client.tell("textDocument/didOpen", json!([]));
    client.tell("$/odd", json!({}));
    client.open("file://%zz/%", "x");
    client.open("untitled:huge", &"[a]\n".repeat(100_000));
    let faults = client.faults("untitled:huge");
    assert_eq!(faults[0]["code"], "out-of-range", "{faults:?}");
    client.open("untitled:deep", &format!("a = {}", "[".repeat(100_000)));
    assert_eq!(client.faults("untitled:deep")[0]["code"], "too-deep");
    let far = json!({ "line": u32::MAX, "character": u32::MAX });
    let near = json!({ "line": 0, "character": 0 });
    client
        .change("untitled:deep", json!([{ "range": { "start": far, "end": near }, "text": "é" }]));
    drop(client.faults("untitled:deep"));
    let big = "x".repeat(3_000_000);
    client.open("untitled:grows", &big);
    let end = json!({ "start": far, "end": far });
    client.change("untitled:grows", json!([{ "range": end, "text": big }]));
    client.ask("no/such", json!({}));
    assert_eq!(client.end(), 1);
}

#[test]
fn bodies_that_are_no_messages_are_answered() {
    let mut client = Client::ready();
    for body in ["{{{{{", "[]", "{}", "null", "\u{1}", &"[".repeat(5000)] {
        let text = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        client.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        let answer = client.receive().expect("an answer");
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32700)));
    }
    assert_eq!(client.ask("no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(client.end(), 1);
}

#[test]
fn what_has_no_length_ends_the_server_with_an_error() {
    for text in [
        "nonsense\r\n\r\n",
        "Content-Length: 99999999999999\r\n\r\n",
        "Content-Length: 5\r\n\r\n{{",
    ] {
        let mut client = Client::start();
        client.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        client.input = None;
        let mut said = String::new();
        client.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.starts_with("error: "), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(client.end(), 2, "{text}");
    }
    assert_eq!(Client::ready().end(), 1);
}

//! Every example of `docs/language.md` is read.
//!
//! A block marked `toml` is a whole file. `toml extends=NAME` is a part of a child of that
//! game; `refuses=CODE` beside it says that it is an error.

use ferz::cli::library::Folder;
use ferz::definition::check;

#[test]
fn examples_of_the_language_mean_what_they_say() {
    let text = std::fs::read_to_string("docs/language.md").expect("the reference");
    let mut blocks = 0;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```toml") else { continue };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        let mut body = body.join("\n") + "\n";
        let mut refuses = None;
        for word in info.split_whitespace() {
            match word.split_once('=') {
                Some(("extends", parent)) => {
                    body += "\n[variant]\nname = \"Example\"\nextends = \"";
                    body += parent;
                    body += "\"\n";
                }
                Some(("refuses", code)) => refuses = Some(code),
                _ => panic!("line {}: what is `{word}`?", number + 1),
            }
        }
        blocks += 1;
        let checked = check("example", "example.toml", &body, &[], &Folder::default());
        let variations = checked.variations.iter().flat_map(|variation| &variation.diagnostics);
        let codes: Vec<String> = checked
            .loaded
            .diagnostics
            .iter()
            .chain(variations)
            .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message))
            .collect();
        match refuses {
            Some(code) => assert!(
                checked.loaded.definition.is_none()
                    && codes.iter().any(|said| said.starts_with(code)),
                "line {}: {code} expected, but {codes:?}",
                number + 1
            ),
            None => assert!(codes.is_empty(), "line {}: {codes:#?}\n{body}", number + 1),
        }
    }
    assert!(blocks >= 15, "only {blocks} examples");
}

/// The order of keys in the reference is that of the reader and of `ferz fmt`, and every key of
/// every table is there.
#[test]
fn the_reference_gives_the_order_of_all_keys() {
    use ferz::definition::keys::{Kind, TableInfo, file};
    fn tables(table: &'static TableInfo, out: &mut Vec<&'static TableInfo>) {
        if out.iter().any(|known| known.name == table.name) {
            return;
        }
        out.push(table);
        for key in table.keys {
            let mut kind = key.kind;
            while let Kind::List(inner) | Kind::Named(inner) = kind {
                kind = *inner;
            }
            if let Kind::Table(table) = kind {
                tables(table, out);
            }
        }
    }
    let text = std::fs::read_to_string("docs/language.md").expect("the reference");
    let section = text.split("\n## 20. Order\n").nth(1).expect("the section");
    let block = section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.expect("the list").replace("\n  ", " ");
    let mut known = Vec::new();
    tables(file(), &mut known);
    assert_eq!(block.lines().count(), known.len());
    for table in known {
        let keys: Vec<&str> = table.keys.iter().map(|key| key.name).collect();
        let line = format!(": {}", keys.join(" "));
        assert!(block.lines().any(|text| text.ends_with(&line)), "{}{line}", table.name);
    }
}

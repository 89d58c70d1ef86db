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

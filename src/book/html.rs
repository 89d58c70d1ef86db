//! A rule book as one page of HTML, with the files it comes from at its end.

use std::fmt::Write as _;

use super::text::{harmless, place, short};
use super::{Book, Item, line};
use crate::definition::{Definition, Sources};
use crate::draw::svg::{self, Colours, escaped};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fdfdfb;--pale:#666;--rule:#ddd}\n\
@media (prefers-color-scheme:dark){:root{--ink:#e4e2dc;--paper:#1b1b1d;--pale:#999;--rule:#444}}\n\
body{font:17px/1.5 Georgia,serif;color:var(--ink);background:var(--paper);\
max-width:52rem;margin:2rem auto;padding:0 1rem}\n\
h1,h2,h3{line-height:1.2}h2{border-bottom:1px solid var(--rule);margin-top:2.5rem}\n\
li{margin:.35rem 0}code,pre{font:14px/1.4 ui-monospace,monospace}\n\
a.place,span.place{font:12px ui-monospace,monospace;color:var(--pale);text-decoration:none}\n\
a.place:hover{text-decoration:underline}figure{margin:1rem 0}svg{max-width:100%;height:auto}\n\
pre.file{white-space:pre-wrap;overflow-wrap:anywhere}\n\
pre.file span:target{background:var(--rule)}\n\
pre.file b{display:inline-block;width:3.5em;color:var(--pale);font-weight:normal}\n";

/// Escaped text, back ticks as code.
fn prose(text: &str) -> String {
    let text = harmless(text);
    let parts: Vec<&str> = text.split('`').collect();
    // An odd back tick opens nothing.
    if parts.len().is_multiple_of(2) {
        return escaped(&text);
    }
    let part = |(index, part): (usize, &&str)| {
        if index % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) }
    };
    parts.iter().enumerate().map(part).collect()
}

/// Writes a book. A rule ends in a link to the line of the file that says so.
pub fn write(book: &Book, definition: &Definition, sources: &Sources, colours: Colours) -> String {
    let title = escaped(&harmless(&book.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>The rules of {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>The rules of {title}</h1>\n"
    );
    for section in &book.sections {
        let _ = writeln!(out, "<h2>{}</h2>", prose(&section.heading));
        let mut list = false;
        for item in &section.items {
            let is_rule = matches!(item, Item::Rule(_));
            if is_rule != list {
                out.push_str(if is_rule { "<ul>\n" } else { "</ul>\n" });
                list = is_rule;
            }
            match item {
                Item::Heading(text) => {
                    let _ = writeln!(out, "<h3>{}</h3>", prose(text));
                }
                Item::Rule(rule) => {
                    let shown = escaped(&place(rule, sources));
                    let link = rule
                        .span
                        .and_then(|span| Some((sources.index(span.start)?, line(sources, span)?.1)))
                        .map_or_else(
                            || format!("<span class=\"place\">[{shown}]</span>"),
                            |(file, line)| {
                                format!("<a class=\"place\" href=\"#f{file}-{line}\">[{shown}]</a>")
                            },
                        );
                    let _ = writeln!(out, "<li>{} {link}</li>", prose(&rule.text));
                }
                Item::Board(fen) => {
                    let picture = svg::board(definition, fen, colours);
                    let _ = writeln!(out, "<figure>\n{picture}</figure>");
                }
                Item::Diagram(diagram, letter) => {
                    let picture = svg::diagram(diagram, definition, letter, colours);
                    let _ = writeln!(out, "<figure>\n{picture}</figure>");
                }
            }
        }
        if list {
            out.push_str("</ul>\n");
        }
    }
    out.push_str("<h2>The files</h2>\n");
    for (number, file) in sources.files.iter().enumerate() {
        let name = escaped(&harmless(short(&file.name)));
        let _ = write!(out, "<h3>{name}</h3>\n<pre class=\"file\">");
        for (index, text) in file.text.lines().enumerate() {
            let line = index + 1;
            let text = escaped(&harmless(text));
            let _ = writeln!(out, "<span id=\"f{number}-{line}\"><b>{line}</b>{text}</span>");
        }
        out.push_str("</pre>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

//! Answers to questions about a place in an open text.

use lsp_types::{
    CompletionItem, CompletionItemKind, Documentation, Hover, HoverContents, Location,
    MarkupContent, MarkupKind, Position, TextEdit, Uri,
};

use super::cursor::{Spot, name_at, spot};
use super::documents::{Document, uri_of};
use super::{hover, place};
use crate::definition::Library;
use crate::definition::keys::{AFTER, KeyInfo, Kind, Known, OFF};
use crate::definition::outline::Outline;
use crate::source::Span;

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// What is said about a place.
pub(super) fn hover(document: &Document, at: Position) -> Option<Hover> {
    let text = &document.text;
    let byte = place::byte(text, at);
    let (said, span) = match spot(text, byte)? {
        Spot::Key { mut path, span, .. } => {
            let word = text.get(span.start..span.end).filter(|word| !word.is_empty())?;
            path.push(word.to_owned());
            let named = || hover::name(word, document.outline.as_ref()?);
            (hover::key(&path).or_else(named)?, span)
        }
        Spot::Value { path, span, quoted: true } if hover::is_notation(&path) => {
            let notation = text.get(span.start..span.end)?;
            (hover::notation(notation, document.outline.as_ref())?, span)
        }
        Spot::Value { span, .. } => {
            let name = name_at(text, span, byte)?;
            let outline = document.outline.as_ref()?;
            (hover::name(text.get(name.start..name.end)?, outline)?, name)
        }
    };
    let contents = HoverContents::Markup(markdown(said));
    Some(Hover { contents, range: Some(place::range(text, span)) })
}

/// What could be written at a place.
pub(super) fn completion(document: &Document, at: Position) -> Vec<CompletionItem> {
    let text = &document.text;
    let byte = place::byte(text, at);
    match spot(text, byte) {
        None => Vec::new(),
        Some(Spot::Key { path, header, .. }) => keys(&path, header, document.outline.as_ref()),
        Some(Spot::Value { path, quoted, .. }) => values(&path, quoted, document.outline.as_ref()),
    }
}

fn key_item(key: &KeyInfo) -> CompletionItem {
    let detail = match key.kind {
        Kind::Text => "text",
        Kind::Integer => "number",
        Kind::Boolean => "true or false",
        Kind::List(_) => "list",
        Kind::Named(_) | Kind::Table(_) | Kind::Patch => "table",
    };
    CompletionItem {
        label: key.name.to_owned(),
        kind: Some(CompletionItemKind::PROPERTY),
        detail: Some(detail.to_owned()),
        documentation: Some(Documentation::MarkupContent(markdown(key.doc.trim().to_owned()))),
        ..CompletionItem::default()
    }
}

fn keys(path: &[String], header: bool, outline: Option<&Outline>) -> Vec<CompletionItem> {
    let Some(known) = Known::at(path.iter().map(String::as_str)) else { return Vec::new() };
    let kind = known.kind.entry();
    let is_table = |kind: Kind| !matches!(kind, Kind::Text | Kind::Integer | Kind::Boolean);
    let mut out: Vec<CompletionItem> =
        kind.keys().into_iter().filter(|key| !header || is_table(key.kind)).map(key_item).collect();
    if !path.is_empty() && !header && !out.is_empty() {
        out.push(key_item(&OFF));
        if matches!(kind, Kind::Table(table) if table.has_name()) {
            out.push(key_item(&AFTER));
        }
    }
    // Names: those that are there already, to be changed, and pieces where numbers go by them.
    if let (Kind::Named(_), Some(outline)) = (kind, outline) {
        let table = path.first().map_or("", String::as_str);
        let wanted = if path.len() == 1 { table } else { "pieces" };
        out.extend(named(outline, |named| named == wanted));
    }
    out
}

fn named(outline: &Outline, wanted: impl Fn(&str) -> bool) -> Vec<CompletionItem> {
    let item = |named: &crate::definition::outline::Named| CompletionItem {
        label: named.name.clone(),
        kind: Some(match named.table {
            "pieces" | "groups" => CompletionItemKind::CLASS,
            "zones" => CompletionItemKind::CONSTANT,
            _ => CompletionItemKind::VARIABLE,
        }),
        detail: Some(format!("{}: {}", named.table, named.text)),
        ..CompletionItem::default()
    };
    outline.names.iter().filter(|named| wanted(named.table)).map(item).collect()
}

fn values(path: &[String], quoted: bool, outline: Option<&Outline>) -> Vec<CompletionItem> {
    let Some(known) = Known::at(path.iter().map(String::as_str)) else { return Vec::new() };
    let word = |word: &str| CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::VALUE),
        ..CompletionItem::default()
    };
    match known.kind.entry() {
        Kind::Boolean if !quoted => vec![word("true"), word("false")],
        Kind::Text if quoted && !hover::is_notation(path) => {
            let mut out: Vec<CompletionItem> = known
                .key
                .map(|key| words(key.doc))
                .unwrap_or_default()
                .into_iter()
                .map(word)
                .collect();
            // Where a few words are all there is, no name can stand.
            if out.len() < 2
                && let Some(outline) = outline
            {
                out.extend(named(outline, |table| table != "augmenters"));
            }
            out
        }
        _ => Vec::new(),
    }
}

/// The words that a key's text names as its values: those in quotes.
fn words(doc: &'static str) -> Vec<&'static str> {
    let inside = doc.split('`').skip(1).step_by(2);
    let quoted = inside.filter_map(|code| code.strip_prefix('"')?.strip_suffix('"'));
    quoted.filter(|word| !word.is_empty() && !word.contains([' ', '"', '='])).collect()
}

/// Where the name at a place, or the parent, is defined.
pub(super) fn definition(
    uri: &Uri,
    document: &Document,
    library: &dyn Library,
    at: Position,
) -> Option<Location> {
    let text = &document.text;
    let byte = place::byte(text, at);
    let name = match spot(text, byte)? {
        Spot::Value { path, span, .. } if path == ["variant", "extends"] => {
            let parent = text.get(span.start..span.end)?.split('[').next()?.trim();
            let (path, _) = library.text(parent)?;
            let path = std::path::Path::new(&path);
            let uri = path.is_absolute().then(|| uri_of(path))?.parse().ok()?;
            return Some(Location { uri, range: lsp_types::Range::default() });
        }
        Spot::Value { span, .. } => name_at(text, span, byte)?,
        Spot::Key { span, .. } => span,
    };
    let outline = document.outline.as_ref()?;
    let word = text.get(name.start..name.end)?;
    let found = outline.names.iter().find(|named| named.name == word)?;
    let (file, span) = outline.sources.locate(found.span)?;
    let uri = if outline.sources.index(found.span.start) == Some(0) {
        uri.clone()
    } else {
        let path = std::path::Path::new(&file.name);
        path.is_absolute().then(|| uri_of(path))?.parse().ok()?
    };
    Some(Location { uri, range: place::range(&file.text, span) })
}

/// The text in the layout of `ferz fmt`; nothing if it cannot be formatted, or is already.
pub(super) fn formatting(document: &Document) -> Vec<TextEdit> {
    match crate::format::format(&document.text) {
        Ok(new) if new != document.text && !document.too_long => {
            let all = place::range(&document.text, Span::new(0, document.text.len()));
            vec![TextEdit { range: all, new_text: new }]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_key_are_those_in_quotes() {
        let key = Known::at(["royal", "safe"]).unwrap().key.unwrap();
        assert_eq!(words(key.doc), ["each", "last", "one"]);
        let key = Known::at(["promotion", "to"]).unwrap().key.unwrap();
        assert_eq!(words(key.doc), [""; 0]);
    }
}

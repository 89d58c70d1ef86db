//! Everything that the check has to say about an open text.

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, Uri,
};

use super::documents::{Document, uri_of};
use super::place;
use crate::definition::{Definition, Library, Sources, check_with};
use crate::diagnostic::{Diagnostic, Severity};
use crate::limits;
use crate::variant::Variant;

/// All faults and warnings, at their places in this text. A fault of a parent stands at the
/// beginning, and says which file it is in.
pub(super) fn faults(document: &Document, library: &dyn Library) -> Vec<lsp_types::Diagnostic> {
    if document.too_long {
        let text = format!("a text may have at most {} bytes", limits::MESSAGE_BYTES);
        let message = Diagnostic::error("out-of-range", crate::source::Span::default(), text);
        return vec![said(&message, &Sources::default(), "", document)];
    }
    let name = document.name(library);
    let shown = document.shown();
    let judge =
        |definition: &Definition| Variant::new(definition.clone()).err().unwrap_or_default();
    let checked = check_with(&name, &shown, &document.text, &[], library, &judge);
    let loaded = &checked.loaded;
    let mut out: Vec<_> =
        loaded.diagnostics.iter().map(|fault| said(fault, &loaded.sources, "", document)).collect();
    // What is probably not meant is only looked for in what is right.
    if let Some(Ok(variant)) = loaded.definition.clone().map(Variant::new) {
        let doubts = crate::lint::warnings(&variant);
        // Those about a parent are for whoever checks the parent.
        let own = doubts.iter().filter(|doubt| loaded.sources.index(doubt.span().start) == Some(0));
        out.extend(own.map(|doubt| said(doubt, &loaded.sources, "", document)));
    }
    for variation in &checked.variations {
        let choices: Vec<String> =
            variation.choices.iter().map(|(option, choice)| format!("{option}={choice}")).collect();
        let note = format!(" (with `{}`)", choices.join(","));
        let list = variation.diagnostics.iter();
        out.extend(list.map(|fault| said(fault, &variation.sources, &note, document)));
    }
    out
}

fn said(
    fault: &Diagnostic,
    sources: &Sources,
    note: &str,
    document: &Document,
) -> lsp_types::Diagnostic {
    let mut message = format!("{}{note}", fault.message);
    let own = sources.index(fault.span().start).is_none_or(|index| index == 0);
    let mut range = Range::default();
    if let Some((file, span)) = sources.locate(fault.span()) {
        if own {
            range = place::range(&document.text, span);
        } else {
            message = format!("in {}: {message}", file.name);
        }
    }
    if let Some(label) = fault.labels.first().filter(|label| !label.message.is_empty()) {
        message.push_str(&["\n", &label.message].concat());
    }
    if let Some(help) = &fault.help {
        message.push_str(&["\nhelp: ", help].concat());
    }
    let others = fault.labels.iter().skip(usize::from(own));
    let related: Vec<_> = others
        .filter_map(|label| {
            let (file, span) = sources.locate(label.span)?;
            let index = sources.index(label.span.start)?;
            let uri = if index == 0 {
                document.path.as_deref().map(uri_of)?
            } else {
                let path = std::path::Path::new(&file.name);
                path.is_absolute().then(|| uri_of(path))?
            };
            Some(DiagnosticRelatedInformation {
                location: Location {
                    uri: uri.parse::<Uri>().ok()?,
                    range: place::range(&file.text, span),
                },
                message: label.message.clone(),
            })
        })
        .collect();
    lsp_types::Diagnostic {
        range,
        severity: Some(match fault.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(fault.code.to_owned())),
        source: Some("ferz".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

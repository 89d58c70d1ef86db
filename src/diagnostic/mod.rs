//! Faults and warnings as plain data: no colours, no output.

pub mod codes;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The text defines nothing.
    Error,
    /// The text is accepted; something in it is probably not meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A place in a text and what is to be said about it.
///
/// Places are global: a set of files that belong to one definition is numbered as one text
/// (see [`crate::definition::Sources`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub message: String,
}

/// One fault or warning.
///
/// `message` stands alone on one line: lower case, names in backticks, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable kebab-case code such as `unknown-piece`, or for notation `e-bent`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The first label is the place of the fault; others show its other half.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let labels = vec![Label { span, message: String::new() }];
        Self { code, severity, message: message.into(), labels, help: None }
    }

    /// Sets what is said at the first label.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.message = message.into();
        }
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Sets the way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same fault in a text in which this one begins at `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.shifted(offset);
        }
        self
    }

    /// The place of the fault.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |label| label.span)
    }

    /// True for an error, false for a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

//! Collecting faults: all of them, each once, up to a limit that is stated.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// The faults found so far.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: Vec<Diagnostic>,
    /// Codes of warnings that are not wanted.
    allowed: BTreeSet<String>,
    dropped: usize,
    /// Men that were taken out with `off`, and where.
    taken_out: BTreeMap<String, Span>,
}

impl Faults {
    /// Adds a fault, unless the very same is already there. Where there is no room left, an
    /// error takes the place of a warning: no warning may hide that there is an error.
    pub(crate) fn push(&mut self, fault: Diagnostic) {
        if self.list.contains(&fault) {
            return;
        }
        if self.list.len() < limits::FAULTS {
            self.list.push(fault);
            return;
        }
        self.dropped = self.dropped.saturating_add(1);
        if fault.is_error()
            && let Some(warning) = self.list.iter_mut().rfind(|fault| !fault.is_error())
        {
            *warning = fault;
        }
    }

    /// Leaves out warnings with this code, those that are there already too.
    pub(crate) fn allow(&mut self, code: &str) {
        self.allowed.insert(code.to_owned());
    }

    /// Notes that a man was taken out, for the fault of what still names it.
    pub(crate) fn take_out(&mut self, piece: &str, place: Span) {
        self.taken_out.insert(piece.to_owned(), place);
    }

    /// Where a man was taken out.
    pub(crate) fn taken_out(&self, piece: &str) -> Option<Span> {
        self.taken_out.get(piece).copied()
    }

    /// Whether an error is among them.
    pub(crate) fn has_error(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// Number of faults, for finding out whether a step added any.
    pub(crate) fn len(&self) -> usize {
        self.list.len().saturating_add(self.dropped)
    }

    /// All faults in file order.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        let allowed = self.allowed;
        self.list.retain(|fault| fault.is_error() || !allowed.contains(fault.code));
        self.list.sort_by_key(Diagnostic::span);
        if self.dropped > 0
            && let Some(last) = self.list.last_mut()
        {
            let note = format!("{} more faults are not shown", self.dropped);
            last.help = Some(match last.help.take() {
                Some(help) => format!("{help}; {note}"),
                None => note,
            });
        }
        self.list
    }
}

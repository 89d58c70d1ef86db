//! What compiling costs, counted: no definition takes more than its limits.

use std::cell::Cell;

use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// Steps and bytes that are left. A table that runs out of them stays unfinished, so whoever
/// fills one asks [`Work::check`] before its table is used.
pub(super) struct Work {
    steps: Cell<usize>,
    bytes: Cell<usize>,
}

impl Work {
    pub(super) fn new() -> Self {
        Self { steps: Cell::new(limits::COMPILE_STEPS), bytes: Cell::new(limits::TABLE_BYTES) }
    }

    /// Takes steps, each about as long as one square of a ride; whether there were so many.
    pub(super) fn steps(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get().saturating_sub(steps));
        self.steps.get() > 0
    }

    /// Takes the room of so many values; whether there was so much.
    pub(super) fn room<T>(&self, values: usize) -> bool {
        let bytes = values.saturating_mul(size_of::<T>());
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
        self.bytes.get() > 0
    }

    /// An error at `span` if steps or bytes have run out.
    pub(super) fn check(&self, span: Span) -> Result<(), Vec<Diagnostic>> {
        let (what, help) = if self.bytes.get() == 0 {
            (
                format!("the tables of this game need more than {} bytes", limits::TABLE_BYTES),
                "use fewer men, fewer entries with conditions of their own, or a smaller board",
            )
        } else if self.steps.get() == 0 {
            (
                format!("this game takes more than {} steps to compile", limits::COMPILE_STEPS),
                "use fewer legs, shorter ranges on the legs, or fewer men",
            )
        } else {
            return Ok(());
        };
        let label = "reached here";
        Err(vec![Diagnostic::error("limit", span, what).label(label).help(help)])
    }
}

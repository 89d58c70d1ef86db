//! `[allow]`: warnings that are not wanted.

use super::Checker;
use crate::definition::Allowed;
use crate::definition::names::suggest;
use crate::diagnostic::{Diagnostic, codes};

impl Checker<'_> {
    /// Reads the warnings that are not wanted, and keeps them from being reported.
    pub(super) fn allowed(&mut self) -> Vec<Allowed> {
        let Some(table) = &self.file.allow else { return Vec::new() };
        let mut allowed = Vec::new();
        for (name, reason) in table.iter() {
            let code = name.value.as_str();
            if !codes::is_warning(code) {
                let known = codes::find(code).is_some();
                let message = if known {
                    format!("`{code}` is an error and cannot be allowed")
                } else {
                    format!("no warning is called `{}`", super::super::names::shown(code))
                };
                let fault = Diagnostic::error("unknown-code", name.span, message)
                    .label("not the code of a warning");
                let mut fault = suggest(fault, code, codes::warnings());
                if fault.help.is_none() {
                    fault = fault.help(if known {
                        "correct what it says; only warnings can be allowed"
                    } else {
                        "`ferz explain` lists the codes of all warnings"
                    });
                }
                self.faults.push(fault);
                continue;
            }
            if reason.value.trim().is_empty() {
                self.faults.push(
                    Diagnostic::error(
                        "bad-value",
                        reason.span,
                        format!("`allow.{code}` needs a reason"),
                    )
                    .label("empty")
                    .help("say in a few words why it is meant"),
                );
                continue;
            }
            self.faults.allow(code);
            allowed.push(Allowed {
                code: code.to_owned(),
                reason: reason.value.clone(),
                span: name.span,
            });
        }
        allowed
    }
}

//! `[[gate]]`: men in reserve.

use super::Checker;
use crate::definition::Gate;
use crate::definition::file::{GateTable, Missing, unsupported};
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// All gates.
    pub(super) fn gates(&mut self) -> Vec<Gate> {
        let file = self.file;
        let list = file.gate.iter().flat_map(|list| &list.value);
        list.filter_map(|table| self.gate(table)).collect()
    }

    fn gate(&mut self, table: &GateTable) -> Option<Gate> {
        let name = self.entry_name(table, table.name.as_ref(), "a gate");
        let sides = self.sides(table.side.as_ref());
        let what = format!("the gate `{name}`");
        table.need("pieces", &what, self.faults);
        table.need("squares", &what, self.faults);
        let bound = table.bound.as_ref().is_some_and(|bound| bound.value);
        let must = table.must.as_ref().is_some_and(|must| must.value);
        if bound && !must {
            let place = table.must.as_ref().map_or(table.span, |must| must.span);
            self.faults.push(unsupported(place, "a bound gate with `must = false`"));
        }
        let pieces = table.pieces.as_ref().and_then(|text| self.names.pieces(text, self.faults));
        let squares = table.squares.as_ref().and_then(|text| self.names.squares(text, self.faults));
        let (pieces, squares) = pieces.zip(squares)?;
        let stages = self.file.setup.iter().filter_map(|setup| setup.stages.as_ref());
        let binds = stages.flat_map(|list| &list.value).any(|stage| {
            let bind = stage.bind.as_ref().and_then(|bind| bind.gate.as_ref());
            bind.is_some_and(|gate| gate.value == name)
        });
        if bound && !binds {
            self.faults.push(
                Diagnostic::error(
                    "gate-unbound",
                    table.span,
                    format!("no stage ties the men of the gate `{name}` to their squares"),
                )
                .help(format!(
                    "write a stage with `bind = {{ gate = \"{name}\" }}` in `setup.stages`"
                )),
            );
        }
        Some(Gate {
            name,
            span: table.span,
            sides,
            pieces,
            squares,
            bound,
            must,
            shields: table.shields.as_ref().is_none_or(|shields| shields.value),
        })
    }
}

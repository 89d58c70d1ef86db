//! `[[effect]]`, `[[ban]]`, `[checks]`, `[[counter]]`.

use super::{Checker, in_file};
use crate::definition::condition;
use crate::definition::file::{BanTable, CounterTable, EffectTable, Missing};
use crate::definition::names::{NameOf, check_name};
use crate::definition::{Ban, BanOn, Counter, Effect, Expr, MoverFate, PieceSet};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::notation::lower::{Action, lower};

impl Checker<'_> {
    /// `[[effect]]` entries, in order.
    pub(super) fn effects(&mut self) -> Vec<Effect> {
        let file = self.file;
        let list = file.effect.iter().flat_map(|list| &list.value);
        list.filter_map(|table| self.effect(table)).collect()
    }

    fn effect(&mut self, table: &EffectTable) -> Option<Effect> {
        let name = self.entry_name(table, table.name.as_ref(), "an effect");
        let sides = self.sides(table.side.as_ref());
        let words = [("capture", true), ("move", false)];
        let on_capture = self.word(table.on.as_ref(), true, &words, &[], "on");
        let all = self.names.all_pieces();
        let pieces = self.pieces_or(table.pieces.as_ref(), all);
        let captured = self.pieces_or(table.captured.as_ref(), all);
        let spares = self.pieces_or(table.spares.as_ref(), PieceSet::NONE);
        let words = [
            ("stays", MoverFate::Stays),
            ("removed", MoverFate::Removed),
            ("wall", MoverFate::Wall),
            ("captured", MoverFate::Captured),
            ("turned", MoverFate::Turned),
        ];
        let mover = self.word(table.mover.as_ref(), MoverFate::Stays, &words, &[], "mover");
        if let (Some(text), Some(false)) = (&table.captured, on_capture) {
            self.faults.push(
                Diagnostic::error("bad-value", text.span, "`captured` is asked of captures only")
                    .help("take it out, or write `on = \"capture\"`"),
            );
        }
        if mover == Some(MoverFate::Captured) && on_capture == Some(false) {
            let place = table.mover.as_ref().map_or(table.span, |text| text.span);
            self.faults.push(
                Diagnostic::error(
                    "bad-value",
                    place,
                    "a man becomes what it took, but this effect is not about captures",
                )
                .help("write `on = \"capture\"`"),
            );
        }
        let around = match &table.around {
            None => None,
            Some(text) => {
                let expr = self.notation(text)?;
                let leaps = lower(&expr).iter().all(|way| match &way.action {
                    Action::Ride(ride) => {
                        ride.range == 1
                            && ride.steps.len() == 1
                            && ride.passage == crate::notation::lower::Passage::Free
                            && ride.skip == 0
                            && !way.initial
                    }
                    _ => false,
                });
                if !leaps {
                    self.faults.push(in_file(
                        Diagnostic::error(
                            "bad-value",
                            crate::source::Span::new(0, text.value.len()),
                            "`around` takes leaps only",
                        )
                        .help("`K` are the eight neighbours, `WDN` and the like work too"),
                        text,
                    ));
                    return None;
                }
                Some(expr)
            }
        };
        if mover == Some(MoverFate::Stays) && around.is_none() {
            self.faults.push(
                Diagnostic::error(
                    "missing-key",
                    table.span,
                    format!("the effect `{name}` does nothing"),
                )
                .help("write `mover` or `around`"),
            );
        }
        Some(Effect {
            name,
            span: table.span,
            sides,
            on_capture: on_capture?,
            pieces: pieces?,
            captured: captured?,
            mover: mover?,
            around,
            spares: spares?,
        })
    }

    /// `[[ban]]` entries.
    pub(super) fn bans(&mut self) -> Vec<Ban> {
        let file = self.file;
        let list = file.ban.iter().flat_map(|list| &list.value);
        list.filter_map(|table| self.ban(table)).collect()
    }

    fn ban(&mut self, table: &BanTable) -> Option<Ban> {
        let name = self.entry_name(table, table.name.as_ref(), "a ban");
        let sides = self.sides(table.side.as_ref());
        let words = [
            ("any", BanOn::Any),
            ("move", BanOn::Move),
            ("capture", BanOn::Capture),
            ("drop", BanOn::Drop),
            ("castling", BanOn::Castling),
            ("promotion", BanOn::Promotion),
            ("gate", BanOn::Gate),
            ("pass", BanOn::Pass),
        ];
        let on = self.word(table.on.as_ref(), BanOn::Any, &words, &[], "on");
        let all = self.names.all_pieces();
        let pieces = self.pieces_or(table.pieces.as_ref(), all);
        if !table.seen.contains(&"before") && !table.seen.contains(&"when") {
            self.faults.push(
                Diagnostic::error(
                    "missing-key",
                    table.span,
                    format!("the ban `{name}` needs the key `when` or the key `before`"),
                )
                .help(
                    "`when` is asked in the position after the move, `before` in the one before it",
                ),
            );
        }
        let before = self.condition(table.before.as_ref(), condition::BAN_BEFORE);
        let when = self.condition(table.when.as_ref(), condition::BAN_WHEN);
        Some(Ban {
            name,
            span: table.span,
            sides,
            on: on?,
            pieces: pieces?,
            before: before.ok()?,
            when: when.ok()?,
        })
    }

    /// `[checks]`.
    pub(super) fn checks(&mut self) -> Option<u32> {
        let table = self.file.checks.as_ref()?;
        table.need("total", "`checks`", self.faults);
        let total = table.total.as_ref()?;
        let fits = u32::try_from(total.value).ok().filter(|n| (1..=limits::CHECKS).contains(n));
        if fits.is_none() {
            self.faults.push(Diagnostic::error(
                "out-of-range",
                total.span,
                format!("`checks.total` is {}; it is 1 to {}", total.value, limits::CHECKS),
            ));
        }
        fits
    }

    /// Names of the counters, before their conditions can be read.
    pub(super) fn read_counter_names(&mut self) {
        let file = self.file;
        let list = file.counter.as_ref().map(|list| list.value.as_slice()).unwrap_or_default();
        for table in list {
            table.need("name", "a counter", self.faults);
            let Some(name) = &table.name else { continue };
            check_name(&name.value, name.span, NameOf::Term, self.faults);
            let terms = file.terms.iter().flat_map(|terms| &terms.entries);
            if terms.into_iter().any(|(term, _)| term.value == name.value) {
                self.faults.push(
                    Diagnostic::error(
                        "duplicate-name",
                        name.span,
                        format!("`{}` is a term of `let` too", name.value),
                    )
                    .help("conditions ask a counter by its name; give one of the two another"),
                );
            }
            self.names.counters.push(name.value.clone());
        }
        if list.len() > limits::COUNTERS {
            let place = file.counter.as_ref().map(|list| list.span).unwrap_or_default();
            self.faults.push(Diagnostic::error(
                "out-of-range",
                place,
                format!(
                    "there are {} counters; at most {} are allowed",
                    list.len(),
                    limits::COUNTERS
                ),
            ));
        }
    }

    /// `[[counter]]` entries.
    pub(super) fn counters(&mut self) -> Vec<Counter> {
        let file = self.file;
        let list = file.counter.iter().flat_map(|list| &list.value);
        list.take(limits::COUNTERS).filter_map(|table| self.counter(table)).collect()
    }

    fn counter(&mut self, table: &CounterTable) -> Option<Counter> {
        table.need("starts", "a counter", self.faults);
        table.need("stops", "a counter", self.faults);
        let name = table.name.as_ref()?.value.clone();
        let starts = self.condition(table.starts.as_ref(), condition::COUNTER);
        let stops = self.condition(table.stops.as_ref(), condition::COUNTER);
        let from = match &table.from {
            None => Some(Expr::Const(0)),
            Some(text) => self.conditions().number(text, condition::COUNTER),
        };
        Some(Counter {
            name,
            span: table.span,
            starts: starts.ok()??,
            from: from?,
            stops: stops.ok()??,
        })
    }
}

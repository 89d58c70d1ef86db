//! What may stand in a file, table by table, word for word.
//!
//! Every table is a struct of optional fields. Reading collects every unknown key and every
//! wrong type; whether a key is needed is asked later, by [`Missing`]. What the language
//! knows and this version does not do yet stands under `later`: taking a key over is moving
//! it up.

use super::faults::Faults;
use super::names::{closest, suggest};
use super::tree::{Node, Table, Text, Value};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::{Span, Spanned};

/// A value that can be read from a tree. `None` after a fault, which has been reported.
pub(crate) trait Read: Sized {
    /// Reads it. `path` says in plain words what is being read.
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self>;
}

/// Which keys of a table stand there, rightly or wrongly.
pub(crate) trait Missing {
    /// Place of the table.
    fn span(&self) -> Span;
    /// Keys that were seen.
    fn seen(&self) -> &[&'static str];

    /// Reports a key that is needed and does not stand there; nothing if it stands there but
    /// was wrong.
    fn need(&self, key: &'static str, what: &str, faults: &mut Faults) {
        if !self.seen().contains(&key) {
            faults.push(
                Diagnostic::error(
                    "missing-key",
                    self.span(),
                    format!("{what} needs the key `{key}`"),
                )
                .label(format!("no `{key}` here")),
            );
        }
    }
}

/// A wrong type.
fn wrong_type(node: &Node, path: &str, wanted: &str, faults: &mut Faults) {
    faults.push(
        Diagnostic::error(
            "wrong-type",
            node.span,
            format!("`{path}` must be {wanted}, not {}", node.kind()),
        )
        .label(format!("expected {wanted}")),
    );
}

/// An element of the language that this version does not support.
pub(crate) fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("unsupported", span, format!("{what} is not supported by this version"))
        .label("not supported yet")
        .help("take it out; nothing of a variant is ever ignored")
}

/// A key that no table of this kind has.
pub(crate) fn unknown_key(key: &str, span: Span, path: &str, known: &[&'static str]) -> Diagnostic {
    let shown = super::names::shown(key);
    let message = if path.is_empty() {
        format!("there is no table or key `{shown}`")
    } else {
        format!("`{path}` has no key `{shown}`")
    };
    suggest(
        Diagnostic::error("unknown-key", span, message).label("unknown key"),
        key,
        known.iter().copied(),
    )
}

impl Read for Text {
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let Some(text) = node.text() else {
            wrong_type(node, path, "a text", faults);
            return None;
        };
        if text.value.len() > limits::TEXT_BYTES {
            faults.push(Diagnostic::error(
                "out-of-range",
                node.span,
                format!(
                    "`{path}` has {} bytes; at most {} are allowed",
                    text.value.len(),
                    limits::TEXT_BYTES
                ),
            ));
            return None;
        }
        Some(text.clone())
    }
}

impl Read for Spanned<i64> {
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let value = match &node.value {
            Value::Integer(value) => Some(*value),
            Value::Given(text) => text.value.parse().ok(),
            _ => None,
        };
        if value.is_none() {
            wrong_type(node, path, "a whole number", faults);
        }
        value.map(|value| Self::new(value, node.span))
    }
}

impl Read for Spanned<bool> {
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let value = match &node.value {
            Value::Boolean(value) => Some(*value),
            Value::Given(text) => text.value.parse().ok(),
            _ => None,
        };
        if value.is_none() {
            wrong_type(node, path, "`true` or `false`", faults);
        }
        value.map(|value| Self::new(value, node.span))
    }
}

/// A list. Wrong elements are left out, after their fault was reported.
impl<T: Read> Read for Spanned<Vec<T>> {
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let Some(list) = node.list() else {
            wrong_type(node, path, "a list", faults);
            return None;
        };
        let most = if path == "test" { limits::TESTS } else { limits::LIST_ENTRIES };
        if list.len() > most {
            faults.push(Diagnostic::error(
                "out-of-range",
                node.span,
                format!("`{path}` has {} entries; at most {most} are allowed", list.len()),
            ));
            return None;
        }
        let read = list.iter().filter_map(|item| T::read(item, path, faults)).collect();
        Some(Self::new(read, node.span))
    }
}

/// A table whose keys are names that the file chooses, in alphabetical order.
#[derive(Debug, Default)]
pub(crate) struct Named<T> {
    /// Name, place of the name, value. An entry with a fault is there without its value.
    pub entries: Vec<(Spanned<String>, Option<T>)>,
    /// Place of the table.
    pub span: Span,
}

impl<T> Named<T> {
    /// All entries without a fault of their own.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Spanned<String>, &T)> {
        self.entries.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }
}

impl<T: Read> Read for Named<T> {
    fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
        let table = read_table(node, path, faults)?;
        let entries = table
            .iter()
            .map(|(key, entry)| {
                let path = format!("{path}.{}", super::names::shown(key));
                (Spanned::new(key.clone(), entry.key), T::read(&entry.node, &path, faults))
            })
            .collect();
        Some(Self { entries, span: node.span })
    }
}

/// A part that is read later, by somebody else.
impl Read for Node {
    fn read(node: &Node, _: &str, _: &mut Faults) -> Option<Self> {
        Some(node.clone())
    }
}

/// The node as a table; reported if it is none.
pub(crate) fn read_table<'a>(node: &'a Node, path: &str, faults: &mut Faults) -> Option<&'a Table> {
    if node.table().is_none() {
        let wanted = if path.is_empty() { "the file" } else { path };
        wrong_type(node, wanted, "a table", faults);
    }
    node.table()
}

macro_rules! table {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[$field_doc:meta])* $field:ident $key:literal: $type:ty,)*
        }
        $(later { $($later:literal),* $(,)? })?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        pub(crate) struct $name {
            /// Place of the table.
            pub span: Span,
            /// Keys that stand in it.
            pub seen: Vec<&'static str>,
            $($(#[$field_doc])* pub $field: Option<$type>,)*
        }

        impl $name {
            /// All keys.
            pub(crate) const KEYS: &'static [&'static str] = &[$($key,)* $($($later),*)?];
        }

        impl Missing for $name {
            fn span(&self) -> Span {
                self.span
            }
            fn seen(&self) -> &[&'static str] {
                &self.seen
            }
        }

        impl Read for $name {
            fn read(node: &Node, path: &str, faults: &mut Faults) -> Option<Self> {
                let table = read_table(node, path, faults)?;
                let mut read = Self { span: node.span, ..Self::default() };
                for (key, entry) in table {
                    let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    match key.as_str() {
                        $($key => {
                            read.seen.push($key);
                            read.$field = Read::read(&entry.node, &inner, faults);
                        })*
                        $($($later => {
                            read.seen.push($later);
                            faults.push(unsupported(entry.key, &format!("`{inner}`")));
                        })*)?
                        // Entries that are left out, or put elsewhere, are settled before; here
                        // only a wrong value can be left.
                        "off" => wrong_type(&entry.node, &inner, "true or false", faults),
                        "after" => wrong_type(&entry.node, &inner, "a text", faults),
                        _ => {
                            // A key that was meant is not missing too.
                            read.seen.extend(closest(key, Self::KEYS.iter().copied()));
                            faults.push(unknown_key(key, entry.key, path, Self::KEYS));
                        }
                    }
                }
                Some(read)
            }
        }
    };
}

table! {
    /// A whole file.
    FileTable {
        variant "variant": VariantTable,
        board "board": BoardTable,
        zones "zones": Named<Text>,
        groups "groups": Named<Text>,
        terms "let": Named<Text>,
        pieces "pieces": Named<PieceTable>,
        augmenters "augmenters": Named<AugmenterTable>,
        gate "gate": Spanned<Vec<GateTable>>,
        hand "hand": HandTable,
        drop "drop": Spanned<Vec<DropTable>>,
        effect "effect": Spanned<Vec<EffectTable>>,
        ban "ban": Spanned<Vec<BanTable>>,
        checks "checks": ChecksTable,
        counter "counter": Spanned<Vec<CounterTable>>,
        royal "royal": Spanned<Vec<RoyalTable>>,
        castling "castling": Spanned<Vec<CastlingTable>>,
        promotion "promotion": Spanned<Vec<PromotionTable>>,
        en_passant "en-passant": EnPassantTable,
        turn "turn": TurnTable,
        points "points": PointsTable,
        end "end": Spanned<Vec<EndTable>>,
        text "text": TextTable,
        setup "setup": SetupTable,
        test "test": Spanned<Vec<TestTable>>,
        options "options": Node,
        combination "combination": Node,
    }
    later { "wall" }
}

table! {
    /// `[variant]`.
    VariantTable {
        name "name": Text,
        extends "extends": Text,
        about "about": Text,
    }
}

table! {
    /// `[board]`.
    BoardTable {
        files "files": Spanned<i64>,
        ranks "ranks": Spanned<i64>,
        holes "holes": Text,
        wrap "wrap": Text,
        symmetry "symmetry": Text,
    }
}

table! {
    /// `[pieces.NAME]`.
    PieceTable {
        letter "letter": Text,
        reads "reads": Text,
        side "side": Text,
        moves "moves": Text,
        first "first": Text,
        extra "extra": Spanned<Vec<ExtraTable>>,
        once "once": OnceTable,
        within "within": Text,
        takes "takes": Text,
        taken_by "taken-by": Text,
        hurdles "hurdles": Text,
        value "value": Spanned<i64>,
    }
}

table! {
    /// An entry of a piece's `extra`.
    ExtraTable {
        name "name": Text,
        moves "moves": Text,
        from "from": Text,
        to "to": Text,
        when "when": Text,
        takes "takes": Text,
        hurdles "hurdles": Text,
        passing "passing": Spanned<bool>,
    }
}

table! {
    /// `[augmenters.NAME]`.
    AugmenterTable {
        code "code": Text,
        moves "moves": Text,
    }
}

table! {
    /// `[[gate]]`.
    GateTable {
        name "name": Text,
        side "side": Text,
        pieces "pieces": Text,
        squares "squares": Text,
        bound "bound": Spanned<bool>,
        must "must": Spanned<bool>,
        shields "shields": Spanned<bool>,
    }
}

table! {
    /// `[pieces.NAME.once]`.
    OnceTable {
        moves "moves": Text,
        until "until": Text,
        when "when": Text,
        lapse "lapse": Text,
        mark "mark": Text,
    }
}

table! {
    /// `[[royal]]`.
    RoyalTable {
        name "name": Text,
        side "side": Text,
        pieces "pieces": Text,
        safe "safe": Text,
    }
}

table! {
    /// `[[castling]]`.
    CastlingTable {
        name "name": Text,
        side "side": Text,
        right "right": Text,
        pieces "pieces": Text,
        partner "partner": Text,
        from "from": Text,
        partner_from "partner-from": Text,
        wing "wing": Text,
        to "to": Text,
        partner_to "partner-to": Text,
        test "test": Text,
        by_drop "by-drop": Spanned<bool>,
    }
}

table! {
    /// `[[promotion]]`.
    PromotionTable {
        name "name": Text,
        side "side": Text,
        pieces "pieces": Text,
        zone "zone": Text,
        on "on": Text,
        to "to": Text,
        must "must": Spanned<bool>,
        limit "limit": Named<Spanned<i64>>,
        when "when": Text,
        mark "mark": Text,
        moves "moves": Text,
        back "back": Spanned<bool>,
    }
}

table! {
    /// `[hand]`.
    HandTable {
        captured "captured": Text,
    }
}

table! {
    /// `[[drop]]`.
    DropTable {
        name "name": Text,
        side "side": Text,
        pieces "pieces": Text,
        zone "zone": Text,
        per_file "per-file": Spanned<i64>,
        promoted "promoted": Spanned<bool>,
        must "must": Spanned<bool>,
    }
}

table! {
    /// `[[effect]]`.
    EffectTable {
        name "name": Text,
        side "side": Text,
        on "on": Text,
        pieces "pieces": Text,
        captured "captured": Text,
        mover "mover": Text,
        around "around": Text,
        spares "spares": Text,
    }
}

table! {
    /// `[[ban]]`.
    BanTable {
        name "name": Text,
        side "side": Text,
        on "on": Text,
        pieces "pieces": Text,
        before "before": Text,
        when "when": Text,
    }
}

table! {
    /// `[checks]`.
    ChecksTable {
        total "total": Spanned<i64>,
    }
}

table! {
    /// `[[counter]]`.
    CounterTable {
        name "name": Text,
        starts "starts": Text,
        from "from": Text,
        stops "stops": Text,
    }
}

table! {
    /// `[en-passant]`.
    EnPassantTable {
        zone "zone": Text,
        of "of": Text,
    }
}

table! {
    /// `[turn]`.
    TurnTable {
        first "first": Text,
        pass "pass": Text,
        capture "capture": Text,
        resets "resets": Text,
        touch_move "touch-move": Spanned<bool>,
    }
}

table! {
    /// `[points]`.
    PointsTable {
        captured "captured": Named<Spanned<i64>>,
        strict "strict": Spanned<bool>,
    }
}

table! {
    /// `[[end]]`.
    EndTable {
        name "name": Text,
        when "when": Text,
        result "result": Text,
        by "by": Text,
        call "call": Text,
    }
}

table! {
    /// `[text]`.
    TextTable {
        castling "castling": Text,
        codes "codes": Text,
    }
}

table! {
    /// `[setup]`.
    SetupTable {
        start "start": Text,
        presets "presets": Named<Text>,
        shuffle "shuffle": ShuffleTable,
        stages "stages": Spanned<Vec<StageTable>>,
    }
}

table! {
    /// An entry of `setup.stages`.
    StageTable {
        name "name": Text,
        by "by": Text,
        with_move "with-move": Spanned<bool>,
        augment "augment": AugmentTable,
        bind "bind": BindTable,
        vote "vote": VoteTable,
    }
}

table! {
    /// `augment` of a stage.
    AugmentTable {
        pool "pool": Text,
        white_pool "white-pool": Text,
        black_pool "black-pool": Text,
        slots "slots": Named<Text>,
        bans "bans": Named<Spanned<Vec<Text>>>,
        repeat "repeat": Spanned<bool>,
        spare "spare": Spanned<bool>,
        step "step": Text,
    }
}

table! {
    /// `bind` of a stage.
    BindTable {
        gate "gate": Text,
        copy "copy": Spanned<bool>,
        bans "bans": Spanned<Vec<Spanned<Vec<Text>>>>,
    }
}

table! {
    /// `vote` of a stage.
    VoteTable {
        gate "gate": Text,
    }
}

table! {
    /// `[setup.shuffle]`.
    ShuffleTable {
        squares "squares": Text,
        keep "where": Text,
        same "same": Spanned<bool>,
    }
}

table! {
    /// `[[test]]`.
    TestTable {
        name "name": Text,
        rule "rule": Text,
        with "with": Text,
        fen "fen": Text,
        moves "moves": Text,
        legal "legal": Spanned<Vec<Text>>,
        illegal "illegal": Spanned<Vec<Text>>,
        from "from": Named<Text>,
        perft "perft": Spanned<Vec<Spanned<i64>>>,
        becomes "becomes": Text,
        status "status": Text,
        reason "reason": Text,
        claim "claim": Text,
        refuses "refuses": Text,
        arrays "arrays": Spanned<i64>,
        armies "armies": Spanned<i64>,
    }
}

table! {
    /// `[options.NAME]`.
    OptionTable {
        about "about": Text,
        default "default": Text,
        choices "choices": Named<Node>,
        sets "sets": Text,
        needs "needs": Named<Text>,
    }
}

table! {
    /// `[[combination]]`.
    CombinationTable {
        with "with": Named<Text>,
        patch "patch": Node,
    }
}

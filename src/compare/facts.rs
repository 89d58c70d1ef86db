//! A definition as items with facts, each a text that two games can share.
//!
//! Every field of the model is named here, so that a new one has to be put somewhere.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::moves::fingerprint;
use super::words::{Words, sides, size, symmetry};
use crate::board::Side;
use crate::definition::{
    AugmentStage, Augmenter, Ban, BanOn, BindStage, By, Captured, Castling, Counter, Definition,
    Drop, Effect, EnPassant, End, EndResult, Expr, Gate, Mark, MoveEntry, MoverFate, Once, Piece,
    PieceId, Points, Promotion, PromotionOn, Royal, Safe, Setup, Shuffle, Sizes, Stage, StageKind,
    Turn,
};
use crate::limits;
use crate::notation::MoveExpr;

/// The tables of the language, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Area {
    Board,
    Turn,
    Pieces,
    Augmenters,
    Royal,
    Castling,
    Promotion,
    EnPassant,
    Hand,
    Drop,
    Gate,
    Effect,
    Ban,
    Checks,
    Counter,
    Points,
    Text,
    Setup,
    Stages,
    End,
}

impl Area {
    pub(super) const ALL: [Self; 20] = [
        Self::Board,
        Self::Turn,
        Self::Pieces,
        Self::Augmenters,
        Self::Royal,
        Self::Castling,
        Self::Promotion,
        Self::EnPassant,
        Self::Hand,
        Self::Drop,
        Self::Gate,
        Self::Effect,
        Self::Ban,
        Self::Checks,
        Self::Counter,
        Self::Points,
        Self::Text,
        Self::Setup,
        Self::Stages,
        Self::End,
    ];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Turn => "turn",
            Self::Pieces => "pieces",
            Self::Augmenters => "augmenters",
            Self::Royal => "royal",
            Self::Castling => "castling",
            Self::Promotion => "promotion",
            Self::EnPassant => "en-passant",
            Self::Hand => "hand",
            Self::Drop => "drop",
            Self::Gate => "gate",
            Self::Effect => "effect",
            Self::Ban => "ban",
            Self::Checks => "checks",
            Self::Counter => "counter",
            Self::Points => "points",
            Self::Text => "text",
            Self::Setup => "setup",
            Self::Stages => "setup.stages",
            Self::End => "end",
        }
    }

    /// Whether the order of the entries is a rule.
    pub(super) const fn is_ordered(self) -> bool {
        matches!(self, Self::Effect | Self::End | Self::Stages)
    }
}

/// A man, an entry of a list, or a table.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub area: Area,
    /// Empty for a table.
    pub name: String,
    pub facts: Vec<Said>,
}

/// One thing that is said of it.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub key: String,
    /// For people.
    pub value: String,
    /// Equal exactly if two games say the same.
    pub same: String,
    /// The moves, where it is about moves.
    pub moves: Option<MoveExpr>,
}

impl Said {
    /// Conditions may share terms, and each is written out where it is used: what is very long is
    /// cut for people, and compared by a number that depends on all of it.
    fn bounded(key: &str, mut value: String, mut same: String) -> Self {
        if same.len() > limits::TEXT_BYTES {
            let mut hasher = DefaultHasher::new();
            same.hash(&mut hasher);
            same = format!("{} bytes, {:x}", same.len(), hasher.finish());
        }
        if value.len() > limits::TEXT_BYTES {
            let end = (0..=limits::TEXT_BYTES).rev().find(|&at| value.is_char_boundary(at));
            value.truncate(end.unwrap_or(0));
            value.push('…');
        }
        Self { key: key.to_owned(), value, same, moves: None }
    }
}

impl Item {
    fn new(area: Area, name: &str) -> Self {
        Self { area, name: name.to_owned(), facts: Vec::new() }
    }

    fn with(mut self, key: &str, value: impl Display) -> Self {
        let value = format!("{value}");
        let same = value.clone();
        self.facts.push(Said::bounded(key, value, same));
        self
    }

    fn maybe(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    fn moves(mut self, key: &str, moves: &MoveExpr) -> Self {
        let said = Said::bounded(key, moves.to_string(), fingerprint(moves));
        self.facts.push(Said { moves: Some(moves.clone()), ..said });
        self
    }

    /// What it is, in one line.
    pub(super) fn summary(&self) -> String {
        let unusual = |said: &&Said| {
            !matches!(said.value.as_str(), "" | "all" | "none" | "both" | "false" | "0")
        };
        let parts: Vec<String> = self
            .facts
            .iter()
            .filter(unusual)
            .map(|said| format!("{} {}", said.key, said.value))
            .collect();
        parts.join("; ")
    }
}

/// Everything that a definition says about the game.
pub(super) fn items(game: &Definition, names: &[String]) -> Vec<Item> {
    let Definition {
        title: _,
        // What a game is called is no rule of it.
        also: _,
        about: _,
        shape,
        symmetry: turned,
        pieces,
        augmenters,
        // Part of the sets that use them.
        dressed: _,
        gates,
        hand,
        drops,
        effects,
        bans,
        checks,
        counters,
        royals,
        castlings,
        castling_text_king_takes_partner,
        promotions,
        en_passant,
        turn,
        points,
        ends,
        setup,
        tests: _,
        options: _,
        allowed: _,
        places: _,
    } = game;
    let words = Words { game, names };
    let mut out = vec![
        Item::new(Area::Board, "")
            .with("size", size(shape))
            .with("holes", words.area(shape.holes()))
            .with("wrap", if shape.wrap() { "files" } else { "none" })
            .with("symmetry", symmetry(*turned)),
        words.turn(turn),
    ];
    out.extend(pieces.iter().zip(names).map(|(piece, name)| words.man(piece, name)));
    out.extend(augmenters.iter().map(augmenter));
    out.extend(royals.iter().map(|royal| words.royal(royal)));
    out.extend(castlings.iter().map(|castling| words.castling(castling)));
    out.extend(promotions.iter().map(|promotion| words.promotion(promotion)));
    out.push(words.en_passant(en_passant));
    out.push(Item::new(Area::Hand, "").maybe("captured", hand.map(captured)));
    out.extend(drops.iter().map(|drop| words.drop(drop)));
    out.extend(gates.iter().map(|gate| words.gate(gate)));
    out.extend(effects.iter().map(|effect| words.effect(effect)));
    out.extend(bans.iter().map(|ban| words.ban(ban)));
    out.push(Item::new(Area::Checks, "").maybe("total", *checks));
    out.extend(counters.iter().map(|counter| words.counter(counter)));
    out.push(words.points(points.as_ref()));
    let castling = if *castling_text_king_takes_partner { "king-takes-partner" } else { "auto" };
    let codes: String = augmenters.iter().map(|augmenter| augmenter.code).collect();
    out.push(Item::new(Area::Text, "").with("castling", castling).with("codes", codes));
    out.push(words.setup(setup));
    out.extend(setup.stages.iter().map(|stage| words.stage(stage)));
    out.extend(ends.iter().map(|end| words.end(end)));
    out
}

fn augmenter(augmenter: &Augmenter) -> Item {
    let Augmenter { name, span: _, code, moves, moves_span: _ } = augmenter;
    Item::new(Area::Augmenters, name).with("code", code).moves("moves", moves)
}

impl Words<'_> {
    fn turn(&self, turn: &Turn) -> Item {
        let Turn { first, resets, pass, must_capture, touch_move } = turn;
        Item::new(Area::Turn, "")
            .with("first", first.as_str())
            .with("pass", self.or_false(pass.as_ref()))
            .with("capture", if *must_capture { "must" } else { "free" })
            .with("resets", self.men(*resets))
            .with("touch-move", touch_move)
    }

    fn or_false(&self, expr: Option<&Expr>) -> String {
        expr.map_or_else(|| "false".to_owned(), |expr| self.condition(expr))
    }

    fn man(&self, piece: &Piece, name: &str) -> Item {
        let Piece {
            name: _,
            span: _,
            letter,
            reads,
            sides: whose,
            moves,
            first,
            once,
            within,
            takes,
            hurdles,
            taken_by,
            value,
        } = piece;
        let mut item = Item::new(Area::Pieces, name)
            .with("letter", letter)
            .with("reads", reads)
            .with("side", sides(*whose));
        for entry in moves {
            let prefix = entry.name.as_ref().map(|name| format!("extra `{name}`: "));
            item = self.entry(item, &prefix.unwrap_or_default(), entry, piece);
        }
        if let Some(Once { entry, until_moved, lapse, mark_file }) = once {
            item = self
                .entry(item, "once: ", entry, piece)
                .with("once: until", if *until_moved { "moved" } else { "used" })
                .maybe("once: lapse", lapse.as_ref().map(|lapse| self.condition(lapse)))
                .with("once: mark", if *mark_file { "file" } else { "letter" });
        }
        let entries = moves.iter().chain(once.iter().map(|once| &once.entry));
        // Where they begin matters to men who have a first move.
        if entries.flat_map(|entry| entry.moves.terms()).any(|term| term.initial) {
            item = item.with("first", self.squares(*first));
        }
        item.with("within", self.squares(*within))
            .with("takes", self.men(*takes))
            .with("taken-by", self.men(*taken_by))
            .with("hurdles", self.men(*hurdles))
            .with("value", value)
    }

    /// What an entry says that its man does not say for all.
    fn entry(&self, item: Item, prefix: &str, entry: &MoveEntry, piece: &Piece) -> Item {
        let MoveEntry { name: _, moves, span: _, from, to, takes, hurdles, passing, when } = entry;
        let key = |key: &str| format!("{prefix}{key}");
        let from = self.squares(*from);
        item.moves(&key("moves"), moves)
            .maybe(&key("from"), (from != "all").then_some(from))
            .maybe(&key("to"), (*to != piece.within).then(|| self.squares(*to)))
            .maybe(&key("takes"), (*takes != piece.takes).then(|| self.men(*takes)))
            .maybe(&key("hurdles"), (*hurdles != piece.hurdles).then(|| self.men(*hurdles)))
            .maybe(&key("passing"), passing.then_some(true))
            .maybe(&key("when"), when.as_ref().map(|when| self.condition(when)))
    }

    fn royal(&self, royal: &Royal) -> Item {
        let Royal { name, span: _, sides: whose, pieces, safe } = royal;
        let safe = match safe {
            Safe::Each => "each",
            Safe::Last => "last",
            Safe::One => "one",
        };
        Item::new(Area::Royal, name)
            .with("side", sides(*whose))
            .with("pieces", self.men(*pieces))
            .with("safe", safe)
    }

    fn castling(&self, castling: &Castling) -> Item {
        let Castling {
            name,
            span: _,
            side,
            right,
            piece,
            partner,
            from,
            partner_from,
            wing,
            to,
            partner_to,
            king_stepped,
            by_drop,
        } = castling;
        let shape = &self.game.shape;
        let wing = wing.map(|wing| if wing < 0 { "left" } else { "right" });
        let whose = match side {
            Side::White => "white",
            Side::Black => "black",
        };
        Item::new(Area::Castling, &format!("{name}, {whose}"))
            .with("right", right)
            .with("pieces", self.men(*piece))
            .with("from", self.area(*from))
            .with("to", shape.name(*to))
            .with("partner", self.men(*partner))
            .with("partner-from", self.area(*partner_from))
            .with("partner-to", shape.name(*partner_to))
            .maybe("wing", wing)
            .with("test", if *king_stepped { "king-stepped" } else { "as-is" })
            .with("by-drop", by_drop)
    }

    fn promotion(&self, promotion: &Promotion) -> Item {
        let Promotion {
            name,
            span: _,
            sides: whose,
            pieces,
            zone,
            on,
            to,
            must,
            limit,
            when,
            mark,
            back,
            moves,
        } = promotion;
        let on = match on {
            PromotionOn::End => "end",
            PromotionOn::Touch => "touch",
            PromotionOn::Capture => "capture",
            PromotionOn::Turn => "turn",
        };
        let mark = match mark {
            Mark::None => "none",
            Mark::Tilde => "~",
            Mark::Plus => "+",
        };
        let to: Vec<String> = to.iter().map(|&id| self.piece(id)).collect();
        let limits = limit.iter().map(|(id, number)| (*id, i64::from(*number)));
        let item = Item::new(Area::Promotion, name)
            .with("side", sides(*whose))
            .with("pieces", self.men(*pieces))
            .with("zone", self.squares(*zone))
            .with("on", on)
            .with("to", to.join(" + "))
            .with("must", must)
            .with("limit", self.numbers(limits))
            .maybe("when", when.as_ref().map(|when| self.condition(when)))
            .with("mark", mark)
            .with("back", back);
        match moves {
            Some(moves) => item.moves("moves", moves),
            None => item,
        }
    }

    fn numbers(&self, list: impl Iterator<Item = (PieceId, i64)>) -> String {
        let mut parts: Vec<String> =
            list.map(|(id, number)| format!("{} {number}", self.piece(id))).collect();
        parts.sort();
        parts.join(", ")
    }

    fn en_passant(&self, en_passant: &EnPassant) -> Item {
        let EnPassant { zone, of } = en_passant;
        Item::new(Area::EnPassant, "").with("zone", self.squares(*zone)).with("of", self.men(*of))
    }

    fn drop(&self, drop: &Drop) -> Item {
        let Drop { name, span: _, sides: whose, pieces, zone, per_file, promoted, must } = drop;
        Item::new(Area::Drop, name)
            .with("side", sides(*whose))
            .with("pieces", self.men(*pieces))
            .with("zone", self.squares(*zone))
            .maybe("per-file", *per_file)
            .with("promoted", promoted)
            .with("must", must)
    }

    fn gate(&self, gate: &Gate) -> Item {
        let Gate { name, span: _, sides: whose, pieces, squares, bound, must, shields } = gate;
        Item::new(Area::Gate, name)
            .with("side", sides(*whose))
            .with("pieces", self.men(*pieces))
            .with("squares", self.squares(*squares))
            .with("bound", bound)
            .with("must", must)
            .with("shields", shields)
    }

    fn effect(&self, effect: &Effect) -> Item {
        let Effect {
            name,
            span: _,
            sides: whose,
            on_capture,
            pieces,
            captured,
            mover,
            around,
            spares,
        } = effect;
        let mover = match mover {
            MoverFate::Stays => "stays",
            MoverFate::Removed => "removed",
            MoverFate::Wall => "wall",
            MoverFate::Captured => "captured",
            MoverFate::Turned => "turned",
        };
        let item = Item::new(Area::Effect, name)
            .with("side", sides(*whose))
            .with("on", if *on_capture { "capture" } else { "move" })
            .with("pieces", self.men(*pieces))
            .with("captured", self.men(*captured))
            .with("mover", mover)
            .with("spares", self.men(*spares));
        match around {
            Some(around) => item.moves("around", around),
            None => item,
        }
    }

    fn ban(&self, ban: &Ban) -> Item {
        let Ban { name, span: _, sides: whose, on, pieces, before, when } = ban;
        let on = match on {
            BanOn::Any => "any",
            BanOn::Move => "move",
            BanOn::Capture => "capture",
            BanOn::Drop => "drop",
            BanOn::Castling => "castling",
            BanOn::Promotion => "promotion",
            BanOn::Gate => "gate",
            BanOn::Pass => "pass",
        };
        Item::new(Area::Ban, name)
            .with("side", sides(*whose))
            .with("on", on)
            .with("pieces", self.men(*pieces))
            .maybe("before", before.as_ref().map(|before| self.condition(before)))
            .maybe("when", when.as_ref().map(|when| self.condition(when)))
    }

    fn counter(&self, counter: &Counter) -> Item {
        let Counter { name, span: _, starts, from, stops } = counter;
        Item::new(Area::Counter, name)
            .with("starts", self.condition(starts))
            .with("from", self.condition(from))
            .with("stops", self.condition(stops))
    }

    fn points(&self, points: Option<&Points>) -> Item {
        let item = Item::new(Area::Points, "");
        let Some(Points { captured, strict }) = points else { return item };
        item.with("captured", self.numbers(captured.iter().copied())).with("strict", strict)
    }

    fn setup(&self, setup: &Setup) -> Item {
        let Setup { start, start_span: _, presets: _, shuffle, stages: _ } = setup;
        let item = Item::new(Area::Setup, "").with("start", start);
        let Some(Shuffle { squares, keep, same, span: _ }) = shuffle else { return item };
        item.with("shuffle: squares", self.area(*squares))
            .maybe("shuffle: where", keep.as_ref().map(|keep| self.condition(keep)))
            .with("shuffle: same", same)
    }

    fn stage(&self, stage: &Stage) -> Item {
        let Stage { name, span: _, sides: whose, with_move, kind } = stage;
        let item =
            Item::new(Area::Stages, name).with("by", sides(*whose)).with("with-move", with_move);
        match kind {
            StageKind::Augment(stage) => self.augment(item, stage),
            StageKind::Bind(BindStage { gate, copy, bans }) => {
                let pairs =
                    bans.iter().map(|(a, b)| format!("{} / {}", self.men(*a), self.men(*b)));
                let mut bans: Vec<String> = pairs.collect();
                bans.sort();
                item.with("bind: gate", self.gate_name(*gate))
                    .with("bind: copy", copy)
                    .with("bind: bans", bans.join(", "))
            }
            StageKind::Vote { gate } => item.with("vote: gate", self.gate_name(*gate)),
        }
    }

    fn gate_name(&self, gate: usize) -> String {
        self.game.gates.get(gate).map(|gate| gate.name.clone()).unwrap_or_default()
    }

    fn augment(&self, item: Item, stage: &AugmentStage) -> Item {
        let AugmentStage { pools: [white, black], slots, bans, repeat, spare, by_token, span: _ } =
            stage;
        let pool = |pool: &[u8]| self.tags(&crate::definition::Tags(pool.to_vec()));
        let sizes = |sizes: &Sizes| match sizes {
            Sizes::Each(number) => number.to_string(),
            Sizes::List(list) => list.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"),
        };
        let mut slot_texts: Vec<String> = slots
            .iter()
            .map(|(id, list)| {
                let list: Vec<String> = list.iter().map(sizes).collect();
                format!("{} {}", self.piece(*id), list.join(" or "))
            })
            .collect();
        slot_texts.sort();
        let mut ban_texts: Vec<String> = bans
            .iter()
            .flat_map(|(id, list)| {
                list.iter().map(|tags| format!("{} {}", self.piece(*id), self.tags(tags)))
            })
            .collect();
        ban_texts.sort();
        item.with("augment: white-pool", pool(white))
            .with("augment: black-pool", pool(black))
            .with("augment: slots", slot_texts.join(", "))
            .with("augment: bans", ban_texts.join(", "))
            .with("augment: repeat", repeat)
            .with("augment: spare", spare)
            .with("augment: step", if *by_token { "token" } else { "all" })
    }

    fn end(&self, end: &End) -> Item {
        let End { name, span: _, when, result, by, call } = end;
        let result = match result {
            EndResult::Us => "us",
            EndResult::Them => "them",
            EndResult::White => "white",
            EndResult::Black => "black",
            EndResult::Draw => "draw",
        };
        let by_text = match by {
            By::Rule => "rule",
            By::Verdict => "verdict",
            By::Claim => "claim",
        };
        let item = Item::new(Area::End, name)
            .with("by", by_text)
            .with("when", self.condition(when))
            .with("result", result);
        // Nobody calls an end that comes by itself.
        if *by == By::Claim { item.with("call", call) } else { item }
    }
}

fn captured(hand: Captured) -> &'static str {
    match hand {
        Captured::Nobody => "nobody",
        Captured::Capturer => "capturer",
        Captured::Owner => "owner",
    }
}

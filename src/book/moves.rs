//! Turns, royalty, castling, promotion, en passant.

use super::Writer;
use super::condition::BEFORE;
use super::men::{does, some_way};
use super::words::{Men, capital, joined, number, of_sides};
use crate::board::Side;
use crate::definition::{Castling, EnPassant, Mark, Promotion, PromotionOn, Royal, Safe, Turn};
use crate::notation::lower;
use crate::notation::lower::Action;

fn name_of(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

impl Writer<'_> {
    pub(super) fn turn(&mut self, turn: &Turn) {
        self.section("Turns");
        let Turn { first, resets, pass, must_capture, touch_move } = turn;
        self.says_if(
            &["turn", "first"],
            format!("{} makes the first move; then the sides move in turn.", name_of(*first)),
        );
        match pass {
            None => self.unsaid("Passing: it is never allowed."),
            Some(pass) => {
                let pass = self.teller(BEFORE).condition(pass);
                self.says(
                    &["turn", "pass"],
                    format!("A player may pass exactly if, before the move, this holds: {pass}."),
                );
            }
        }
        if *must_capture {
            self.says(
                &["turn", "capture"],
                "Capturing is compulsory: if some legal move captures, only such moves are legal.",
            );
        } else {
            self.unsaid("Capturing: nobody has to capture.");
        }
        let mut anew = vec!["captures".to_owned()];
        if !self.definition.drops.is_empty() {
            anew.push("drops".to_owned());
        }
        let only = if resets.is_empty() { "only " } else { "" };
        if !resets.is_empty() {
            anew.push(format!("moves of {}", self.words.men(*resets, Men::All)));
        }
        let anew = if self.words.is_every(*resets) {
            "every move begins".to_owned()
        } else {
            format!("{only}{} begin", joined(&anew, "and"))
        };
        self.says_if(
            &["turn", "resets"],
            format!("Where moves are counted for a draw, {anew} the count anew."),
        );
        if *touch_move {
            self.says(
                &["turn", "touch-move"],
                "Touch-move: a man that was touched must be moved, if it can be.",
            );
        } else {
            self.unsaid("Touch-move: nothing is said of touched men.");
        }
    }

    pub(super) fn royalty(&mut self, royals: &[Royal]) {
        self.section("Royal men and check");
        for royal in royals {
            let Royal { name, span: _, sides, pieces, safe } = royal;
            let (all, one) = (self.words.men(*pieces, Men::All), self.words.men(*pieces, Men::Any));
            let whose = of_sides(*sides);
            self.says(
                &["royal", name, "pieces"],
                format!("\u{201c}{name}\u{201d}: {all}{whose} are royal."),
            );
            let rule = match safe {
                Safe::Each => format!(
                    "No such man may be left attacked by a side's own move; whoever has {one} that \
                     is attacked is in check."
                ),
                Safe::Last => "Only the last of them that a side has left is royal in fact: it may \
                     not be left attacked, and a side whose last one is attacked is in check. While \
                     there are several, they may be left attacked and captured."
                    .to_owned(),
                Safe::One => "They may not all be attacked at once after a side's own move; a side \
                     all of whose such men are attacked is in check."
                    .to_owned(),
            };
            self.says_if(&["royal", name, "safe"], rule);
        }
        for side in Side::BOTH {
            let has = royals.iter().any(|royal| royal.sides.get(side.index()) == Some(&true));
            if !has {
                self.unsaid(format!("Royal men of {}: none. It is never in check.", name_of(side)));
            }
        }
    }

    pub(super) fn castling(&mut self, castlings: &[Castling], king_takes_partner: bool) {
        self.section("Castling");
        if castlings.is_empty() {
            self.unsaid("Castling: none is defined.");
            return;
        }
        let shape = &self.definition.shape;
        let mut tests = Vec::new();
        for castling in castlings {
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
            let (man, other) =
                (self.words.men(*piece, Men::Any), self.words.men(*partner, Men::Any));
            let (to, partner_to) = (shape.name(*to), shape.name(*partner_to));
            let (from, partner_from) = (self.words.set(*from), self.words.set(*partner_from));
            let outermost = match wing {
                None => "",
                Some(wing) if *wing < 0 => ", the outermost such man towards the a-file,",
                Some(_) => ", the outermost such man towards the last file,",
            };
            let letter = match side {
                Side::White => right.to_ascii_uppercase(),
                Side::Black => right.to_ascii_lowercase(),
            };
            self.says(
                &["castling", name],
                format!(
                    "\u{201c}{name}\u{201d} for {}: {man} on {from} goes to {to}, and in the same \
                     move {other} on {partner_from}{outermost} goes to {partner_to}. The right is \
                     written `{letter}`.",
                    name_of(*side)
                ),
            );
            if !tests.contains(name) {
                tests.push(name.clone());
                let how = if *king_stepped {
                    "with the castling man lifted from its square and put on the one it crosses"
                } else {
                    "with the castling man still standing where it came from"
                };
                self.says_if(
                    &["castling", name, "test"],
                    format!("In \u{201c}{name}\u{201d} a crossed square is judged {how}."),
                );
                if *by_drop {
                    self.says(
                        &["castling", name, "by-drop"],
                        format!("The right to \u{201c}{name}\u{201d} also arises when both men stand on these squares because they were dropped there."),
                    );
                }
            }
        }
        self.unsaid(
            "Castling needs the right to it, which is lost when either man moves or is captured. \
             All squares that the two men cross or end on must be empty but for themselves.",
        );
        self.unsaid(
            "If the castling man is royal, it may not castle out of check nor across an attacked \
             square; and as with every move, no royal man may be left attacked.",
        );
        self.says_if(
            &["text", "castling"],
            if king_takes_partner {
                "Castling is written as the first man going to the square of the second."
            } else {
                "Castling is written as the first man going to its goal, or to the square of the \
                 second where that would mean another move."
            },
        );
    }

    pub(super) fn promotion(&mut self, promotions: &[Promotion]) {
        self.section("Promotion");
        if promotions.is_empty() {
            self.unsaid("Promotion: none is defined.");
            return;
        }
        for promotion in promotions {
            self.one_promotion(promotion);
        }
        if promotions.len() > 1 {
            self.unsaid(
                "Where several of these rules fit one move, all their choices are offered, and one \
                 rule that compels is enough.",
            );
        }
    }

    fn one_promotion(&mut self, promotion: &Promotion) {
        let Promotion {
            name,
            span: _,
            sides,
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
        let at = |key: &'static str| ["promotion", name.as_str(), key];
        let man = self.words.men(*pieces, Men::Any);
        let whose = of_sides(*sides);
        let everywhere = self.words.everywhere(*zone);
        let zone = self.words.squares_for(*sides, *zone);
        let case = match (on, everywhere) {
            (PromotionOn::End, true) => "with any move".to_owned(),
            (PromotionOn::End, false) => format!("with a move that ends on {zone}"),
            (PromotionOn::Touch, true) => "with any move".to_owned(),
            (PromotionOn::Touch, false) => format!("with a move that begins or ends on {zone}"),
            (PromotionOn::Capture, true) => "with a capture".to_owned(),
            (PromotionOn::Capture, false) => format!("with a capture that ends on {zone}"),
            (PromotionOn::Turn, true) => "as a turn of its own".to_owned(),
            (PromotionOn::Turn, false) => {
                format!("as a turn of its own while it stands on {zone}")
            }
        };
        let targets: Vec<String> =
            to.iter().map(|&piece| super::words::a(&self.words.name(piece))).collect();
        let targets = joined(&targets, "or");
        let man = capital(&man);
        let verb = match (on, must) {
            (PromotionOn::Turn, _) | (_, false) => "may become",
            (_, true) => "becomes",
        };
        self.says(
            &at("to"),
            format!("\u{201c}{name}\u{201d}: {man}{whose} {verb} {targets}, {case}."),
        );
        match (on, must) {
            (PromotionOn::Turn, _) => {}
            (_, true) => self.says_if(&at("must"), "It may not stay what it was."),
            (_, false) => self.says(&at("must"), "It may also stay what it was."),
        }
        if let Some(moves) = moves {
            let text = format!("While it promotes it may stand still, or else it {}.", does(moves));
            self.says(&at("moves"), text);
        } else if *on == PromotionOn::Turn {
            self.unsaid("While it promotes in this way it does not move.");
        }
        for (piece, below) in limit {
            let man = super::words::a(&self.words.name(*piece));
            let few = match below {
                1 => "none of them".to_owned(),
                below => format!("fewer than {} of them", number(i64::from(*below))),
            };
            self.says(
                &at("limit"),
                format!("It may become {man} only while its side has {few} on the board."),
            );
        }
        if let Some(when) = when {
            let when = self.teller(BEFORE).condition(when);
            self.says(&at("when"), format!("This applies only if, before the move, {when}."));
        }
        match mark {
            Mark::None => {
                self.unsaid("Afterwards nothing tells it from other men of its new kind.");
            }
            Mark::Tilde => self.says(
                &at("mark"),
                "It is remembered as promoted (`~` behind its letter): it does not promote again, \
                 and if it goes to a hand it goes there as what it was.",
            ),
            Mark::Plus => self.says(
                &at("mark"),
                "It is written with its old letter behind a `+`; it does not promote again, and if \
                 it goes to a hand it goes there as what it was.",
            ),
        }
        if *back {
            let turns = if *must { "turns" } else { "may turn" };
            self.says(
                &at("back"),
                format!("By a move of the same kind a promoted man {turns} back into what it was."),
            );
        }
    }

    pub(super) fn en_passant(&mut self, en_passant: &EnPassant) {
        self.section("En passant");
        let EnPassant { zone, of } = en_passant;
        let definition = self.definition;
        let entries = || {
            definition.pieces.iter().flat_map(|piece| {
                piece.moves.iter().chain(piece.once.iter().map(|once| &once.entry))
            })
        };
        let passes = |moves| {
            let ways = lower(moves);
            ways.iter().any(|way| matches!(&way.action, Action::Ride(ride) if ride.passing))
        };
        let catches = entries().any(|entry| some_way(&entry.moves, |end| end.en_passant))
            || definition.augmenters.iter().any(|one| some_way(&one.moves, |end| end.en_passant));
        let passing = entries().any(|entry| entry.passing || passes(&entry.moves))
            || definition.augmenters.iter().any(|one| passes(&one.moves));
        if !catches || !passing {
            self.unsaid("En passant: no man of this game can be captured so.");
            return;
        }
        self.unsaid(
            "A man whose move says that it may be taken en passant can be captured on a square that \
             it passed, in the very next move, by a man that takes en passant; it is removed from \
             where it stands.",
        );
        if self.words.everywhere(*zone) {
            self.unsaid("This may happen on any square.");
        } else {
            let squares = self.words.squares(*zone);
            self.says(
                &["en-passant", "zone"],
                format!("A side may capture in this way only on {squares}."),
            );
        }
        if self.words.is_every(*of) {
            self.unsaid("Any man whose move allows it may be caught so.");
        } else {
            let men = self.words.men(*of, Men::Or);
            self.says(&["en-passant", "of"], format!("Only {men} may be caught so."));
        }
    }
}

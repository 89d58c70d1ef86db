//! Moves as text (`formats.md` 4, `language.md` 10).

use ferz::board::{Side, Square};
use ferz::definition::Mark;

use super::Reference;
use super::position::{Man, Position};
use super::rules::Move;
use super::setup::Choice;

/// A legal move and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RefMove {
    /// As printed; no other legal move of the position is printed so.
    pub(crate) text: String,
    /// The square it starts from, the man that castles standing there; none for a pass or a drop.
    pub(crate) from: Option<Square>,
    /// Whether it castles.
    pub(crate) castles: bool,
    deed: Deed,
}

/// What is done in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Deed {
    /// A move.
    Move(Move),
    /// A choice of the set-up.
    Choice(Choice),
    /// A move in this position, in which the side has bound its reserves.
    Bound(Box<Position>, Move),
}

impl Reference {
    /// All legal moves with their texts.
    /// In a turn of the set-up with too many choices none is listed.
    pub(crate) fn legal_moves(&self, position: &Position) -> Vec<RefMove> {
        self.choices_as_moves(position)
            .unwrap_or_else(|| self.with_texts(position, &self.moves(position)))
    }

    /// The turns of a side that has still to choose something.
    fn choices_as_moves(&self, position: &Position) -> Option<Vec<RefMove>> {
        let turn = |text, deed| RefMove { text, from: None, castles: false, deed };
        if position.set_up.is_some() {
            let choices = self.choices(position).unwrap_or_default().into_iter();
            let texts = choices.map(|choice| turn(self.choice_text(&choice), Deed::Choice(choice)));
            return Some(texts.collect());
        }
        let mut turns = Vec::new();
        for (choice, bound) in self.bound_with_move(position)? {
            for mv in self.with_texts(&bound, &self.moves(&bound)) {
                let Deed::Move(plain) = mv.deed else { unreachable!("a move") };
                let text = format!("{choice},{}", mv.text);
                turns.push(turn(text, Deed::Bound(Box::new(bound.clone()), plain)));
            }
        }
        Some(turns)
    }

    /// A choice of the set-up as a turn, if it may be made.
    pub(crate) fn as_turn(&self, position: &Position, choice: &Choice) -> Option<RefMove> {
        let text = self.choice_text(choice);
        let deed = Deed::Choice(choice.clone());
        self.is_allowed(position, choice).then_some(RefMove {
            text,
            from: None,
            castles: false,
            deed,
        })
    }

    /// The same as they would be if no end had come before.
    pub(crate) fn legal_moves_before_ends(&self, position: &Position) -> Vec<RefMove> {
        self.choices_as_moves(position)
            .unwrap_or_else(|| self.with_texts(position, &self.moves_before_ends(position, true)))
    }

    /// The position after a legal move.
    pub(crate) fn play(&self, position: &Position, mv: &RefMove) -> Position {
        match &mv.deed {
            Deed::Move(mv) => self.play_move(position, mv),
            Deed::Choice(choice) => self.choose(position, choice),
            Deed::Bound(bound, mv) => self.play_move(bound, mv),
        }
    }

    /// The one legal move that a text means: as printed, or else in any other spelling that
    /// fits exactly one.
    pub(crate) fn read_move(&self, position: &Position, text: &str) -> Option<RefMove> {
        if position.set_up.is_some() {
            return self.as_turn(position, &self.read_choice(position, text)?);
        }
        if let Some(choices) = self.bound_with_move(position) {
            return choices.into_iter().find_map(|(choice, bound)| {
                let rest = text.strip_prefix(choice.as_str())?.strip_prefix(',')?;
                let read = self.read_move(&bound, rest)?;
                let Deed::Move(mv) = read.deed else { return None };
                let text = format!("{choice},{}", read.text);
                Some(RefMove {
                    text,
                    from: None,
                    castles: false,
                    deed: Deed::Bound(Box::new(bound), mv),
                })
            });
        }
        let moves = self.legal_moves(position);
        if let Some(exact) = moves.iter().find(|mv| mv.text == text) {
            return Some(exact.clone());
        }
        // The men that enter may be named behind the move.
        let entering = |mv: &Move| {
            let names = self.entering(position, mv).into_iter();
            let texts = names.flat_map(|name| {
                self.spellings(mv).into_iter().map(move |text| format!("{text}/{name}"))
            });
            texts.collect::<Vec<String>>()
        };
        let fit = |read: &RefMove| {
            let Deed::Move(mv) = &read.deed else { return false };
            self.spellings(mv).contains(&text.into()) || entering(mv).contains(&text.into())
        };
        let mut fits = moves.into_iter().filter(fit);
        let first = fits.next();
        if fits.next().is_some() { None } else { first }
    }

    /// A move's text, castling always as king takes partner.
    pub(crate) fn king_takes_partner(&self, mv: &RefMove) -> String {
        match &mv.deed {
            Deed::Move(plain) if mv.castles => self.spellings(plain).swap_remove(1),
            _ => mv.text.clone(),
        }
    }

    /// Ways to write a move, before asking what else they could mean.
    fn spellings(&self, mv: &Move) -> Vec<String> {
        let shape = &self.def.shape;
        let from_to = |to: Square| format!("{}{}", shape.name(mv.from), shape.name(to));
        if mv.pass {
            return vec!["0000".into()];
        }
        if let Some(man) = mv.drop {
            let plus = matches!(man.was, Some((Mark::Plus, _)));
            let written = man.was.map_or(man.piece, |(_, was)| was);
            let letter = self.man_text(Man::plain(Side::White, written));
            let sign = if plus { "+" } else { "" };
            return vec![format!("{sign}{letter}@{}", shape.name(mv.to))];
        }
        let entering = mv.gate.map(|(piece, _)| self.man_text(Man::plain(Side::Black, piece)));
        let entering = entering.unwrap_or_default();
        if let Some((partner, _)) = mv.castling {
            if mv.gate.is_some_and(|(_, at)| at == partner) {
                let text = format!("{}{}{entering}", shape.name(partner), shape.name(mv.from));
                return vec![text.clone(), text];
            }
            let both = [from_to(mv.to), from_to(partner)];
            return both.map(|text| format!("{text}{entering}")).to_vec();
        }
        let plain = from_to(mv.to);
        if mv.back {
            return vec![format!("{plain}-{entering}")];
        }
        if let Some((piece, mark)) = mv.promotion {
            let letter = self.man_text(Man::plain(Side::Black, piece));
            return match mark {
                Mark::Plus => vec![format!("{plain}+{entering}")],
                Mark::None | Mark::Tilde => vec![format!("{plain}{letter}{entering}")],
            };
        }
        let elsewhere = mv.removed.iter().any(|&at| at != mv.to);
        if elsewhere && !mv.en_passant && !mv.junctions.is_empty() {
            let squares: Vec<String> = mv.junctions.iter().map(|&at| shape.name(at)).collect();
            let mut legs = vec![format!("{}{}", shape.name(mv.from), squares[0])];
            for pair in squares.windows(2) {
                legs.push(format!("{}{}", pair[0], pair[1]));
            }
            legs.push(format!("{}{}", squares[squares.len() - 1], shape.name(mv.to)));
            let glued = format!("{}{}{}", shape.name(mv.from), squares.concat(), shape.name(mv.to));
            return vec![legs.join(","), glued];
        }
        if mv.gate.is_some() {
            return vec![format!("{plain}{entering}")];
        }
        let declined = format!("{plain}=");
        vec![plain, declined]
    }

    fn with_texts(&self, position: &Position, moves: &[Move]) -> Vec<RefMove> {
        let first = |mv: &Move| self.spellings(mv).swap_remove(0);
        let count = |text: &str| moves.iter().filter(|mv| first(mv) == text).count();
        let text = |mv: &Move| {
            let text = first(mv);
            if mv.pass {
                return self.pass_text(position, moves);
            }
            if mv.castling.is_some() {
                let stays = mv.to == mv.from;
                let taken = count(&text) > 1;
                let king_takes = self.def.castling_text_king_takes_partner;
                if king_takes || stays || taken {
                    return self.spellings(mv).swap_remove(1);
                }
            } else if !mv.en_passant && mv.removed.is_empty() {
                // Stepping onto a square where the same man may capture en passant: the plain
                // text is the capture.
                let capture = |other: &Move| other.en_passant && first(other) == text;
                if moves.iter().any(capture) {
                    return format!("{text}=");
                }
            }
            text
        };
        moves
            .iter()
            .map(|mv| RefMove {
                text: text(mv),
                from: (!mv.pass && mv.drop.is_none()).then_some(mv.from),
                castles: mv.castling.is_some(),
                deed: Deed::Move(mv.clone()),
            })
            .collect()
    }

    /// The only royal man onto his own square, where no other move of his reads so.
    fn pass_text(&self, position: &Position, moves: &[Move]) -> String {
        let side = position.side;
        let royals = self.def.royals.iter().filter(|entry| entry.sides[side.index()]);
        let pieces: Vec<_> = royals.map(|entry| entry.pieces).collect();
        let men: Vec<Square> = self
            .men(position, side)
            .into_iter()
            .filter(|(_, man)| pieces.iter().any(|set| self.has(*set, *man)))
            .map(|(at, _)| at)
            .collect();
        match men[..] {
            [only] if !moves.iter().any(|mv| !mv.pass && mv.from == only && mv.to == only) => {
                format!("{0}{0}", self.def.shape.name(only))
            }
            _ => "0000".into(),
        }
    }
}

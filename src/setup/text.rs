//! Turns of an `augment` stage as text, and what is wrong with one.
//!
//! `a1=a,b1=bls`: squares in board order, codes in the order of the game; read in any order. A
//! turn of a stage by tokens is one of its parts with one code, `b1=l`.
//!
//! Codes of faults:
//!
//! | code | meaning |
//! | --- | --- |
//! | `syntax` | a part is not of the form `a1=w` (or `A@g`), or the text is too long |
//! | `unknown-square` | there is no such square |
//! | `no-man` | no man of the side stands there |
//! | `no-slot` | the man there holds no tokens of this stage, or nothing can wait behind him |
//! | `square-twice` | a square is named twice |
//! | `unknown-code` | the game has no such augmenter |
//! | `not-in-pool` | the side has no such token in this stage |
//! | `too-often` | a token is used more often than the side has it |
//! | `slot-empty` | a man who must hold something holds nothing |
//! | `slot-size` | a man holds a number of tokens that no alternative allows |
//! | `slot-sizes` | each man's number is allowed, but not all of them together |
//! | `repeated` | a man holds a code twice where that is not allowed |
//! | `banned` | a man holds tokens, or men wait behind men, that may not be together |
//! | `left-over` | a token, or a reserve, is not used and may not stay out |
//! | `one-token` | a turn of a stage by tokens gives more than one |
//! | `dead-end` | after this token no allowed set-up can be completed |
//! | `turn-missing`, `turn-extra` | a set-up has no turn for a stage, or one for no stage |
//! | `stage-sum`, `stage-empty` | the men of a position do not fit the stage ([`Slots::faults`]) |
//! | `position` | a position cannot be read |
//! | `preset` | the game has no position of this name |
//! | `limit` | there are too many to count |

use serde::Serialize;

use super::count::Counter;
use super::slots::{Choice, Group, Slots};
use crate::board::Square;
use crate::limits;

/// Something that is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetupFault {
    /// A stable word: see the table of this module.
    pub code: &'static str,
    /// For people: lower case, one line.
    pub message: String,
    /// The slot.
    pub square: Option<String>,
    /// The code of the token.
    pub token: Option<char>,
}

impl SetupFault {
    pub(super) fn new(code: &'static str, message: String) -> Self {
        Self { code, message, square: None, token: None }
    }

    pub(super) fn on(mut self, square: impl Into<String>) -> Self {
        self.square = Some(square.into());
        self
    }

    pub(super) fn of(mut self, token: char) -> Self {
        self.token = Some(token);
        self
    }
}

/// Text from outside, cut and without characters that act on a terminal.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(limits::NAME_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.escape_debug().to_string()
}

/// Says `text` is too long if it is.
pub(super) fn too_long(text: &str) -> Option<SetupFault> {
    (text.len() > limits::FEN_BYTES).then(|| {
        let message = format!("the text has more than {} bytes", limits::FEN_BYTES);
        SetupFault::new("syntax", message)
    })
}

/// What a text gives to the men, as far as it can be understood.
#[derive(Debug, Default)]
struct Draft {
    /// Each man that is named, what he gets, and how many characters that are no codes.
    men: Vec<(Square, Vec<u8>, u32)>,
    /// Tokens given to nobody, for want of a slot.
    lost: Vec<u8>,
    faults: Vec<SetupFault>,
}

impl Slots {
    /// A turn as text.
    pub fn write(&self, choice: &Choice) -> String {
        let mut text = String::new();
        for (square, codes) in &choice.0 {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&self.shape.name(*square));
            text.push('=');
            text.extend(codes.iter().map(|&code| self.letter(code)));
        }
        text
    }

    /// Reads a whole turn.
    ///
    /// # Errors
    /// Everything that is wrong with it, at most [`limits::FAULTS`] things.
    pub fn read(&self, text: &str) -> Result<Choice, Vec<SetupFault>> {
        if let Some(fault) = too_long(text) {
            return Err(vec![fault]);
        }
        self.judged(self.draft(text))
    }

    /// Reads a whole turn in which a man may be named several times, as when tokens are given
    /// one by one.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_in_pieces(&self, text: &str) -> Result<Choice, Vec<SetupFault>> {
        if let Some(fault) = too_long(text) {
            return Err(vec![fault]);
        }
        let mut draft = self.draft(text);
        draft.faults.retain(|fault| fault.code != "square-twice");
        self.judged(draft)
    }

    fn draft(&self, text: &str) -> Draft {
        let mut draft = Draft::default();
        // Who gives nothing says nothing.
        for part in text.split(',').filter(|_| !text.is_empty()) {
            self.read_part(part, &mut draft);
        }
        draft
    }

    /// What is wrong with a choice; nothing if it is a valid placement.
    pub fn judge(&self, choice: &Choice) -> Vec<SetupFault> {
        let mut draft = Draft::default();
        for (square, codes) in &choice.0 {
            let letters = codes.iter().map(|&code| self.letter(code)).collect::<String>();
            self.give(*square, &self.shape.name(*square), &letters, &mut draft);
        }
        self.judged(draft).err().unwrap_or_default()
    }

    /// Whether every man holds what he should: a stage by tokens is over.
    pub fn is_complete(&self, choice: &Choice) -> bool {
        self.judge(choice).is_empty()
    }

    /// Reads a turn that gives one token, `b1=l`, to men who hold `held` already.
    ///
    /// If it would take too long to find out whether the set-up can be completed, the turn is
    /// taken as good.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read_token(&self, held: &Choice, text: &str) -> Result<(Square, u8), Vec<SetupFault>> {
        if let Some(fault) = too_long(text) {
            return Err(vec![fault]);
        }
        let mut draft = Draft::default();
        let mut parts = text.split(',');
        self.read_part(parts.next().unwrap_or_default(), &mut draft);
        let codes = text.split_once('=').map_or(0, |(_, codes)| codes.chars().count());
        if parts.next().is_some() || codes > 1 {
            let message = format!("`{}` gives more than one token", shown(text));
            draft.faults.push(SetupFault::new("one-token", message));
        }
        if !draft.faults.is_empty() {
            return Err(draft.faults);
        }
        let one = match draft.men.as_slice() {
            [(square, codes, 0)] => codes.first().map(|&code| (*square, code)),
            _ => None,
        };
        let Some((square, code)) = one else {
            return Err(vec![SetupFault::new("syntax", "no token is given".to_owned())]);
        };
        let faults = self.refusals(held, square, code);
        if faults.is_empty() { Ok((square, code)) } else { Err(faults) }
    }

    /// All turns that give one token to men who hold `held`, by square and code: those after
    /// which some allowed set-up can be completed.
    pub fn token_turns(&self, held: &Choice) -> Vec<(Square, u8)> {
        let mut men: Vec<Square> =
            self.groups.iter().flat_map(|group| group.men.iter().copied()).collect();
        men.sort_unstable();
        let mut codes = self.pool.clone();
        codes.sort_unstable();
        codes.dedup();
        let turns = men.iter().flat_map(|&man| codes.iter().map(move |&code| (man, code)));
        turns.filter(|&(man, code)| self.refusals(held, man, code).is_empty()).collect()
    }

    /// Why a man may not get one more token.
    fn refusals(&self, held: &Choice, square: Square, code: u8) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let Some(group) = self.group_at(square) else { return faults };
        let (name, letter) = (self.shape.name(square), self.letter(code));
        let about = |code, message| SetupFault::new(code, message).on(name.as_str()).of(letter);
        let mut after = held.clone();
        after.give(square, code);
        let has = number(&self.pool, code);
        if number(&after.tokens(), code) > has {
            faults.push(about("too-often", self.too_often(letter, has)));
        }
        let codes = after.held(square);
        let most = group.alternatives().iter().flatten().copied().max().unwrap_or(0);
        if codes.len() > most as usize {
            let message = format!("the {} on {name} is full: it holds {most}", group.name);
            faults.push(about("slot-size", message));
        }
        self.within_one_man(group, square, codes, &mut faults);
        // All turns of a position together may take four times as long as a count.
        let men = self.groups.iter().map(|group| group.men.len() as u64).sum::<u64>();
        let turns = men.saturating_mul(self.codes.len() as u64).max(4);
        let steps = limits::SETUP_STEPS.saturating_mul(4).checked_div(turns).unwrap_or(0);
        let search = || Counter::extending(self, &after).possible_within(steps);
        if faults.is_empty() && search() == Ok(false) {
            let message = format!(
                "when the {} on {name} gets `{letter}`, no allowed set-up can be completed",
                group.name
            );
            faults.push(about("dead-end", message));
        }
        faults
    }

    /// `a1=w`.
    fn read_part(&self, part: &str, draft: &mut Draft) {
        let halves = part
            .split_once('=')
            .filter(|(name, codes)| !name.is_empty() && !codes.is_empty() && !codes.contains('='));
        let Some((name, codes)) = halves else {
            let message = format!("`{}` is not of the form `a1=w`", shown(part));
            draft.faults.push(SetupFault::new("syntax", message));
            return;
        };
        let square = self.shape.parse_square(name);
        if let Some(square) = square.filter(|square| !self.shape.holes().has(*square)) {
            self.give(square, name, codes, draft);
            return;
        }
        let message = format!("`{}` is no square of the board", shown(name));
        draft.faults.push(SetupFault::new("unknown-square", message).on(shown(name)));
        draft.lost.extend(codes.chars().filter_map(|code| self.code(code)));
    }

    /// Gives tokens to the man on a square.
    fn give(&self, square: Square, name: &str, letters: &str, draft: &mut Draft) {
        if self.group_at(square).is_none() {
            let other = self.others.iter().find(|(at, _)| *at == square);
            let fault = match other {
                Some((_, piece)) => SetupFault::new(
                    "no-slot",
                    format!("the {piece} on {name} holds no tokens of this stage"),
                ),
                None => SetupFault::new(
                    "no-man",
                    format!("no man of {} stands on {name}", self.side.as_str()),
                ),
            };
            draft.faults.push(fault.on(name));
            draft.lost.extend(letters.chars().filter_map(|letter| self.code(letter)));
            return;
        }
        let at = draft.men.iter().position(|(man, ..)| *man == square);
        if at.is_some() {
            let message = format!("{name} is named twice");
            draft.faults.push(SetupFault::new("square-twice", message).on(name));
        }
        let mut codes = Vec::new();
        let mut strange = 0;
        for letter in letters.chars() {
            match self.code(letter) {
                None => {
                    strange += 1;
                    let message = format!("no augmenter has the code `{}`", letter.escape_debug());
                    let fault = SetupFault::new("unknown-code", message);
                    draft.faults.push(fault.on(name).of(letter));
                }
                Some(code) => {
                    if !self.pool.contains(&code) {
                        let message = format!(
                            "`{letter}` is not in the pool of {}, {}",
                            self.side.as_str(),
                            self.pool_text()
                        );
                        let fault = SetupFault::new("not-in-pool", message);
                        draft.faults.push(fault.on(name).of(letter));
                    }
                    codes.push(code);
                }
            }
        }
        match at.and_then(|at| draft.men.get_mut(at)) {
            Some((_, held, other)) => {
                held.extend(codes);
                *other += strange;
            }
            None => draft.men.push((square, codes, strange)),
        }
    }

    /// All rules about what is held.
    fn judged(&self, draft: Draft) -> Result<Choice, Vec<SetupFault>> {
        let Draft { mut men, lost, mut faults } = draft;
        self.within_the_pool(&men, &lost, &mut faults);
        for (_, codes, _) in &mut men {
            codes.sort_unstable();
        }
        // What is wrong with slots is told in board order.
        let mut slots = Vec::new();
        for group in &self.groups {
            for &square in &group.men {
                let codes = men.iter().find(|(man, ..)| *man == square);
                let codes = codes.map_or(&[][..], |(_, codes, _)| codes);
                let mut found = Vec::new();
                self.within_one_man(group, square, codes, &mut found);
                slots.extend(found.into_iter().map(|fault| (square, fault)));
            }
            self.sizes_of(group, &men, &mut slots);
        }
        slots.sort_by_key(|(square, _)| *square);
        faults.extend(slots.into_iter().map(|(_, fault)| fault));
        if !self.spare {
            let mut used: Vec<u8> = men.iter().flat_map(|(_, codes, _)| codes).copied().collect();
            used.extend(lost);
            self.left_over(&used, &mut faults);
        }
        if !faults.is_empty() {
            faults.truncate(limits::FAULTS);
            return Err(faults);
        }
        men.sort_unstable();
        men.retain(|(_, codes, _)| !codes.is_empty());
        Ok(Choice(men.into_iter().map(|(square, codes, _)| (square, codes)).collect()))
    }

    /// No token more often than it is there; told where it is one too many.
    fn within_the_pool(
        &self,
        men: &[(Square, Vec<u8>, u32)],
        lost: &[u8],
        faults: &mut Vec<SetupFault>,
    ) {
        let mut used = lost.to_vec();
        let mut told = Vec::new();
        for (square, codes, _) in men {
            for &code in codes {
                used.push(code);
                let has = number(&self.pool, code);
                if has == 0 || number(&used, code) <= has || told.contains(&code) {
                    continue;
                }
                told.push(code);
                let letter = self.letter(code);
                let fault = SetupFault::new("too-often", self.too_often(letter, has));
                faults.push(fault.on(self.shape.name(*square)).of(letter));
            }
        }
    }

    fn too_often(&self, letter: char, has: usize) -> String {
        let times = if has == 1 { "once".to_owned() } else { format!("{has} times") };
        format!("`{letter}` is used more often than {} has it: {times}", self.side.as_str())
    }

    /// `repeat` and bans.
    fn within_one_man(
        &self,
        group: &Group,
        square: Square,
        codes: &[u8],
        faults: &mut Vec<SetupFault>,
    ) {
        let name = self.shape.name(square);
        let who = format!("the {} on {name}", group.name);
        if !self.repeat {
            for like in codes.chunk_by(|a, b| a == b).filter(|like| like.len() > 1) {
                let Some(letter) = like.first().map(|&code| self.letter(code)) else { continue };
                let message = format!("{who} holds `{letter}` more than once");
                faults.push(SetupFault::new("repeated", message).on(name.as_str()).of(letter));
            }
        }
        for ban in &group.bans {
            if !ban.iter().all(|&code| number(codes, code) >= number(ban, code)) {
                continue;
            }
            let letters: Vec<String> =
                ban.iter().map(|&code| format!("`{}`", self.letter(code))).collect();
            let message = match letters.as_slice() {
                [one] => format!("{who} may not hold {one}"),
                _ => format!("{who} may not hold {} together", letters.join(" and ")),
            };
            let fault = SetupFault::new("banned", message).on(name.as_str());
            faults.push(match ban.first() {
                Some(&code) => fault.of(self.letter(code)),
                None => fault,
            });
        }
    }

    /// How many tokens each man of a group holds, and all of them together.
    fn sizes_of(
        &self,
        group: &Group,
        men: &[(Square, Vec<u8>, u32)],
        faults: &mut Vec<(Square, SetupFault)>,
    ) {
        let alternatives = group.alternatives();
        let mut allowed: Vec<u32> = alternatives.iter().flatten().copied().collect();
        allowed.sort_unstable();
        allowed.dedup();
        let mut sizes = Vec::new();
        let mut fine = true;
        for &square in &group.men {
            let held = men.iter().find(|(man, ..)| *man == square);
            let codes = held.map_or(&[][..], |(_, codes, _)| codes);
            let size = codes.len() as u32 + held.map_or(0, |(.., strange)| *strange);
            sizes.push(size);
            if allowed.contains(&size) {
                continue;
            }
            fine = false;
            let name = self.shape.name(square);
            let right: Vec<String> = allowed.iter().map(u32::to_string).collect();
            let right = right.join(" or ");
            let who = format!("the {} on {name}", group.name);
            let fault = if size == 0 {
                let message = format!("{who} is left without a token and needs {right}");
                SetupFault::new("slot-empty", message).on(name)
            } else {
                let tokens = if size == 1 { "token" } else { "tokens" };
                let message = format!("{who} is given {size} {tokens} instead of {right}");
                let fault = SetupFault::new("slot-size", message).on(name);
                // One too many has a name.
                let many = allowed.last().is_some_and(|&most| size > most);
                match codes.last().filter(|_| many) {
                    Some(&code) => fault.of(self.letter(code)),
                    None => fault,
                }
            };
            faults.push((square, fault));
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        if fine && !alternatives.contains(&sizes) {
            let names: Vec<String> = group.men.iter().map(|&man| self.shape.name(man)).collect();
            let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
            let message = format!(
                "the {} on {} are given {} tokens instead of {}",
                group.name,
                names.join(" and "),
                sizes.join("+"),
                group.sizes_text()
            );
            let fault = SetupFault::new("slot-sizes", message);
            if let (Some(&first), Some(name)) = (group.men.first(), names.into_iter().next()) {
                faults.push((first, fault.on(name)));
            }
        }
    }

    fn left_over(&self, used: &[u8], faults: &mut Vec<SetupFault>) {
        for like in self.pool.chunk_by(|a, b| a == b) {
            let Some(&code) = like.first() else { continue };
            let over = like.len().saturating_sub(number(used, code));
            if over > 0 {
                let letter = self.letter(code);
                let times = if over == 1 { String::new() } else { format!(" {over} times") };
                let message = format!("`{letter}` is left over{times}");
                faults.push(SetupFault::new("left-over", message).of(letter));
            }
        }
    }

    fn letter(&self, code: u8) -> char {
        self.codes.get(usize::from(code)).copied().unwrap_or('?')
    }

    fn code(&self, letter: char) -> Option<u8> {
        self.codes.iter().position(|&code| code == letter).and_then(|at| u8::try_from(at).ok())
    }

    /// The pool as text.
    fn pool_text(&self) -> String {
        let letters: String = self.pool.iter().map(|&code| self.letter(code)).collect();
        if letters.is_empty() { "which is empty".to_owned() } else { format!("`{letters}`") }
    }
}

/// How often a code is among others.
#[expect(clippy::naive_bytecount, reason = "a dozen bytes")]
fn number(codes: &[u8], code: u8) -> usize {
    codes.iter().filter(|&&other| other == code).count()
}

//! The letters in front of an atom: which there are, and which may stand together.

use super::tree::{Directions, Modifiers};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// Letters and the byte where they start in the notation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

/// Where the letters stand, which decides what they may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A term of one leg.
    Simple,
    /// A leg of an `a` chain.
    AChain { first: bool, last: bool },
    /// A leg of a bracket.
    Bracket { last: bool },
    /// In front of `U`.
    Universal,
    /// In front of `O`.
    Castling,
}

/// Letters that were read.
#[derive(Clone, Debug, Default)]
pub(super) struct Read {
    pub(super) modifiers: Modifiers,
    pub(super) initial: bool,
    /// Place of the direction letters; empty if there are none.
    pub(super) directions: Span,
}

impl<'a> Letters<'a> {
    /// The bytes of all letters.
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start.saturating_add(self.text.len()))
    }

    /// The byte of the letter at this index.
    fn one(self, index: usize) -> Span {
        let at = self.start.saturating_add(index);
        Span::new(at, at.saturating_add(1))
    }

    /// The last place of a letter.
    pub(super) fn find(self, letter: char) -> Span {
        self.text.rfind(letter).map_or(self.span(), |index| self.one(index))
    }

    /// Cut at every `a`, which belongs to neither side.
    pub(super) fn legs(self) -> Vec<Letters<'a>> {
        let mut start = self.start;
        let leg = |text: &'a str| {
            let letters = Letters { text, start };
            start = start.saturating_add(text.len()).saturating_add(1);
            letters
        };
        self.text.split('a').map(leg).collect()
    }

    /// Reads the letters and checks what can be said of them without the atom.
    pub(super) fn read(self, place: Place) -> Result<Read, Diagnostic> {
        let mut read = Read { directions: Span::new(self.start, self.start), ..Read::default() };
        let mut directions = String::new();
        for (index, letter) in self.text.char_indices() {
            let at = self.one(index);
            check_place(place, letter, at)?;
            if is_direction(letter) {
                if directions.is_empty() {
                    read.directions = at;
                } else if read.directions.end == at.start {
                    read.directions.end = at.end;
                } else {
                    return Err(self.split(at, read.directions));
                }
                directions.push(letter);
                continue;
            }
            let modifiers = &mut read.modifiers;
            let twice = match letter {
                'm' => std::mem::replace(&mut modifiers.quiet, true),
                'c' => std::mem::replace(&mut modifiers.capture, true),
                'd' => std::mem::replace(&mut modifiers.own, true),
                'e' => std::mem::replace(&mut modifiers.en_passant, true),
                'p' => std::mem::replace(&mut modifiers.hop, true),
                'g' => std::mem::replace(&mut modifiers.grasshopper, true),
                'o' => std::mem::replace(&mut modifiers.wrap, true),
                'z' => std::mem::replace(&mut modifiers.crooked, true),
                'q' => std::mem::replace(&mut modifiers.circular, true),
                'y' => std::mem::replace(&mut modifiers.toggle, true),
                'i' => std::mem::replace(&mut read.initial, true),
                'n' => {
                    modifiers.lame = modifiers.lame.saturating_add(1);
                    modifiers.lame > 2
                }
                'j' => {
                    modifiers.jump = modifiers.jump.saturating_add(1);
                    if modifiers.jump >= limits::BOARD_SIDE {
                        let message = format!(
                            "{} letters `j`, and no board has more than {} squares in a line",
                            modifiers.jump,
                            limits::BOARD_SIDE
                        );
                        return Err(Diagnostic::error("e-limit", at, message));
                    }
                    false
                }
                _ => return Err(unsupported(letter, at)),
            };
            if twice {
                return Err(self.duplicate(letter, at));
            }
        }
        read.modifiers.directions = Directions::new(directions);
        self.check_contradictions(place, &read.modifiers)?;
        Ok(read)
    }

    fn duplicate(self, letter: char, at: Span) -> Diagnostic {
        let first = self.text.find(letter).map_or(at, |index| self.one(index));
        if letter == 'i' {
            return Diagnostic::error("e-unsupported", first.to(at), "`ii` is not supported")
                .label("a second `i`")
                .help("one `i` stands for a man that has never moved");
        }
        let message = format!("`{letter}` stands twice in front of one atom");
        Diagnostic::error("e-duplicate", at, message).also(first, "first written here")
    }

    fn split(self, at: Span, first: Span) -> Diagnostic {
        let letters: String = self.text.chars().filter(|&letter| is_direction(letter)).collect();
        let others: String = self.text.chars().filter(|&letter| !is_direction(letter)).collect();
        Diagnostic::error("e-dirsplit", at, "the direction letters do not stand together")
            .also(first, "the others are here")
            .help(format!("write `{letters}{others}`, or two terms"))
    }

    fn check_contradictions(self, place: Place, has: &Modifiers) -> Result<(), Diagnostic> {
        let lame = has.lame > 0;
        let jump = has.jump > 0;
        let clashes = [
            (lame && jump, 'n', 'j', "the path cannot be both empty and occupied"),
            (has.hop && has.grasshopper, 'p', 'g', "`g` is `p` with one square behind the hurdle"),
            (has.hop && lame, 'p', 'n', "a hurdle must stand on the path"),
            (has.hop && jump, 'p', 'j', "both say what must stand on the path"),
            (has.grasshopper && lame, 'g', 'n', "a hurdle must stand on the path"),
            (has.grasshopper && jump, 'g', 'j', "both say what must stand on the path"),
            (has.crooked && has.circular, 'z', 'q', "a path turns to and fro, or round"),
            (has.toggle && has.hop, 'y', 'p', "`g` is a hop that toggles the range"),
            (has.toggle && has.grasshopper, 'y', 'g', "`g` toggles the range by itself"),
        ];
        for (clash, first, second, why) in clashes {
            if clash {
                let message = format!("`{first}` and `{second}` contradict each other");
                return Err(Diagnostic::error("e-contradiction", self.find(second), message)
                    .also(self.find(first), "")
                    .help(why));
            }
        }
        if place == Place::Simple && has.toggle {
            let message = "`y` toggles the range of later legs, and there are none";
            return Err(Diagnostic::error("e-unsupported", self.find('y'), message)
                .help("write an `a` chain, such as `yafsF`"));
        }
        let hop = if has.hop { 'p' } else { 'g' };
        let turn = if has.crooked { 'z' } else { 'q' };
        if place == Place::Simple && (has.hop || has.grasshopper) && (has.crooked || has.circular) {
            let message = format!("`{hop}` with `{turn}` is not supported");
            return Err(Diagnostic::error("e-unsupported", self.find(turn), message)
                .also(self.find(hop), ""));
        }
        Ok(())
    }
}

/// What the place does not allow.
fn check_place(place: Place, letter: char, at: Span) -> Result<(), Diagnostic> {
    match place {
        Place::Castling if !matches!(letter, 'l' | 'r' | 's' | 'i' | 'j') => {
            let message = format!("`{letter}` cannot stand in front of `O`");
            Err(Diagnostic::error("e-castling", at, message)
                .help("castling takes `l`, `r`, `s`, `i` and `j` only, as in `isO2`"))
        }
        Place::Universal if foreign(letter).is_none() && !"mcdi".contains(letter) => {
            let message = format!("`{letter}` cannot stand in front of `U`");
            Err(Diagnostic::error("e-modifier", at, message)
                .help("`U` takes `m`, `c`, `d` and `i` only"))
        }
        Place::Bracket { .. } if matches!(letter, 'a' | 'y' | 'g') => {
            let message = format!("`{letter}` cannot stand inside a bracket");
            let help = match letter {
                'a' => "the legs of a bracket are separated by `-` or `?`",
                'y' => "give each leg its own range",
                _ => "write `[pR-W]` for a hop to the square behind the hurdle",
            };
            Err(Diagnostic::error("e-bracket", at, message).help(help))
        }
        Place::Bracket { .. } | Place::AChain { .. }
            if matches!(letter, 'e' | 'n' | 'j' | 'o' | 'z' | 'q') =>
        {
            let message = format!("`{letter}` is not supported in a move of several legs");
            let diagnostic = Diagnostic::error("e-unsupported", at, message);
            Err(match letter {
                'n' => diagnostic.help("write the lame step as legs of its own"),
                'z' | 'q' => diagnostic.help("write the turn of each leg as directions"),
                _ => diagnostic,
            })
        }
        Place::Bracket { .. } if letter == 'i' => {
            let message = "`i` cannot stand on a leg";
            Err(Diagnostic::error("e-unsupported", at, message)
                .help("write it in front of the bracket, `i[…]`"))
        }
        Place::AChain { first: false, .. } if letter == 'i' => {
            let message = "`i` is not supported on a later leg";
            Err(Diagnostic::error("e-unsupported", at, message)
                .label("elsewhere: as many steps as the last sliding leg")
                .help("for a man that has never moved, write it on the first leg"))
        }
        Place::Bracket { last: true } | Place::AChain { last: true, .. } if letter == 'p' => {
            let message = "`p` is not supported on the last leg";
            Err(Diagnostic::error("e-unsupported", at, message)
                .help("put `p` on the leg that ends at the hurdle, and add a leg behind it"))
        }
        Place::AChain { last: true, .. } if matches!(letter, 'g' | 'y') => {
            let message = format!("`{letter}` on the last leg toggles no range");
            Err(Diagnostic::error("e-unsupported", at, message))
        }
        _ => Ok(()),
    }
}

/// Whether this is one of f b l r v s h.
pub(super) fn is_direction(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')
}

/// What a letter means in other dialects, if it means nothing here.
fn foreign(letter: char) -> Option<&'static str> {
    Some(match letter {
        'u' => "elsewhere: the removed man reappears where this leg started",
        'x' => "elsewhere: the move is lent to the friend on the target",
        't' => "elsewhere: hop over own men only, or may not take royal men, or `then`",
        'k' => "elsewhere: something about royal men",
        'w' => "its meaning elsewhere is not confirmed",
        _ => return None,
    })
}

fn unsupported(letter: char, at: Span) -> Diagnostic {
    let message = format!("the modifier `{letter}` is not supported");
    Diagnostic::error("e-unsupported", at, message).label(foreign(letter).unwrap_or_default())
}

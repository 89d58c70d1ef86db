//! What each code means, for `ferz explain`.

use super::Severity;

/// A code of faults or warnings.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// As it stands in brackets: `unknown-piece`.
    pub code: &'static str,
    /// Error or warning; what can be both is listed as what it mostly is.
    pub severity: Severity,
    /// What it means and what to do, in a few sentences.
    pub text: &'static str,
}

const fn error(code: &'static str, text: &'static str) -> Code {
    Code { code, severity: Severity::Error, text }
}

const fn warning(code: &'static str, text: &'static str) -> Code {
    Code { code, severity: Severity::Warning, text }
}

/// The entry of a code, in either case of letters.
pub fn find(code: &str) -> Option<&'static Code> {
    CODES.iter().find(|known| known.code.eq_ignore_ascii_case(code))
}

/// Whether a code is one of a warning, which a file may allow.
pub fn is_warning(code: &str) -> bool {
    warnings().any(|known| known == code)
}

/// The codes of all warnings.
pub fn warnings() -> impl Iterator<Item = &'static str> + Clone {
    let warnings = CODES.iter().filter(|code| code.severity == Severity::Warning);
    warnings.map(|code| code.code)
}

/// All codes by name.
pub const CODES: &[Code] = &[
    error(
        "bad-condition",
        "A condition is not written as the language has it: a word is unknown, \
        an operator lacks a side, or arguments are too many or too few. The place inside the \
        text is marked. Section 10 of the language page lists every term.",
    ),
    error(
        "bad-letter",
        "A letter cannot stand where it is used: men have one capital letter or \
        two to four letters, rights one capital, augmenters one lower-case code, and in a game \
        with augmenters longer letters of men would be read as a man with codes.",
    ),
    error(
        "bad-notation",
        "`ferz convert --from` met a notation that the other program would not read. \
        Its dialect has fewer modifiers than ours.",
    ),
    error(
        "bad-set",
        "A set of squares or pieces is not written as the language has it. Names, \
        squares, `a1-c3`, `rank 2`, `file c` are joined with `+`, `-` and `&`, or stand behind \
        `all except`.",
    ),
    error(
        "bad-value",
        "The key takes one of a few words, and this is none of them (the words are \
        listed with the fault), or a text that must not be empty.",
    ),
    error(
        "cannot-be-read",
        "`ferz convert --from` met a key of the other program that cannot be \
        said here, or not so. Nothing is dropped in silence: take the key out if the game can do \
        without it.",
    ),
    error(
        "cannot-be-said",
        "`ferz convert --to` met a rule that the other program cannot be told. \
        The section that it writes is another game without it.",
    ),
    error(
        "castling-geometry",
        "Both men of a castling stand and end on one rank, each on a square \
        of its own, and all squares exist.",
    ),
    error(
        "castling-in-notation",
        "Castling needs a right, a partner and a test of the squares \
        between; these stand in a `[[castling]]` entry, not in the notation of a man.",
    ),
    warning(
        "castling-never",
        "No man of the start stands where this castling begins, and no drop \
        can put one there with a right, so the entry does nothing. Correct the squares, or take \
        the entry out with `off = true`.",
    ),
    error(
        "choice-conflict",
        "Two choices of different options set the same key to different \
        values, and nothing says what both together mean. Write a `[[combination]]` for them, or \
        let one `needs` exclude the other.",
    ),
    error("choice-needs", "A choice that `needs` another option was chosen without it."),
    error(
        "circular-extends",
        "A file is its own ancestor by `extends`. Take one of the links \
        out.",
    ),
    error("circular-let", "A term of `[let]` uses itself, directly or through others."),
    warning(
        "colour-bound",
        "From its start squares the man reaches squares of one colour only, as a bishop does; several \
        such men may share the two colours. If that is meant, say so under `[allow]`; a step that \
        changes colour ends it.",
    ),
    warning(
        "crippled-man",
        "In this preset a man with all that he holds does not reach every \
        square from where he starts.",
    ),
    warning(
        "dead-man",
        "Every step of this man leads off the board from every square. The board \
        is too small, or a number in the notation is wrong.",
    ),
    warning(
        "dead-move",
        "One alternative of a notation leads nowhere from any square on which the \
        man may stand: the board is too small for it, or zones exclude all its goals.",
    ),
    error("duplicate-code", "Two augmenters have the same code, or one code is written twice."),
    error("duplicate-key", "A section of the other program has a key twice."),
    error(
        "duplicate-letter",
        "Two men of one side would be written alike in positions. Give one \
        of them another letter.",
    ),
    error(
        "duplicate-name",
        "A name is given twice, or it means two things at once. Names of \
        zones, groups, pieces, terms and counters live side by side.",
    ),
    error(
        "e-atom",
        "A capital letter that is no base move. The letters are those of the notation \
        page; a leap without one is written `(3,2)`.",
    ),
    error(
        "e-bent",
        "An old bent compound such as `t[FR]` or the Gnu letters. Write the legs with \
        `a`, as `afsW`, or the crooked forms with `z` and `q`.",
    ),
    error("e-bracket", "A bracket that is not closed, closes nothing, or is empty."),
    error("e-castling", "`O` castles and takes a distance from 2 on, and nothing else."),
    error("e-chiral", "Handed directions (`rq`, `lh` …) need a leap that has eight directions."),
    error("e-contradiction", "Two modifiers exclude each other, so no move would be left."),
    error(
        "e-crooked",
        "`z` and `q` bend rides whose step turns into another of the same kind; \
        this base move has none.",
    ),
    error("e-dangling", "Modifiers with no base move behind them."),
    error("e-dirsplit", "A pair of direction letters is torn apart by another modifier."),
    error("e-drop", "Drop modifiers do not stand in the notation: drops are `[[drop]]` entries."),
    error("e-duplicate", "The same modifier twice."),
    error("e-empty", "An empty term. A man without moves is written with an empty text."),
    error("e-group", "Groups in parentheses are not part of the notation, except `(x,y)`."),
    error("e-half", "Half of a direction pair, on a base move that does not have it."),
    error(
        "e-hop-range",
        "`g` and `p` hop over a man and land behind it, so they need room for \
        two steps at least.",
    ),
    error("e-leaper", "`(x,y)` needs two numbers from 0 to 15, not both 0."),
    error("e-limit", "The notation is longer, or has more terms or legs, than is read."),
    error("e-modifier", "A lower-case letter that is no modifier."),
    error("e-range", "A range is a number from 1 to 99, or 0 for no end."),
    error("e-suffix", "Something behind a term that does not belong there."),
    error("e-syntax", "A character that has no meaning in the notation."),
    error(
        "e-unsupported",
        "Part of another dialect that is not in this notation. Often a key of \
        the file says the same: what may be captured, where a move may begin.",
    ),
    warning(
        "empty-set",
        "A set that is not written `none` has no member. Something in it is \
        probably misspelt or off the board.",
    ),
    warning(
        "en-passant-never",
        "The man captures in passing (`e` in its notation), but no enemy \
        ever passes a square on which it could be captured so. Give a man a move with `n` that \
        passes squares, or take the `e` out.",
    ),
    warning(
        "end-never",
        "The condition of this end contradicts itself or the men of the game, \
        so it never holds.",
    ),
    warning(
        "end-shadowed",
        "Whenever this end holds, an earlier one holds too and decides. \
        Put it further up, or take it out.",
    ),
    warning(
        "first-move-wins",
        "The side that begins can win with its first move. Few games mean \
        that.",
    ),
    error(
        "gate-unbound",
        "A gate with `bound = true` needs a stage that ties its men to \
        squares.",
    ),
    error(
        "history-rule",
        "A condition asks for something that is not known at that moment: \
        repetition is known to verdicts and claims only.",
    ),
    warning(
        "idle-choice",
        "This choice changes nothing: with it the game is the same as without. \
        Its patch is empty, or repeats what the file says anyway.",
    ),
    error("ini-heading", "A section of a `variants.ini` begins with `[name]` or `[name:parent]`."),
    error(
        "ini-line",
        "A line of a `variants.ini` that is neither `key = value`, a heading nor a \
        comment.",
    ),
    error(
        "limit",
        "The file asks for more than ferz handles: the number is named. All bounds \
        keep an untrusted file from taking the machine.",
    ),
    error(
        "mark-targets",
        "A promotion marked `+` is written with the old letter, so one man can \
        become only one other by it.",
    ),
    error("missing-key", "The table lacks a key without which it means nothing."),
    warning(
        "missing-value",
        "An end compares values of men, and this man has no `value`, which \
        counts 0.",
    ),
    warning(
        "needless-off",
        "`off = true` for something that is not there: the name is probably \
        misspelt.",
    ),
    warning("needless-wrap", "On a cylinder every man passes the edge; `o` says nothing."),
    error("no-game", "The file of the other program has no section to read."),
    warning(
        "no-move-end",
        "A side may come to have no legal move, and no end says what that \
        means. Add one with `moves(them) == 0`, or allow passing.",
    ),
    error("off-board", "A square that the board does not have."),
    error(
        "out-of-range",
        "A number is too small or too large, or a text too long; the bounds are \
        named.",
    ),
    warning(
        "patched-off",
        "A choice changes something that another choice takes out, so together \
        it does nothing.",
    ),
    warning(
        "preset-excluded",
        "A preset that no set-up of the game gives: men hold what its \
        stages do not allow.",
    ),
    error("promotion-limit", "`limit` names a piece that the entry does not promote to."),
    warning(
        "promotion-trap",
        "A man that promotes elsewhere can come to a square where it can \
        neither move nor promote. Widen the zone, or let its captures promote too.",
    ),
    warning(
        "redundant-augmenter",
        "In this preset an augmenter adds nothing to the rest of the \
        man: each of its moves is a move of the rest in every position.",
    ),
    warning(
        "redundant-move",
        "Everything that one alternative of a notation does, another \
        alternative or entry of the same man does too, in every position. Take it out, or check \
        its modifiers.",
    ),
    error("reserved-name", "A word of the language cannot be a name."),
    error("right-clash", "A letter in the rights field of a FEN would mean two things."),
    warning(
        "royal-capture",
        "The move of a royal man passes squares on which an enemy may capture it. Check looks at \
        where the man stands, not at what it has passed, so it can be lost.",
    ),
    error(
        "royal-missing",
        "A royal entry for a side that has no such man in the start. Write \
        the entry for one `side`, or put the man on the board.",
    ),
    warning(
        "sides-unequal",
        "The two sides do not start with the same men. If that is meant, say \
        so under `[allow]`.",
    ),
    error("stage-empty", "A stage leaves a side nothing that it could choose."),
    error("stage-kind", "A stage is exactly one of `augment`, `bind` and `vote`."),
    error(
        "stage-sum",
        "Tokens and slots of a stage do not add up: the sizes of all slots \
        together are the tokens of the pool.",
    ),
    warning("start-check", "The side that begins stands in check."),
    warning("start-decided", "The start is already decided: an end holds before the first move."),
    error(
        "start-invalid",
        "The start or a preset is no position of this game: its text is wrong, \
        or its men contradict the rules.",
    ),
    error(
        "syntax",
        "The file is not TOML. Mostly a quote or a bracket is missing, or a key is \
        written twice.",
    ),
    error(
        "test-failed",
        "A `[[test]]` of the file does not hold. What was expected and what was \
        found are both named.",
    ),
    error("test-invalid", "A `[[test]]` that asks nothing, or asks what cannot go together."),
    error("too-deep", "A chain of parents, or tables inside tables, that goes on too long."),
    error(
        "type-mismatch",
        "A number stands where true or false is needed, or the other way \
        round.",
    ),
    warning(
        "uncovered",
        "From its start squares the man never reaches some squares of the board \
        on which it may stand, however the others stand. A man that only goes forward, or lacks \
        a step, does that. If it is meant, say so under `[allow]`.",
    ),
    error("unknown-choice", "The option has no choice of this name."),
    error("unknown-code", "`[allow]` names the code of no warning."),
    error("unknown-entry", "A patch or stage names an entry that is not there."),
    error(
        "unknown-key",
        "The table has no such key. Nothing of a file is ever ignored, so a \
        misspelt key is an error.",
    ),
    error("unknown-name", "A word that is no name of this game and no word of the language."),
    error("unknown-option", "The game has no option of this name."),
    error(
        "unknown-parent",
        "`extends` names no game and no file in the same folder. A name has no \
        path in it.",
    ),
    error("unknown-piece", "No piece or group is called so."),
    error("unknown-zone", "No zone is called so."),
    error(
        "unsupported",
        "The language has this, but this version cannot do it. It is refused, \
        never half-applied.",
    ),
    warning(
        "unused-first",
        "`first` says from where the man counts as unmoved, but none of its \
        moves (`i` in the notation) asks.",
    ),
    warning("unused-piece", "The man is not in the start, in no preset, and nothing becomes it."),
    warning("unused-zone", "No rule names the zone."),
    warning("w-dupterm", "The same alternative twice in a notation."),
    warning(
        "w-hoprange",
        "A range behind a hop counts the steps from the start to the goal, the \
        hurdle included. In some dialects it counts otherwise.",
    ),
    warning("w-immobile", "The notation gives the man no move at all."),
    warning(
        "w-kqdir",
        "Directions on `K` and `Q` pick steps of both kinds: `fK` goes to three \
        squares. In some dialects it goes to one.",
    ),
    warning("w-krange", "A range on `K` is a queen's: `K4` is written `Q4`."),
    warning(
        "w-lamepath",
        "A lame leap along several paths: here each step must be free as the \
        notation page says; other dialects need only one path.",
    ),
    warning("w-noop", "A modifier that changes nothing on this move."),
    warning("w-oldletter", "A letter that means something else in older dialects."),
    warning(
        "w-order",
        "A pair of direction letters in the other order than usual, which some \
        dialects read differently.",
    ),
    warning("w-redundant", "Letters that say nothing here."),
    error(
        "which-section",
        "The other program's file has several sections; say which one with \
        `--name`.",
    ),
    error(
        "wrong-moment",
        "A condition asks for something that only exists at other moments: the \
        squares of a move, for example, exist only while a move is judged.",
    ),
    error("wrong-type", "The value has another type than the key takes."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_explained() {
        assert!(CODES.is_sorted_by(|a, b| a.code < b.code));
        for code in CODES {
            assert!(code.text.ends_with('.') && !code.text.contains("  "), "{}", code.code);
        }
        assert!(find("DEAD-MOVE").is_some_and(|code| code.severity == Severity::Warning));
        assert!(is_warning("unused-zone") && !is_warning("syntax"));
    }
}

//! The codes of everything that can be said against a position, a line or a game.

/// A code of [`super::Reason`].
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// As it stands in a record.
    pub code: &'static str,
    /// The grades with which it is said.
    pub grades: &'static [&'static str],
    /// What it means, in a few sentences.
    pub text: &'static str,
}

const MALFORMED: &[&str] = &["malformed"];
const ILLEGAL: &[&str] = &["illegal"];
const SUSPICIOUS: &[&str] = &["suspicious"];
const LIMIT: &[&str] = &["limit"];

const fn about(code: &'static str, grades: &'static [&'static str], text: &'static str) -> About {
    About { code, grades, text }
}

/// The entry of a code, in either case of letters.
pub fn find(code: &str) -> Option<&'static About> {
    REASONS.iter().find(|known| known.code.eq_ignore_ascii_case(code))
}

/// All codes by name.
pub const REASONS: &[About] = &[
    about("bytes", LIMIT, "The line or the game is longer than what is read of one."),
    about(
        "checkers",
        SUSPICIOUS,
        "Several men give check, and no last move can have given all these checks at once. Every \
        move of every man is tried backwards, with captures, promotions and captures in passing, \
        so it is not said of games in which one move can.",
    ),
    about(
        "checks",
        &["malformed", "illegal"],
        "The field of checks still to be given is not of the form `3+3`, has more than the game \
        has, or the game would have ended before the last move: the last check is given by who \
        has just moved.",
    ),
    about(
        "clock",
        &["malformed", "suspicious"],
        "One of the last two numbers is no number, or there are more quiet plies than there have \
        been plies since the start.",
    ),
    about("depth", LIMIT, "The line expects a perft that is deeper than what is counted."),
    about(
        "en-passant",
        &["malformed", "illegal", "suspicious"],
        "The field of captures in passing is no list of squares of the board, or no man of the \
        side that has just moved can have passed there, or the field is one of another program \
        that means something else.",
    ),
    about("fields", MALFORMED, "There are more fields than the game's FEN has, or others."),
    about(
        "hand",
        MALFORMED,
        "What stands in `[…]` is no hand of this game: a man that is never in hand, too many of \
        them, no `]`, or a game without hands.",
    ),
    about(
        "hole",
        MALFORMED,
        "A man or an empty square where the board has a hole (`*`), or a hole where it has none.",
    ),
    about(
        "illegal-move",
        ILLEGAL,
        "A move of the line or game is not legal. The message says which, and the first rule against it; `ferz why` says more.",
    ),
    about("json", MALFORMED, "The line is no JSON object, or a key has a value of another kind."),
    about("limit", MALFORMED, "The position holds more different men than rules are made for."),
    about(
        "moves",
        LIMIT,
        "The line or game has more moves than `--plies` lets it have, or than are read of a game.",
    ),
    about("nodes", LIMIT, "Perft would count more nodes than `--nodes` lets it count."),
    about(
        "off-limits",
        ILLEGAL,
        "A man on a square that none of its kind can ever reach: not from where it begins, not by \
        any of its moves, drops, gates, castling or promotions on any board.",
    ),
    about("operation", MALFORMED, "An operation of an EPD cannot be read."),
    about(
        "opponent-in-check",
        ILLEGAL,
        "The side that is not to move stands in check: its last move did not answer it, or \
        exposed its royalty.",
    ),
    about("pgn", MALFORMED, "The text of a game is no PGN."),
    about("placement", MALFORMED, "A character that has no place in the first field."),
    about(
        "points",
        &["malformed", "illegal"],
        "The field of points is not of the form `+1+0`, the game has none, or the points are not \
        what the missing men are worth.",
    ),
    about("preset", MALFORMED, "The game has no preset of this name."),
    about("rank-width", MALFORMED, "A rank has more or fewer squares than the board."),
    about("ranks", MALFORMED, "There are more or fewer ranks than the board has."),
    about(
        "reserve",
        &["malformed", "illegal"],
        "Men that wait behind a gate are not written as the game writes them, or wait where no \
        set-up puts them.",
    ),
    about("result", SUSPICIOUS, "A tag of the game says another result than its moves."),
    about(
        "rights",
        &["malformed", "illegal", "suspicious"],
        "A letter of the rights field is none, names a right whose men do not stand where they \
        must, stands twice, or is one of castling in a game without.",
    ),
    about(
        "row",
        MALFORMED,
        "The row of a table cannot be read: not as many values as names, or a quote without its partner.",
    ),
    about(
        "royal-many",
        ILLEGAL,
        "More royal men than the game has, and nothing in it can make one.",
    ),
    about(
        "royal-missing",
        ILLEGAL,
        "Fewer royal men than the game has, and none of them can have been captured.",
    ),
    about("set-up", LIMIT, "Something is still to be chosen, and perft is not counted before."),
    about(
        "setup",
        MALFORMED,
        "What has been chosen so far is not written as the game's set-up writes it.",
    ),
    about("setup-tags", ILLEGAL, "Men hold what no set-up gives them."),
    about("side", MALFORMED, "The side to move is missing, or neither `w` nor `b`."),
    about("tags", LIMIT, "The game has more tags than are read."),
    about("time", LIMIT, "Perft would take longer than `--time` lets it take."),
    about("too-long", MALFORMED, "The FEN is longer than any."),
    about(
        "too-many-men",
        ILLEGAL,
        "More men than the army has, of one kind or of all together, that promotions, hands and \
        reserves cannot account for. Where captured men change sides both armies are counted \
        together.",
    ),
    about("unknown-man", MALFORMED, "A letter for which the game has no man of that side."),
    about(
        "unreadable-move",
        MALFORMED,
        "A move of the line or game is written in no way that is known.",
    ),
    about("utf-8", MALFORMED, "The line is no text in UTF-8."),
    about("variant", MALFORMED, "The line or game says that it is of another game."),
    about("variations", LIMIT, "More variations of the game are open than are followed."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_on_the_page() {
        assert!(REASONS.is_sorted_by(|a, b| a.code < b.code));
        let page = include_str!("../../docs/batch.md");
        let rows = page.lines().skip_while(|line| *line != "## Reasons");
        let rows: Vec<&str> = rows.filter(|line| line.starts_with("| `")).collect();
        let words = |row: &str| -> Vec<String> {
            let cells: Vec<&str> = row.split('|').collect();
            let codes = cells[1].split('`').skip(1).step_by(2);
            let grades = cells[2].split(',').map(str::trim);
            let grades: Vec<&str> = grades.collect();
            codes
                .flat_map(|code| grades.iter().map(move |grade| format!("{grade} {code}")))
                .collect()
        };
        let mut told: Vec<String> = rows.iter().flat_map(|row| words(row)).collect();
        let known = REASONS.iter();
        let mut known: Vec<String> = known
            .flat_map(|about| about.grades.iter().map(|grade| format!("{grade} {}", about.code)))
            .collect();
        told.sort_unstable();
        known.sort_unstable();
        assert_eq!(told, known);
    }
}

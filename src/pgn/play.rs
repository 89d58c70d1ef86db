//! A game in PGN, played by the rules.

use std::borrow::Cow;
use std::fmt;

use crate::board::Side;
use crate::game::{Ending, Play};
use crate::position::{MoveFault, Reason};
use crate::variant::Variant;
use crate::why::Why;

use super::read::{PgnGame, PgnMove, PgnResult};

/// What has become of a game.
pub struct Replay<'a> {
    /// The `Variant` tag: [`is_called`](super::is_called) says whether it names some game.
    pub variant: Option<&'a str>,
    /// The game behind the last move that could be played.
    pub game: Box<dyn Play>,
    /// Moves that were played.
    pub played: usize,
    /// The first that could not be.
    pub illegal: Option<IllegalMove<'a>>,
    /// How the game has ended by rule or verdict, its history known.
    pub ending: Option<Ending>,
    /// What the text says of the game and the game belies.
    pub doubts: Vec<Doubt>,
}

impl fmt::Debug for Replay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("variant", &self.variant)
            .field("fen", &self.game.fen())
            .field("played", &self.played)
            .field("illegal", &self.illegal)
            .field("ending", &self.ending)
            .field("doubts", &self.doubts)
            .finish_non_exhaustive()
    }
}

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove<'a> {
    /// It as it is written, with its place.
    pub mv: PgnMove<'a>,
    /// How many moves were played before it.
    pub index: usize,
    /// Number of the move in the game, which both sides share.
    pub number: u32,
    /// Whose it is.
    pub side: Side,
    /// What the text means in that position.
    pub fault: MoveFault,
    /// The first rule against it.
    pub why: Option<Why>,
}

impl fmt::Display for IllegalMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.side == Side::White { "." } else { "..." };
        // A token can be as long as a game.
        let text: String = self.mv.text.chars().take(40).collect();
        write!(f, "move {}{dots} `{}` ", self.number, text.escape_debug())?;
        match &self.why {
            Some(why) => write!(f, "is not legal: {}", why.reason),
            None => write!(f, "{}", self.fault),
        }
    }
}

/// What a text says of a game and the game belies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// The `Result` tag and the result behind the moves differ.
    Results {
        /// The tag.
        tag: PgnResult,
        /// Behind the moves.
        end: PgnResult,
    },
    /// The rules have decided the game otherwise.
    Decided {
        /// What the text says.
        said: PgnResult,
        /// Who has won by the rules; `None` for a draw.
        winner: Option<Side>,
        /// Name of the end.
        reason: String,
    },
    /// The `Result` tag is no result.
    NoResult(String),
    /// `SetUp` says that there is a `FEN`, but there is none.
    NoFen,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Results { tag, end } => write!(
                f,
                "the tag `Result` says {}, but behind the moves stands {}",
                tag.as_str(),
                end.as_str()
            ),
            Self::Decided { said, winner, reason } => {
                let decided = result_of(*winner).as_str();
                write!(f, "the result is {}, but the game is {decided}: {reason}", said.as_str())
            }
            Self::NoResult(text) => {
                write!(f, "the tag `Result` is `{}`, which is no result", text.escape_debug())
            }
            Self::NoFen => f.write_str("the tag `SetUp` is 1, but there is no tag `FEN`"),
        }
    }
}

/// The result that a game has by its winner.
pub(super) fn result_of(winner: Option<Side>) -> PgnResult {
    match winner {
        Some(Side::White) => PgnResult::White,
        Some(Side::Black) => PgnResult::Black,
        None => PgnResult::Draw,
    }
}

/// Plays a game from the position of its tags, or from the start, up to its end or to the first
/// move that cannot be played. Which game it is, is the caller's choice: the `Variant` tag is only
/// told.
///
/// # Errors
/// Every reason why the `FEN` tag is no position of this game.
pub fn play<'a>(variant: &Variant, pgn: &'a PgnGame<'_>) -> Result<Replay<'a>, Vec<Reason>> {
    let fen = pgn.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty());
    let mut game = variant.game(fen.unwrap_or("start"))?;
    let mut doubts = Vec::new();
    if fen.is_none() && pgn.tag("SetUp").is_some_and(|text| text.trim() == "1") {
        doubts.push(Doubt::NoFen);
    }
    let mut illegal = None;
    let mut played = 0;
    for &mv in &pgn.moves {
        let text = with_braces(mv.text);
        if let Err(fault) = game.play(&text) {
            let number = number_of(&game.fen());
            let why = game.why(variant.definition(), &[&text]).pop();
            // What is read as a legal move where it is explained cannot be explained.
            let why = why.filter(|why| !why.legal);
            let side = game.side();
            illegal = Some(IllegalMove { mv, index: played, number, side, fault, why });
            break;
        }
        played += 1;
    }
    let ending = game.ending();
    doubts.extend(result_doubts(pgn, ending.as_ref().filter(|_| illegal.is_none())));
    Ok(Replay { variant: pgn.tag("Variant"), game, played, illegal, ending, doubts })
}

fn result_doubts(pgn: &PgnGame<'_>, ending: Option<&Ending>) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let text = pgn.tag("Result").map(str::trim).filter(|text| !text.is_empty());
    let tag = text.and_then(PgnResult::parse);
    if let (Some(text), None) = (text, tag) {
        doubts.push(Doubt::NoResult(text.to_owned()));
    }
    if let (Some(tag), Some(end)) = (tag, pgn.result)
        && tag != end
    {
        doubts.push(Doubt::Results { tag, end });
    }
    if let (Some(said), Some(ending)) = (tag.or(pgn.result), ending)
        && said != PgnResult::Unknown
        && said != result_of(ending.winner)
    {
        let (winner, reason) = (ending.winner, ending.reason.clone());
        doubts.push(Doubt::Decided { said, winner, reason });
    }
    doubts
}

/// A move's text as games have it: ids of several letters in braces.
fn with_braces(text: &str) -> Cow<'_, str> {
    if text.contains(['<', '>']) {
        Cow::Owned(text.replace('<', "{").replace('>', "}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Number of the move that is next in a FEN: the last field that is a number alone.
pub(super) fn number_of(fen: &str) -> u32 {
    fen.rsplit(' ').find_map(|field| field.parse().ok()).unwrap_or(1)
}

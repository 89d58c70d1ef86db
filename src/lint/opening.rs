//! What is odd about the start.

use crate::board::Side;
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::setup::Muster;
use crate::variant::Variant;

/// Warns of a start that is check or decided, that wins at once, and of unequal sides.
pub(super) fn warn(variant: &Variant, found: &mut Vec<Diagnostic>) {
    let definition = variant.definition();
    let span = definition.setup.start_span;
    unequal(definition, found);
    let Ok(mut game) = variant.game("start") else { return };
    if game.stage().is_some() {
        return;
    }
    let (us, them) = match game.side() {
        Side::White => ("White", "Black"),
        Side::Black => ("Black", "White"),
    };
    if let Some(ending) = game.ending() {
        let who = match ending.winner {
            None => "a draw".to_owned(),
            Some(winner) if winner == game.side() => format!("{us} has won"),
            Some(_) => format!("{them} has won"),
        };
        let message = format!("the start is already decided: {who} by `{}`", ending.reason);
        let labels = ["this end holds before the first move", "the start"];
        found.push(
            by_end(definition, "start-decided", message, &ending.reason, labels)
                .help("correct the start, or the end's condition"),
        );
        return;
    }
    if game.check() {
        found.push(
            Diagnostic::warning("start-check", span, format!("{us} begins and stands in check"))
                .label("the start")
                .help("correct the start, or allow it: `allow.start-check`"),
        );
    }
    let side = game.side();
    let moves = game.moves();
    let wins = moves.iter().find_map(|mv| {
        game.play_move(mv);
        let ending = game.ending();
        game.undo();
        let ending = ending.filter(|ending| ending.winner == Some(side))?;
        Some((mv, ending.reason))
    });
    if let Some((mv, reason)) = wins {
        let message = format!("{us} wins with the first move, `{}`, by `{reason}`", mv.text);
        let labels = ["this end holds behind it", "the start"];
        found.push(
            by_end(definition, "first-move-wins", message, &reason, labels)
                .help("correct the start, or allow it: `allow.first-move-wins`"),
        );
    }
}

/// A warning with two places: an end and the start. The first is the one that stands in the
/// nearest file, a child in front of its parent, for there it was written.
fn by_end(
    definition: &Definition,
    code: &'static str,
    message: String,
    end: &str,
    labels: [&str; 2],
) -> Diagnostic {
    let end = definition.ends.iter().find(|known| known.name == end).map(|end| end.span);
    let start = definition.setup.start_span;
    let mut places = [(end.unwrap_or(start), labels[0]), (start, labels[1])];
    places.sort_by_key(|(span, _)| span.start);
    let [(first, said), (second, more)] = places;
    let warning = Diagnostic::warning(code, first, message).label(said);
    if first == second { warning } else { warning.also(second, more) }
}

/// Sides that do not start with the same men.
fn unequal(definition: &Definition, found: &mut Vec<Diagnostic>) {
    let start = &definition.setup.start;
    let men = Side::BOTH.map(|side| {
        let muster = Muster::read(definition, side, start).ok()?;
        let mut pieces: Vec<u8> = muster.men.iter().map(|(_, piece, _)| piece.0).collect();
        pieces.sort_unstable();
        Some(pieces)
    });
    let [Some(white), Some(black)] = men else { return };
    if white == black {
        return;
    }
    let count =
        |men: &[u8], piece: usize| men.iter().filter(|&&one| usize::from(one) == piece).count();
    let differ = definition.pieces.iter().enumerate().find_map(|(index, piece)| {
        let counts = (count(&white, index), count(&black, index));
        (counts.0 != counts.1).then_some((piece, counts))
    });
    let Some((piece, (white, black))) = differ else { return };
    found.push(
        Diagnostic::warning(
            "sides-unequal",
            definition.setup.start_span,
            "the two sides do not start with the same men",
        )
        .label(format!("`{}`: {white} white, {black} black", piece.name))
        .help("correct the start, or say that it is meant: `allow.sides-unequal`"),
    );
}

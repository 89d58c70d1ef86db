//! Ends, bans and counts: conditions whose meaning the engine has a key for are recognised by
//! their form; all others are told.

use super::Bears;
use super::betza::Reach;
use super::men::{Man, Type, everybody};
use super::royal::{self, Royals};
use super::to::Writer;
use crate::board::{Side, SquareSet};
use crate::definition::{
    Arithmetic, Ban, BanOn, By, Comparison, Definition, End, EndResult, Expr, Fact, PieceId,
    PieceSet, SidedSquares, Who,
};

/// Parts that must all hold.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::And(left, right) => {
            let mut all = parts(left);
            all.extend(parts(right));
            all
        }
        other => vec![other],
    }
}

/// Parts of which one must hold.
fn choices(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Or(left, right) => {
            let mut all = choices(left);
            all.extend(choices(right));
            all
        }
        other => vec![other],
    }
}

/// A number compared with a constant: at least, or at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    AtLeast(i64),
    AtMost(i64),
    Exactly(i64),
}

/// A fact compared with a number.
fn bound(expr: &Expr) -> Option<(&Expr, Bound)> {
    let Expr::Compare(comparison, left, right) = expr else { return None };
    let (value, comparison, number) = match (&**left, &**right) {
        (value, Expr::Const(number)) => (value, *comparison, *number),
        (Expr::Const(number), value) => {
            let turned = match comparison {
                Comparison::Less => Comparison::Greater,
                Comparison::LessOrEqual => Comparison::GreaterOrEqual,
                Comparison::Greater => Comparison::Less,
                Comparison::GreaterOrEqual => Comparison::LessOrEqual,
                same @ (Comparison::Equal | Comparison::NotEqual) => *same,
            };
            (value, turned, *number)
        }
        _ => return None,
    };
    let bound = match comparison {
        Comparison::Equal if number == 0 => Bound::AtMost(0),
        Comparison::Equal => Bound::Exactly(number),
        Comparison::NotEqual if number == 0 => Bound::AtLeast(1),
        Comparison::NotEqual => return None,
        Comparison::Less => Bound::AtMost(number.saturating_sub(1)),
        Comparison::LessOrEqual => Bound::AtMost(number),
        Comparison::Greater => Bound::AtLeast(number.saturating_add(1)),
        Comparison::GreaterOrEqual => Bound::AtLeast(number),
    };
    Some((value, bound))
}

fn fact(expr: &Expr) -> Option<(&Fact, Bound)> {
    let (value, bound) = bound(expr)?;
    let Expr::Fact(fact) = value else { return None };
    Some((fact, bound))
}

fn no_moves(expr: &Expr, of: Who) -> bool {
    matches!(fact(expr), Some((Fact::Moves(who), Bound::AtMost(0))) if *who == of)
}

fn check(expr: &Expr, of: Who) -> bool {
    matches!(expr, Expr::Fact(Fact::Check(who)) if *who == of)
}

/// `not check(us) and moves(us) == 0`.
pub(super) fn stalemate_of_us(expr: &Expr) -> bool {
    let all = parts(expr);
    let none = all.iter().any(|part| no_moves(part, Who::Us));
    all.len() == 2 && none && all.iter().any(|part| not_in_check(part))
}

/// `not check(us)`.
pub(super) fn not_in_check(expr: &Expr) -> bool {
    matches!(expr, Expr::Not(inner) if check(inner, Who::Us))
}

/// `moved(rook) and attacked(us, king, rook) > 0`.
pub(super) fn rook_attacks_king(expr: &Expr, definition: &Definition, types: &[Type]) -> bool {
    let one = |set: &PieceSet, wanted: &dyn Fn(&Type) -> bool| {
        set.len() == 1 && set.iter().all(|id| types.get(id.index()).is_some_and(wanted))
    };
    let rook = |set: &PieceSet| one(set, &|kind| kind.is("rook"));
    let [Expr::Fact(Fact::Moved(moved)), attacked] = parts(expr)[..] else { return false };
    let Some((Fact::Attacked { who: Who::Us, pieces, by, squares, spot: None }, Bound::AtLeast(1))) =
        fact(attacked)
    else {
        return false;
    };
    let everywhere = definition.shape.all();
    rook(moved)
        && rook(by)
        && one(pieces, &|kind| matches!(kind, Type::King(_)))
        && *squares == [everywhere; 2]
}

/// Men of a side on some squares, and how many.
fn count(expr: &Expr) -> Option<(Who, PieceSet, SidedSquares, Bound)> {
    let (fact, bound) = fact(expr)?;
    let Fact::Count { who, pieces, squares, spot: None } = fact else { return None };
    Some((*who, *pieces, *squares, bound))
}

/// Whether there is exactly one man of a piece left.
pub(super) fn last_of(expr: &Expr, piece: PieceId, everywhere: SidedSquares) -> bool {
    matches!(count(expr), Some((Who::Us, pieces, squares, Bound::Exactly(1)))
        if pieces.len() == 1 && pieces.has(piece) && squares == everywhere)
}

/// A ban on promotions after which the new man attacks somebody, or the enemy is in check.
pub(super) fn modest(ban: &Ban, piece: PieceId, definition: &Definition) -> bool {
    let all = everybody(definition);
    let Some(when) = &ban.when else { return false };
    let [first, second] = choices(when)[..] else { return false };
    let attacks = matches!(fact(second), Some((Fact::Attacked { who: Who::Them, pieces, by, squares, spot: None }, Bound::AtLeast(1)))
        if *pieces == all && by.len() == 1 && by.has(piece) && *squares == [definition.shape.all(); 2]);
    let plain = ban.on == BanOn::Promotion && ban.before.is_none() && ban.sides == [true; 2];
    plain && ban.pieces == all && check(first, Who::Them) && attacks
}

/// Whether the game is over at once when a side has lost all men of a piece.
pub(super) fn decides(definition: &Definition, piece: PieceId) -> bool {
    let everywhere = [definition.shape.all(); 2];
    definition.ends.iter().any(|end| {
        end.by == By::Rule
            && matches!(count(&end.when), Some((Who::Them, pieces, squares, Bound::AtMost(0)))
                if pieces.len() == 1 && pieces.has(piece) && squares == everywhere)
    })
}

/// What has been found so far.
#[derive(Debug, Default)]
struct Found {
    checkmate: Option<EndResult>,
    stalemate: Option<EndResult>,
    /// An end by numbers: of which men, any kind of them or all together, how many are too few,
    /// how many the enemy must have, and what that means for their owner.
    extinct: Option<Extinct>,
    own_extinct: bool,
    flag: Option<(PieceSet, SidedSquares)>,
    checks: bool,
    repetition: Option<(i64, EndResult)>,
    perpetual: Option<i64>,
    quiet: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Extinct {
    kinds: PieceSet,
    together: bool,
    most: i64,
    enemies: i64,
    loses: bool,
}

/// Says the ends.
pub(super) fn write(writer: &mut Writer<'_>, men: &[Man], types: &[Type], royals: &Royals) {
    let definition = writer.definition;
    bans(writer, types, royals);
    let mut found = Found::default();
    let ends: Vec<&End> = definition.ends.iter().collect();
    let mut rest = special(writer, types, &ends, &mut found);
    rest.retain(|end| !recognise(writer, end, &mut found));
    for end in rest {
        let bears = if end.by == By::Rule { Bears::Play } else { Bears::Result };
        writer.note(
            format!("end `{}`", end.name),
            "the engine has no such end".to_owned(),
            end.span,
            bears,
        );
    }
    order(writer, &found);
    say(writer, &found, royals);
    if found.quiet.is_some() {
        clock(writer, men);
    }
}

/// Ends that are several entries together. What is left is returned.
fn special<'a>(
    writer: &mut Writer<'_>,
    types: &[Type],
    ends: &[&'a End],
    found: &mut Found,
) -> Vec<&'a End> {
    let mut rest = ends.to_vec();
    racing(writer, &mut rest);
    safe_flag(writer, &mut rest);
    bare_back(writer, &mut rest, found);
    perpetual(&mut rest, found);
    pawn_drop_mate(writer, types, &mut rest);
    rest
}

/// Takes entries out for which each test has one, if all have.
fn take(rest: &mut Vec<&End>, tests: &[&dyn Fn(&End) -> bool]) -> bool {
    let places: Vec<Option<usize>> =
        tests.iter().map(|test| rest.iter().position(|end| test(end))).collect();
    if places.iter().any(Option::is_none) {
        return false;
    }
    let mut index = 0_usize;
    rest.retain(|_| {
        let taken = places.contains(&Some(index));
        index = index.saturating_add(1);
        !taken
    });
    true
}

/// The race: White's arrival can be answered at once.
fn racing(writer: &mut Writer<'_>, rest: &mut Vec<&End>) {
    let definition = writer.definition;
    let there = |expr: &Expr, of: Who| {
        let (who, pieces, squares, bound) = count(expr)?;
        let some = matches!(bound, Bound::Exactly(1) | Bound::AtLeast(1));
        (who == of && some).then_some((pieces, squares))
    };
    let goal = definition.ends.iter().find_map(|end| {
        let [first, _] = parts(&end.when)[..] else { return None };
        there(first, Who::Us)
    });
    let Some(goal) = goal else { return };
    let both = |end: &End| {
        let all = parts(&end.when);
        let has = |who| all.iter().any(|part| there(part, who) == Some(goal));
        end.by == By::Rule
            && end.result == EndResult::Draw
            && all.len() == 2
            && has(Who::White)
            && has(Who::Black)
    };
    let first = |end: &End| {
        let [arrives, alone] = parts(&end.when)[..] else { return false };
        let answers = choices(alone);
        let black = answers.iter().any(|part| {
            matches!(
                part,
                Expr::SameSide(Who::Us, Who::Black) | Expr::SameSide(Who::Black, Who::Us)
            )
        });
        let reached = answers.iter().any(|part| {
            matches!(fact(part), Some((Fact::Reach { who: Who::Them, pieces, squares }, Bound::AtMost(0))) if (*pieces, *squares) == goal)
        });
        end.by == By::Rule
            && end.result == EndResult::Us
            && there(arrives, Who::Us) == Some(goal)
            && answers.len() == 2
            && black
            && reached
    };
    let late = |end: &End| {
        end.by == By::Rule
            && end.result == EndResult::Them
            && there(&end.when, Who::Them) == Some(goal)
    };
    if take(rest, &[&both, &first, &late]) {
        flag(writer, goal.0, goal.1);
        writer.yes("flagMove");
    }
}

/// A man at the goal wins if nobody can take him there.
fn safe_flag(writer: &mut Writer<'_>, rest: &mut Vec<&End>) {
    let safe = |end: &End, of: Who, result: EndResult| {
        let [there, untouched] = parts(&end.when)[..] else { return None };
        let (who, pieces, squares, bound) = count(there)?;
        let Some((Fact::Attacked { who: whose, pieces: men, .. }, Bound::AtMost(0))) =
            fact(untouched)
        else {
            return None;
        };
        let same = who == of && *whose == of && *men == pieces && bound == Bound::AtLeast(1);
        (same && end.result == result && end.by == By::Rule).then_some((pieces, squares))
    };
    let Some(goal) = rest.iter().find_map(|end| safe(end, Who::Us, EndResult::Us)) else { return };
    let first = |end: &End| safe(end, Who::Us, EndResult::Us) == Some(goal);
    let later = |end: &End| safe(end, Who::Them, EndResult::Them) == Some(goal);
    if take(rest, &[&first, &later]) {
        flag(writer, goal.0, goal.1);
        writer.yes("flagPieceSafe");
    }
}

/// A side reduced to few men loses, unless it can do the same at once.
fn bare_back(writer: &Writer<'_>, rest: &mut Vec<&End>, found: &mut Found) {
    let all = everybody(writer.definition);
    let everywhere = [writer.definition.shape.all(); 2];
    let numbers = |end: &End, few: Who, many: Who| {
        let [first, second] = parts(&end.when)[..] else { return None };
        let side = |expr: &Expr, of: Who| {
            let (who, pieces, squares, bound) = count(expr)?;
            (who == of && pieces == all && squares == everywhere).then_some(bound)
        };
        let few = side(first, few).or_else(|| side(second, few))?;
        let many = side(second, many).or_else(|| side(first, many))?;
        let (Bound::Exactly(few) | Bound::AtMost(few)) = few else { return None };
        let Bound::AtLeast(many) = many else { return None };
        (end.by == By::Rule).then_some((few, many))
    };
    let late = rest
        .iter()
        .find_map(|end| numbers(end, Who::Us, Who::Them).filter(|_| end.result == EndResult::Them));
    let Some((most, enemies)) = late else { return };
    let at_once = |end: &End| {
        end.result == EndResult::Us
            && numbers(end, Who::Them, Who::Us) == Some((most, enemies.saturating_add(1)))
    };
    let later = |end: &End| {
        end.result == EndResult::Them && numbers(end, Who::Us, Who::Them) == Some((most, enemies))
    };
    if take(rest, &[&at_once, &later]) {
        found.extinct = Some(Extinct { kinds: all, together: true, most, enemies, loses: true });
        found.own_extinct = true;
    }
}

/// Perpetual check loses, whoever of the two finds the repetition.
fn perpetual(rest: &mut Vec<&End>, found: &mut Found) {
    let checks = |end: &End, of: &[Who], result: EndResult| {
        let all = parts(&end.when);
        let times = all.iter().find_map(|part| match fact(part) {
            Some((Fact::Repeats, Bound::AtLeast(times))) => Some(times),
            _ => None,
        })?;
        let by = |who: &Who| {
            all.iter()
                .any(|part| matches!(part, Expr::Fact(Fact::PerpetualCheck(own)) if own == who))
        };
        let exact = all.len() == of.len().saturating_add(1) && of.iter().all(by);
        (exact && end.result == result && end.by != By::Rule).then_some(times)
    };
    let Some(times) = rest.iter().find_map(|end| checks(end, &[Who::Us], EndResult::Them)) else {
        return;
    };
    let by_us = |end: &End| checks(end, &[Who::Us], EndResult::Them) == Some(times);
    let by_them = |end: &End| checks(end, &[Who::Them], EndResult::Us) == Some(times);
    let by_both = |end: &End| checks(end, &[Who::Us, Who::Them], EndResult::Draw) == Some(times);
    if take(rest, &[&by_us, &by_them]) {
        take(rest, &[&by_both]);
        found.perpetual = Some(times);
    }
}

/// Who mates by dropping a pawn has lost. (To the engine the move is legal too, whatever the key
/// is called.)
fn pawn_drop_mate(writer: &mut Writer<'_>, types: &[Type], rest: &mut Vec<&End>) {
    let all = everybody(writer.definition);
    let resets = writer.definition.turn.resets;
    let pawn = types.iter().zip(0_u8..).find(|(kind, _)| kind.is("shogiPawn"));
    let Some(pawn) = pawn.map(|(_, id)| PieceId(id)).filter(|&pawn| !resets.has(pawn)) else {
        return;
    };
    let mates = |end: &End| {
        let all_parts = parts(&end.when);
        let has = |test: &dyn Fn(&Expr) -> bool| all_parts.iter().any(|part| test(part));
        end.by != By::Claim
            && end.result == EndResult::Them
            && all_parts.len() == 5
            && has(
                &|part| matches!(part, Expr::Fact(Fact::Moved(men)) if men.len() == 1 && men.has(pawn)),
            )
            && has(&|part| matches!(fact(part), Some((Fact::Quiet, Bound::AtMost(0)))))
            && has(
                &|part| matches!(part, Expr::Not(inner) if matches!(&**inner, Expr::Fact(Fact::Took(men)) if *men == all)),
            )
            && has(&|part| check(part, Who::Them))
            && has(&|part| no_moves(part, Who::Them))
    };
    if take(rest, &[&mates]) {
        writer.yes("shogiPawnDropMateIllegal");
    }
}

fn flag(writer: &mut Writer<'_>, pieces: PieceSet, [white, black]: SidedSquares) {
    let whole = pieces == everybody(writer.definition);
    let letters = if whole { "*".to_owned() } else { writer.letters(pieces) };
    writer.key("flagPiece", letters);
    writer.squares("flagRegionWhite", white);
    writer.squares("flagRegionBlack", black);
}

/// One entry that stands for itself.
fn recognise(writer: &mut Writer<'_>, end: &End, found: &mut Found) -> bool {
    let by_rule = end.by == By::Rule;
    if matches!(&end.when, Expr::Const(0)) {
        return true;
    }
    if let [first, second] = parts(&end.when)[..]
        && (check(first, Who::Them) && no_moves(second, Who::Them)
            || check(second, Who::Them) && no_moves(first, Who::Them))
        && found.checkmate.is_none()
        && relative(end.result)
        && by_rule
    {
        found.checkmate = Some(end.result);
        return true;
    }
    if no_moves(&end.when, Who::Them)
        && found.stalemate.is_none()
        && relative(end.result)
        && by_rule
    {
        found.stalemate = Some(end.result);
        found.checkmate.get_or_insert(end.result);
        return true;
    }
    if by_rule
        && (extinction(writer, end, found)
            || arrival(writer, end, found)
            || checks(writer, end, found))
    {
        return true;
    }
    match fact(&end.when) {
        Some((Fact::Repeats, Bound::AtLeast(times)))
            if !by_rule && found.repetition.is_none() && times >= 2 =>
        {
            found.repetition = Some((times, end.result));
            true
        }
        Some((Fact::Quiet, Bound::AtLeast(plies)))
            if !by_rule
                && found.quiet.is_none()
                && end.result == EndResult::Draw
                && plies > 0
                && plies % 2 == 0 =>
        {
            found.quiet = Some(plies.saturating_div(2));
            true
        }
        _ => false,
    }
}

/// A result that is said from the movers' sides.
fn relative(result: EndResult) -> bool {
    matches!(result, EndResult::Us | EndResult::Them | EndResult::Draw)
}

/// Kinds of which a side has none, one of which is enough; or too few men in all.
fn few(writer: &Writer<'_>, expr: &Expr) -> Option<(Who, PieceSet, bool, i64)> {
    let everywhere = [writer.definition.shape.all(); 2];
    let all = everybody(writer.definition);
    if let Some((who, pieces, squares, bound)) = count(expr) {
        let (Bound::AtMost(most) | Bound::Exactly(most)) = bound else { return None };
        let together = pieces == all;
        let fits = squares == everywhere && (together || pieces.len() == 1 && most == 0);
        return fits.then_some((who, pieces, together, most));
    }
    // not count(a) * count(b) > 0
    if let Expr::Not(inner) = expr {
        let (product, Bound::AtLeast(1)) = bound(inner)? else { return None };
        let mut kinds = PieceSet::NONE;
        let who = factors(product, everywhere, &mut kinds)?;
        return Some((who, kinds, false, 0));
    }
    // count(a) == 0 or count(b) == 0
    let parts = choices(expr);
    if parts.len() < 2 {
        return None;
    }
    let mut kinds = PieceSet::NONE;
    let mut owner = None;
    for part in parts {
        let (who, pieces, together, _) = few(writer, part)?;
        if together || owner.is_some_and(|owner| owner != who) {
            return None;
        }
        owner = Some(who);
        pieces.iter().for_each(|piece| kinds.insert(piece));
    }
    Some((owner?, kinds, false, 0))
}

fn factors(expr: &Expr, everywhere: SidedSquares, kinds: &mut PieceSet) -> Option<Who> {
    match expr {
        Expr::Arithmetic(Arithmetic::Multiply, left, right) => {
            let who = factors(left, everywhere, kinds)?;
            (factors(right, everywhere, kinds)? == who).then_some(who)
        }
        Expr::Fact(Fact::Count { who, pieces, squares, spot: None })
            if pieces.len() == 1 && *squares == everywhere =>
        {
            pieces.iter().for_each(|piece| kinds.insert(piece));
            Some(*who)
        }
        _ => None,
    }
}

fn extinction(writer: &Writer<'_>, end: &End, found: &mut Found) -> bool {
    let Some((who, kinds, together, most)) = few(writer, &end.when) else { return false };
    let loses = match (who, end.result) {
        (Who::Them, EndResult::Us) | (Who::Us, EndResult::Them) => true,
        (Who::Them, EndResult::Them) | (Who::Us, EndResult::Us) => false,
        _ => return false,
    };
    let this = Extinct { kinds, together, most, enemies: 0, loses };
    if found.extinct.as_ref().is_some_and(|known| *known != this) {
        return false;
    }
    found.extinct = Some(this);
    found.own_extinct |= who == Who::Us;
    true
}

fn arrival(writer: &Writer<'_>, end: &End, found: &mut Found) -> bool {
    let Some((Who::Us, pieces, squares, Bound::AtLeast(1))) = count(&end.when) else {
        return false;
    };
    let one = pieces.len() == 1 || pieces == everybody(writer.definition);
    if end.result != EndResult::Us || found.flag.is_some() || !one {
        return false;
    }
    found.flag = Some((pieces, squares));
    true
}

fn checks(writer: &Writer<'_>, end: &End, found: &mut Found) -> bool {
    let Some(total) = writer.definition.checks else { return false };
    let Some((Fact::Checks(Who::Us), Bound::AtLeast(needed) | Bound::Exactly(needed))) =
        fact(&end.when)
    else {
        return false;
    };
    if i64::from(total) != needed || end.result != EndResult::Us {
        return false;
    }
    found.checks = true;
    true
}

/// The engine asks for ends by place and number before it looks for moves.
fn order(writer: &mut Writer<'_>, found: &Found) {
    let definition = writer.definition;
    let immediate = |end: &End| {
        end.by == By::Rule && !parts(&end.when).iter().any(|part| no_moves(part, Who::Them))
    };
    let mut moveless: Vec<EndResult> = Vec::new();
    for end in &definition.ends {
        if end.by == By::Rule && !immediate(end) {
            moveless.push(end.result);
        } else if immediate(end) && moveless.iter().any(|result| *result != end.result) {
            let why = "the engine asks for it before it looks for moves".to_owned();
            writer.note(format!("order of end `{}`", end.name), why, end.span, Bears::Result);
        }
    }
    if found.extinct.as_ref().is_some_and(|extinct| !extinct.together && !found.own_extinct) {
        let kinds = found.extinct.as_ref().map(|extinct| extinct.kinds).unwrap_or_default();
        let vanishing = definition
            .promotions
            .iter()
            .find(|entry| entry.pieces.iter().any(|piece| kinds.has(piece)));
        if let Some(entry) = vanishing {
            writer.lacks(
                format!("promotion entry `{}`", entry.name),
                "men that promote can make their own kind extinct",
                entry.span,
            );
        }
    }
}

fn say(writer: &mut Writer<'_>, found: &Found, royals: &Royals) {
    let definition = writer.definition;
    let start = definition.setup.start_span;
    let for_mover = |result: EndResult| match result {
        EndResult::Us => "loss",
        EndResult::Them => "win",
        EndResult::Draw | EndResult::White | EndResult::Black => "draw",
    };
    let royal = royals.king.is_some() || !royals.counted.is_empty();
    match (found.checkmate, found.stalemate) {
        (mate, Some(stalemate)) => {
            if royal {
                writer.key("checkmateValue", for_mover(mate.unwrap_or(stalemate)));
            }
            writer.key("stalemateValue", for_mover(stalemate));
        }
        (_, None) => writer.note(
            "a side without moves".to_owned(),
            "to the engine this is always an end".to_owned(),
            start,
            Bears::Result,
        ),
    }
    if let Some((pieces, squares)) = found.flag {
        flag(writer, pieces, squares);
    }
    if found.checks {
        writer.yes("checkCounting");
    } else if definition.checks.is_some() {
        writer.lacks("`checks`".to_owned(), "checks are counted for an end only", start);
    }
    if let Some(extinct) = &found.extinct {
        extinct_keys(writer, extinct, royals);
    }
    let (times, value) = match (found.repetition, found.perpetual) {
        (Some((times, result)), _) => (times, Some(result)),
        (None, Some(times)) => {
            writer.note(
                "repetition without perpetual check".to_owned(),
                "to the engine every repetition counts then".to_owned(),
                start,
                Bears::Result,
            );
            (times, None)
        }
        (None, None) => (0, None),
    };
    if found.perpetual.is_some_and(|checks| checks != times) {
        writer.note(
            "perpetual check".to_owned(),
            "it is judged with the same number of repetitions".to_owned(),
            start,
            Bears::Result,
        );
    }
    writer.key("nFoldRule", times.to_string());
    match value {
        Some(result @ (EndResult::White | EndResult::Black)) => {
            writer.key("nFoldValue", if result == EndResult::White { "win" } else { "loss" });
            writer.yes("nFoldValueAbsolute");
        }
        Some(result) => writer.key("nFoldValue", for_mover(result)),
        None => {}
    }
    if found.perpetual.is_some() {
        writer.yes("perpetualCheckIllegal");
    }
    writer.key("nMoveRule", found.quiet.unwrap_or(0).to_string());
    let resets = definition.turn.resets;
    writer.sided_pieces("nMoveRuleTypes", [resets; 2]);
}

/// The engine sets its clock back when a man moves who could not move back, and when men turn
/// into others.
fn clock(writer: &mut Writer<'_>, men: &[Man]) {
    let definition = writer.definition;
    let resets = definition.turn.resets;
    for ((piece, man), id) in definition.pieces.iter().zip(men).zip(0_u8..) {
        let returns = |reach: &Reach| {
            let step = (reach.step.0.saturating_neg(), reach.step.1.saturating_neg());
            !reach.capture && man.reaches.iter().any(|other| !other.capture && other.step == step)
        };
        if resets.has(PieceId(id)) && man.reaches.iter().any(returns) {
            let what = format!("`turn.resets` for `{}`", piece.name);
            let why = "a move that the man could take back does not set the clock back".to_owned();
            writer.note(what, why, piece.span, Bears::Result);
        }
    }
    for entry in &definition.promotions {
        if entry.pieces.iter().any(|piece| !resets.has(piece)) {
            let what = format!("the clock in promotion entry `{}`", entry.name);
            let why = "every promotion sets the clock back".to_owned();
            writer.note(what, why, entry.span, Bears::Result);
        }
    }
}

fn extinct_keys(writer: &mut Writer<'_>, extinct: &Extinct, royals: &Royals) {
    let definition = writer.definition;
    if !royals.counted.is_empty() {
        let same = extinct.kinds == royals.counted
            && !extinct.together
            && extinct.most == 0
            && extinct.loses;
        if !same {
            let what = "an end by the number of men".to_owned();
            writer.lacks(
                what,
                "men who are royal by their number take the place of this rule",
                definition.setup.start_span,
            );
        }
        return;
    }
    let letters = if extinct.together { "*".to_owned() } else { writer.letters(extinct.kinds) };
    writer.key("extinctionPieceTypes", letters);
    writer.key("extinctionPieceCount", extinct.most.to_string());
    writer.key("extinctionValue", if extinct.loses { "loss" } else { "win" });
    if extinct.enemies > 0 {
        writer.yes("extinctionClaim");
        writer.key("extinctionOpponentPieceCount", extinct.enemies.to_string());
    }
}

/// Bans that the engine has a key for.
fn bans(writer: &mut Writer<'_>, types: &[Type], royals: &Royals) {
    let definition = writer.definition;
    let all = everybody(definition);
    let mut bans: Vec<&Ban> = definition.bans.iter().collect();
    bishops(writer, types, &mut bans);
    let general = types.iter().zip(0_u8..).find(|(kind, _)| kind.is("fers"));
    if let (true, Some((_, general))) = (writer.has("sittuyinPromotion"), general) {
        bans.retain(|ban| !modest(ban, PieceId(general), definition));
    }
    for ban in bans {
        let both = ban.sides == [true; 2] && ban.before.is_none();
        let everybody = ban.pieces == all;
        let when = ban.when.as_ref();
        let gives_check = when.is_some_and(|when| check(when, Who::Them));
        let faces = matches!(when, Some(Expr::Fact(Fact::Facing(men))) if men.len() == 1 && royals.king.is_some_and(|king| men.has(king)));
        match ban.on {
            BanOn::Any if both && everybody && gives_check => writer.no("checking"),
            BanOn::Drop if both && everybody && gives_check => writer.no("dropChecks"),
            BanOn::Any if both && everybody && faces => writer.yes("flyingGeneral"),
            _ => {
                writer.lacks(format!("ban `{}`", ban.name), "the engine has no such ban", ban.span);
            }
        }
    }
}

/// Two bans that make dropped bishops stand on squares of both colours.
fn bishops(writer: &mut Writer<'_>, types: &[Type], bans: &mut Vec<&Ban>) {
    let definition = writer.definition;
    let shape = &definition.shape;
    let dark: SquareSet = shape
        .squares()
        .filter(|&square| shape.file(square).saturating_add(shape.rank(square)).is_multiple_of(2))
        .collect();
    let light = shape.all() - dark;
    let bishop =
        types.iter().zip(0_u8..).find(|(kind, _)| kind.is("bishop")).map(|(_, id)| PieceId(id));
    let Some(bishop) = bishop else { return };
    let twice = |expr: &Expr, colour: SquareSet| matches!(count(expr), Some((Who::Us, pieces, squares, Bound::AtLeast(2))) if pieces.len() == 1 && pieces.has(bishop) && squares == [colour; 2]);
    let two = |ban: &Ban| {
        let Some(when) = &ban.when else { return false };
        let parts = choices(when);
        ban.on == BanOn::Drop
            && ban.before.is_none()
            && parts.len() == 2
            && [light, dark].iter().all(|colour| parts.iter().any(|part| twice(part, *colour)))
    };
    let none = |expr: &Expr, colour: SquareSet| {
        let [none, full] = parts(expr)[..] else { return false };
        let missing = matches!(count(none), Some((Who::Us, pieces, squares, Bound::AtMost(0))) if pieces.len() == 1 && pieces.has(bishop) && squares == [colour; 2]);
        let zone = |side: Side| {
            definition
                .drops
                .iter()
                .filter(|entry| entry.pieces.has(bishop))
                .fold(SquareSet::EMPTY, |set, entry| {
                    set | entry.zone.get(side.index()).copied().unwrap_or_default()
                })
                & colour
        };
        let room = matches!(fact(full), Some((Fact::Empty { squares }, Bound::AtMost(0))) if *squares == [zone(Side::White), zone(Side::Black)]);
        missing && room
    };
    let no_room = |ban: &Ban| {
        let Some(when) = &ban.when else { return false };
        let [hand, rest] = parts(when)[..] else { return false };
        let waits = matches!(fact(hand), Some((Fact::Hand { who: Who::Us, pieces }, Bound::AtLeast(1))) if pieces.len() == 1 && pieces.has(bishop));
        let parts = choices(rest);
        ban.on == BanOn::Drop
            && waits
            && parts.len() == 2
            && [light, dark].iter().all(|colour| parts.iter().any(|part| none(part, *colour)))
    };
    let pair = royal::start_men(definition);
    let two_each = Side::BOTH
        .into_iter()
        .all(|side| pair.iter().filter(|man| **man == (side, bishop, false)).count() == 2);
    let has = |test: &dyn Fn(&Ban) -> bool| bans.iter().any(|ban| test(ban));
    if two_each && has(&two) && has(&no_room) {
        bans.retain(|ban| !two(ban) && !no_room(ban));
        writer.yes("dropOppositeColoredBishop");
    }
}

//! A notation in one English sentence.
//!
//! What can be said with a known name is (`like a knight`); everything else is put together
//! from its parts, so that the sentence is right for every combination.

mod legs;
mod words;

use super::tree::{Body, Castling, Modifiers, MoveExpr, Range, Term};

/// What a man of this notation does, in one sentence for a designer to read.
///
/// # Examples
///
/// ```
/// use ferz::notation::{explain, parse};
///
/// let chancellor = parse("RN").unwrap().expr;
/// assert_eq!(explain(&chancellor), "Chancellor: moves or captures like a rook or like a knight.");
/// ```
pub fn explain(expr: &MoveExpr) -> String {
    let mut clauses: Vec<Clause> = Vec::new();
    for term in expr.terms() {
        let clause = clause(term);
        match clauses.last_mut() {
            // What follows a comma belongs to one term only.
            Some(last)
                if last.initial == clause.initial
                    && last.verb == clause.verb
                    && !last.how.iter().chain(&clause.how).any(|how| how.contains(',')) =>
            {
                last.how.extend(clause.how);
            }
            _ => clauses.push(clause),
        }
    }
    let text: Vec<String> = clauses.iter().map(Clause::text).collect();
    let text = match text.as_slice() {
        [] => "never moves".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}; and {last}", first.join("; ")),
    };
    match name(&expr.to_string()) {
        Some(name) => format!("{}: {text}.", capitalised(name)),
        None => format!("{}.", capitalised(&text)),
    }
}

/// Names of whole notations, in their canonical text.
fn name(canonical: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 25] = [
        ("qN", "rose"),
        ("zB", "boyscout"),
        ("zR", "girlscout"),
        ("nN", "xiangqi horse"),
        ("[W-F]", "xiangqi horse"),
        ("afsW", "xiangqi horse"),
        ("nA", "xiangqi elephant"),
        ("nZ", "janggi elephant"),
        ("mRcpR", "xiangqi cannon"),
        ("pR", "janggi cannon"),
        ("[F?R]", "griffon"),
        ("FyafsF", "griffon"),
        ("[W?B]", "manticore"),
        ("WyafsW", "manticore"),
        ("RN", "chancellor"),
        ("BN", "archbishop"),
        ("QN", "amazon"),
        ("RF", "dragon king"),
        ("BW", "dragon horse"),
        ("KN", "centaur"),
        ("FfW", "silver or khon"),
        ("WfF", "gold"),
        ("fsW", "janggi soldier"),
        ("fmWfceFifmnD", "pawn"),
        ("fmFfceWifmnA", "berolina pawn"),
    ];
    NAMES.iter().find(|&&(text, _)| text == canonical).map(|&(_, name)| name)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// One or several terms that begin with the same words.
struct Clause {
    initial: bool,
    verb: String,
    how: Vec<String>,
}

impl Clause {
    fn text(&self) -> String {
        let when = if self.initial { "while it has never moved, " } else { "" };
        let how = words::or(&self.how);
        let gap = if how.is_empty() { "" } else { " " };
        format!("{when}{}{gap}{how}", self.verb)
    }
}

fn clause(term: &Term) -> Clause {
    let initial = term.initial;
    let (verb, how) = match &term.body {
        Body::Simple(leg) => (verb(&leg.modifiers), legs::simple(leg, initial)),
        Body::AChain(chain) => {
            let last = chain.legs.last().map(verb).unwrap_or_default();
            (last, legs::a_chain(chain))
        }
        Body::Bracket(bracket) => {
            let last = bracket.rest.last().map(|(_, leg)| verb(&leg.modifiers));
            (last.unwrap_or_default(), legs::bracket(bracket))
        }
        Body::Universal(modifiers) => (verb(modifiers), "to any other square".to_owned()),
        Body::Castling(castling) => ("castles".to_owned(), castles(castling)),
    };
    Clause { initial, verb, how: vec![how] }
}

/// What the letters m c d e say.
fn verb(modifiers: &Modifiers) -> String {
    let Modifiers { quiet, capture, own, en_passant, .. } = *modifiers;
    let mut verbs = Vec::new();
    if quiet == capture && (quiet || !own && !en_passant) {
        verbs.push("moves or captures");
    } else if quiet {
        verbs.push("moves without capturing");
    } else if capture {
        verbs.push("captures");
    }
    if en_passant {
        verbs.push("takes en passant");
    }
    if own {
        verbs.push("removes an own man that is not royal");
    }
    words::or(&verbs)
}

fn castles(castling: &Castling) -> String {
    let letters = castling.directions.as_str();
    let has = |letter: char| letters.is_empty() || letters.contains([letter, 's']);
    let side = match (has('l'), has('r')) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        _ => "to either side",
    };
    let partner = match castling.inward {
        0 => "on the edge square".to_owned(),
        inward => format!("{} in from the edge square", words::squares(inward)),
    };
    format!(
        "by going {} {side} towards an own man {partner} that has never moved and lands on the \
         square just passed, if all squares between them are empty",
        words::squares(castling.distance)
    )
}

/// `up to 3 steps`, `one step`.
fn steps(range: Range, atom: super::tree::Atom, one: &str, many: &str) -> String {
    match range.steps(atom) {
        Some(1) => format!("one {one}"),
        Some(steps) => format!("up to {steps} {many}"),
        None => format!("any number of {many}"),
    }
}

//! Conditions: text → tree → checked expression.

use std::collections::BTreeMap;
use std::ops::Range;

use super::faults::Faults;
use super::names::{is_name, shown, suggest};
use super::sets::Names;
use super::tree::Text;
use super::{Arithmetic, Comparison, Expr, Fact, Spot, Who};
use crate::diagnostic::Diagnostic;
use crate::limits;

/// A parsed condition, names not yet looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ast {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// What stands there.
    pub kind: AstKind,
}

/// The kinds of tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AstKind {
    Integer(i64),
    Boolean(bool),
    Name,
    /// A function; the first range is its name's, the others its arguments'.
    Call(Range<usize>, Vec<Range<usize>>),
    Not(Box<Ast>),
    And(Vec<Ast>),
    Or(Vec<Ast>),
    Compare(Comparison, Box<Ast>, Box<Ast>),
    Arithmetic(Arithmetic, Box<Ast>, Box<Ast>),
}

impl Ast {
    /// Places of all words that may be terms.
    pub(crate) fn names(&self, text: &str, out: &mut Vec<Range<usize>>) {
        match &self.kind {
            AstKind::Integer(_) | AstKind::Boolean(_) => {}
            AstKind::Name => out.push(self.range.clone()),
            AstKind::Call(_, arguments) => {
                // A side may be a term.
                out.extend(arguments.iter().map(|range| trim(text, range.clone())));
            }
            AstKind::Not(inner) => inner.names(text, out),
            AstKind::And(parts) | AstKind::Or(parts) => {
                for part in parts {
                    part.names(text, out);
                }
            }
            AstKind::Compare(_, a, b) | AstKind::Arithmetic(_, a, b) => {
                a.names(text, out);
                b.names(text, out);
            }
        }
    }
}

// ---- reading

struct Parser<'a> {
    text: &'a Text,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Diagnostic>;

/// Reads a condition.
pub(crate) fn parse(text: &Text, faults: &mut Faults) -> Option<Ast> {
    if text.value.len() > limits::CONDITION_BYTES {
        faults.push(Diagnostic::error(
            "bad-condition",
            text.span,
            format!(
                "the condition has {} bytes; at most {} are allowed",
                text.value.len(),
                limits::CONDITION_BYTES
            ),
        ));
        return None;
    }
    let mut parser = Parser { text, at: 0, depth: 0 };
    let parsed = parser.or().and_then(|ast| parser.finish().map(|()| ast));
    parsed.map_err(|fault| faults.push(fault)).ok()
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.value.get(self.at..).unwrap_or_default()
    }

    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at = self.at.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
        self.rest().chars().next()
    }

    /// The word that comes next: letters, digits, and hyphens between them.
    fn word(&mut self) -> Range<usize> {
        self.peek();
        let rest = self.rest().as_bytes();
        let letter =
            |i: usize| rest.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let mut end = 0;
        while letter(end)
            || (end > 0
                && rest.get(end) == Some(&b'-')
                && letter(end.saturating_add(1))
                && !rest.first().is_some_and(u8::is_ascii_digit))
        {
            end = end.saturating_add(1);
        }
        self.at..self.at.saturating_add(end)
    }

    fn str(&self, range: &Range<usize>) -> &'a str {
        self.text.value.get(range.clone()).unwrap_or_default()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let range = self.word();
        let found = self.str(&range) == word;
        if found {
            self.at = range.end;
        }
        found
    }

    fn eat(&mut self, symbol: &str) -> bool {
        self.peek();
        let found = self.rest().starts_with(symbol);
        if found {
            self.at = self.at.saturating_add(symbol.len());
        }
        found
    }

    fn fault(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("bad-condition", self.text.place(range), message)
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > limits::EXPRESSION_DEPTH {
            let end = self.at.saturating_add(1);
            let message = format!("brackets nest deeper than {}", limits::EXPRESSION_DEPTH);
            return Err(self.fault(self.at..end, message));
        }
        Ok(())
    }

    /// A long sum is a deep tree.
    fn longer(&self, length: &mut usize) -> Parsed<()> {
        *length = length.saturating_add(1);
        if *length > limits::EXPRESSION_DEPTH {
            let message = format!("more than {} operators in a row", limits::EXPRESSION_DEPTH);
            return Err(self.fault(self.at..self.at, message));
        }
        Ok(())
    }

    fn or(&mut self) -> Parsed<Ast> {
        let start = self.start();
        let mut parts = vec![self.and()?];
        while self.eat_word("or") {
            parts.push(self.and()?);
        }
        Ok(self.chain(start, parts, AstKind::Or))
    }

    fn and(&mut self) -> Parsed<Ast> {
        let start = self.start();
        let mut parts = vec![self.not()?];
        while self.eat_word("and") {
            parts.push(self.not()?);
        }
        Ok(self.chain(start, parts, AstKind::And))
    }

    fn start(&mut self) -> usize {
        self.peek();
        self.at
    }

    fn chain(
        &self,
        start: usize,
        mut parts: Vec<Ast>,
        many: impl FnOnce(Vec<Ast>) -> AstKind,
    ) -> Ast {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let end = parts.last().map_or(self.at, |part| part.range.end);
        Ast { range: start..end, kind: many(parts) }
    }

    fn not(&mut self) -> Parsed<Ast> {
        let start = self.start();
        let mut negations = 0_usize;
        while self.eat_word("not") {
            negations = negations.saturating_add(1);
        }
        let test = self.test()?;
        if negations == 0 {
            return Ok(test);
        }
        let range = start..test.range.end;
        let mut ast = Ast { range: range.clone(), kind: AstKind::Not(Box::new(test)) };
        if negations.is_multiple_of(2) {
            ast = Ast { range, kind: AstKind::Not(Box::new(ast)) };
        }
        Ok(ast)
    }

    fn test(&mut self) -> Parsed<Ast> {
        let left = self.sum()?;
        let Some(comparison) = self.comparison()? else { return Ok(left) };
        let right = self.sum()?;
        let range = left.range.start..right.range.end;
        let at = self.start();
        if let Ok(Some(_)) | Err(_) = self.comparison() {
            let fault = self.fault(at..self.at, "comparisons cannot be chained");
            return Err(fault.help("join two comparisons with `and`"));
        }
        Ok(Ast { range, kind: AstKind::Compare(comparison, Box::new(left), Box::new(right)) })
    }

    fn comparison(&mut self) -> Parsed<Option<Comparison>> {
        let all = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        for (symbol, comparison) in all {
            if self.eat(symbol) {
                return Ok(Some(comparison));
            }
        }
        if self.eat("=") {
            let at = self.at.saturating_sub(1);
            return Err(self
                .fault(at..self.at, "a single `=` compares nothing")
                .help("write `==`"));
        }
        Ok(None)
    }

    fn sum(&mut self) -> Parsed<Ast> {
        let mut left = self.product()?;
        let mut length = 0;
        loop {
            let kind = match self.peek() {
                Some('+') => Arithmetic::Add,
                Some('-') => Arithmetic::Subtract,
                _ => return Ok(left),
            };
            let at = self.at;
            self.at = self.at.saturating_add(1);
            if kind == Arithmetic::Subtract && !self.rest().starts_with(char::is_whitespace) {
                let fault = self.fault(at..self.at, "a minus needs blanks around it");
                return Err(fault.help("a hyphen between letters belongs to a name"));
            }
            self.longer(&mut length)?;
            let right = self.product()?;
            left = Ast {
                range: left.range.start..right.range.end,
                kind: AstKind::Arithmetic(kind, Box::new(left), Box::new(right)),
            };
        }
    }

    fn product(&mut self) -> Parsed<Ast> {
        let mut left = self.atom()?;
        let mut length = 0;
        while self.eat("*") {
            self.longer(&mut length)?;
            let right = self.atom()?;
            left = Ast {
                range: left.range.start..right.range.end,
                kind: AstKind::Arithmetic(Arithmetic::Multiply, Box::new(left), Box::new(right)),
            };
        }
        Ok(left)
    }

    fn atom(&mut self) -> Parsed<Ast> {
        let start = self.start();
        if self.eat("(") {
            self.deeper()?;
            let inner = self.or()?;
            if !self.eat(")") {
                return Err(
                    self.fault(start..start.saturating_add(1), "this bracket is not closed")
                );
            }
            self.depth = self.depth.saturating_sub(1);
            // A name is looked up by its range.
            let named = matches!(inner.kind, AstKind::Name);
            let range = if named { inner.range } else { start..self.at };
            return Ok(Ast { range, kind: inner.kind });
        }
        let word = self.word();
        if word.is_empty() {
            return Err(self.nothing());
        }
        let text = self.str(&word);
        if matches!(text, "and" | "or" | "not") {
            return Err(
                self.fault(word, format!("`{text}` needs something in front of it to join"))
            );
        }
        self.at = word.end;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let Ok(value) = text.parse() else {
                return Err(self.fault(word, format!("`{}` is no number", shown(text))));
            };
            return Ok(Ast { range: word, kind: AstKind::Integer(value) });
        }
        if matches!(text, "true" | "false") {
            return Ok(Ast { range: word, kind: AstKind::Boolean(text == "true") });
        }
        if self.eat("(") {
            let arguments = self.arguments(&word)?;
            return Ok(Ast { range: word.start..self.at, kind: AstKind::Call(word, arguments) });
        }
        Ok(Ast { range: word, kind: AstKind::Name })
    }

    /// The texts between the brackets of a call, cut at the commas.
    fn arguments(&mut self, name: &Range<usize>) -> Parsed<Vec<Range<usize>>> {
        let mut arguments = Vec::new();
        let mut start = self.at;
        let mut open = 0_usize;
        for (offset, c) in self.rest().char_indices() {
            let at = self.at.saturating_add(offset);
            match c {
                '(' | '{' => open = open.saturating_add(1),
                ')' if open == 0 => {
                    let last = start..at;
                    if !(arguments.is_empty() && self.str(&last).trim().is_empty()) {
                        arguments.push(last);
                    }
                    self.at = at.saturating_add(1);
                    return Ok(arguments);
                }
                ')' | '}' => open = open.saturating_sub(1),
                ',' if open == 0 => {
                    arguments.push(start..at);
                    start = at.saturating_add(1);
                }
                _ => {}
            }
        }
        Err(self.fault(name.clone(), "the bracket behind this is not closed"))
    }

    fn nothing(&mut self) -> Diagnostic {
        match self.peek() {
            None => self.fault(self.at..self.at, "the condition ends where more of it is expected"),
            Some(c) => {
                let end = self.at.saturating_add(c.len_utf8());
                let fault = self.fault(
                    self.at..end,
                    format!("`{}` does not belong here", shown(&c.to_string())),
                );
                match c {
                    '&' => fault.help("write `and`"),
                    '|' => fault.help("write `or`"),
                    '!' => fault.help("write `not`"),
                    '-' => fault.help("there are no negative numbers; write `0 - 3`"),
                    _ => fault,
                }
            }
        }
    }

    fn finish(&mut self) -> Parsed<()> {
        let Some(c) = self.peek() else { return Ok(()) };
        let word = self.word();
        let end = if word.is_empty() { self.at.saturating_add(c.len_utf8()) } else { word.end };
        let text = self.str(&(self.at..end));
        let fault = self.fault(self.at..end, format!("`{}` does not belong here", shown(text)));
        Err(match c {
            '&' => fault.help("write `and`"),
            '|' => fault.help("write `or`"),
            '=' => fault.help("write `==`"),
            _ => fault.help(
                "between two parts of a condition stands `and`, `or`, a comparison or an operator",
            ),
        })
    }
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let start = range.start.saturating_add(part.len().saturating_sub(part.trim_start().len()));
    start..start.saturating_add(part.trim().len())
}

// ---- meaning

/// A checked part of a condition with its type.
#[derive(Clone, Debug)]
pub(crate) enum Typed {
    Boolean(Expr),
    Integer(Expr),
    Side(Who),
}

impl Typed {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Boolean(_) => "true or false",
            Self::Integer(_) => "a number",
            Self::Side(_) => "a side",
        }
    }
}

/// A fact that not every condition may ask.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// Where it is asked; in a term's user, where the term is named.
    pub range: Range<usize>,
    /// The fact's name in the language.
    pub name: &'static str,
    /// 0 to 2.
    pub level: u8,
    /// Whether it is history.
    pub history: bool,
    /// Whether it looks at the squares of a move.
    pub spot: bool,
}

/// A term of `[let]`.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    typed: Typed,
    uses: Vec<Use>,
    nodes: usize,
}

/// What a condition is for, and so what it may ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// In plain words: "a move's `when`".
    pub what: &'static str,
    /// Highest level.
    pub level: u8,
    /// Whether history may be asked.
    pub history: bool,
    /// Whether there is a move whose squares may be asked.
    pub spots: bool,
}

/// A shuffle is judged on the placement alone.
pub(crate) const SHUFFLE: Place =
    Place { what: "`setup.shuffle.where`", level: 0, history: false, spots: false };
/// `extra.when` and `once.when` of moves that may capture.
pub(crate) const MOVE: Place =
    Place { what: "the `when` of moves that may capture", level: 0, history: false, spots: false };
/// `extra.when` and `once.when` of plain moves.
pub(crate) const PLAIN_MOVE: Place =
    Place { what: "the `when` of a move", level: 1, history: false, spots: false };
/// `once.lapse`.
pub(crate) const LAPSE: Place = Place { what: "`lapse`", level: 1, history: false, spots: false };
/// `promotion.when`.
pub(crate) const PROMOTION: Place =
    Place { what: "the `when` of a promotion", level: 1, history: false, spots: true };
/// `turn.pass`.
pub(crate) const PASS: Place =
    Place { what: "`turn.pass`", level: 2, history: false, spots: false };
/// `before` of a ban.
pub(crate) const BAN_BEFORE: Place =
    Place { what: "`before` of a ban", level: 1, history: false, spots: true };
/// `when` of a ban.
pub(crate) const BAN_WHEN: Place =
    Place { what: "`when` of a ban", level: 2, history: false, spots: true };
/// `starts`, `from` and `stops` of a counter.
pub(crate) const COUNTER: Place =
    Place { what: "a counter", level: 1, history: false, spots: false };
/// An end by rule.
pub(crate) const END_RULE: Place =
    Place { what: "an end by rule", level: 2, history: false, spots: false };
/// An end by verdict or claim.
pub(crate) const END_OTHER: Place = Place { what: "an end", level: 2, history: true, spots: false };

/// How an argument of a function is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
    Side,
    SideOrBoth,
    Pieces,
    /// Pieces, whatever their men hold.
    BarePieces,
    Squares,
    Number,
}

/// A function of the language.
struct Function {
    name: &'static str,
    arguments: &'static [Argument],
    /// How many of the arguments must be there.
    needed: usize,
    level: u8,
    history: bool,
}

const fn function(
    name: &'static str,
    arguments: &'static [Argument],
    needed: usize,
    level: u8,
    history: bool,
) -> Function {
    Function { name, arguments, needed, level, history }
}

const FUNCTIONS: &[Function] = {
    use Argument::{Number, Pieces, Side, SideOrBoth, Squares};
    &[
        function("count", &[SideOrBoth, Pieces, Squares], 2, 0, false),
        function("hand", &[SideOrBoth, Pieces], 2, 0, false),
        function("missing", &[Side, Pieces], 2, 0, false),
        function("empty", &[Squares], 1, 0, false),
        function("stuck", &[Side, Pieces], 2, 0, false),
        function("value", &[Side], 1, 0, false),
        function("points", &[Side], 1, 0, false),
        function("checks", &[Side], 1, 0, false),
        function("rights", &[SideOrBoth], 1, 0, false),
        function("line", &[Side, Pieces, Number], 3, 0, false),
        function("flanked", &[Side, Pieces, Pieces], 3, 0, false),
        function("quiet", &[], 0, 0, true),
        function("passes", &[], 0, 0, false),
        function("moved", &[Pieces], 1, 0, false),
        function("took", &[Pieces], 1, 0, false),
        function("check", &[Side], 1, 1, false),
        function("attacked", &[Side, Pieces, Pieces, Squares], 2, 1, false),
        function("facing", &[Pieces], 1, 1, false),
        function("moves", &[Side], 1, 2, false),
        function("reach", &[Side, Pieces, Squares], 3, 2, false),
        function("repeats", &[], 0, 0, true),
        function("checked", &[Side, Number], 2, 0, true),
        function("perpetual-check", &[Side], 1, 0, true),
    ]
};

/// Looks up names and types of conditions.
pub(crate) struct Checker<'a> {
    pub names: &'a Names,
    /// `None` for a term with a fault of its own.
    pub terms: &'a BTreeMap<String, Option<Term>>,
    pub faults: &'a mut Faults,
}

/// State of one condition.
struct Work<'a> {
    text: &'a Text,
    uses: Vec<Use>,
    nodes: usize,
}

impl Checker<'_> {
    /// Checks a condition: true or false, and asking nothing that may not be asked there.
    pub(crate) fn condition(&mut self, text: &Text, place: Place) -> Option<Expr> {
        let ast = parse(text, self.faults)?;
        let mut work = Work { text, uses: Vec::new(), nodes: 0 };
        let typed = self.typed(&mut work, &ast)?;
        let expr = self.boolean(&work, &ast, typed)?;
        let mut allowed = true;
        for used in &work.uses {
            allowed &= self.check_use(text, used, place);
        }
        if !allowed || !self.within_bounds(&work, &expr) {
            return None;
        }
        Some(expr)
    }

    /// Checks a number.
    pub(crate) fn number(&mut self, text: &Text, place: Place) -> Option<Expr> {
        let ast = parse(text, self.faults)?;
        let mut work = Work { text, uses: Vec::new(), nodes: 0 };
        let typed = self.typed(&mut work, &ast)?;
        let expr = self.integer(&work, &ast, typed)?;
        let mut allowed = true;
        for used in &work.uses {
            allowed &= self.check_use(text, used, place);
        }
        (allowed && self.within_bounds(&work, &expr)).then_some(expr)
    }

    /// Checks a term, of any type and for any place.
    pub(crate) fn term(&mut self, text: &Text, ast: &Ast) -> Option<Term> {
        let mut work = Work { text, uses: Vec::new(), nodes: 0 };
        let typed = self.typed(&mut work, ast)?;
        if let Typed::Boolean(expr) | Typed::Integer(expr) = &typed
            && !self.within_bounds(&work, expr)
        {
            return None;
        }
        Some(Term { typed, uses: work.uses, nodes: work.nodes })
    }

    fn within_bounds(&mut self, work: &Work<'_>, expr: &Expr) -> bool {
        let depth = depth(expr);
        if depth > limits::EXPRESSION_DEPTH {
            self.faults.push(Diagnostic::error(
                "bad-condition",
                work.text.span,
                format!(
                    "the condition is {depth} deep; at most {} is allowed",
                    limits::EXPRESSION_DEPTH
                ),
            ));
        }
        depth <= limits::EXPRESSION_DEPTH
    }

    fn check_use(&mut self, text: &Text, used: &Use, place: Place) -> bool {
        let at = text.place(used.range.clone());
        let by_term =
            text.value.get(used.range.clone()).is_some_and(|word| !word.starts_with(used.name));
        let via = if by_term { " (through this term)" } else { "" };
        if used.level > place.level {
            let what = match used.level {
                1 => "looks at attacks",
                _ => "looks at the moves of a side",
            };
            let can = match place.level {
                0 => "may look at the placement only",
                _ => "may look at attacks at most",
            };
            self.faults.push(
                Diagnostic::error(
                    "wrong-moment",
                    at,
                    format!("`{}` cannot be asked in {}{via}", used.name, place.what),
                )
                .label(format!("{what}, but {} {can}", place.what)),
            );
            return false;
        }
        if used.spot && !place.spots {
            self.faults.push(
                Diagnostic::error(
                    "wrong-moment",
                    at,
                    format!("{} looks at no single move{via}", place.what),
                )
                .label("`from-square` and `to-square` are squares of a move")
                .help("they may stand in bans and in the `when` of promotions"),
            );
            return false;
        }
        if used.history && !place.history {
            let fault = Diagnostic::error(
                "history-rule",
                at,
                format!("`{}` cannot be asked in {}{via}", used.name, place.what),
            )
            .label("depends on the moves before, which a position alone does not tell");
            self.faults.push(if place.level == END_RULE.level && place.what == END_RULE.what {
                fault.help("make it an end `by = \"verdict\"` or `by = \"claim\"`")
            } else {
                fault
            });
            return false;
        }
        true
    }

    fn mismatch(&mut self, work: &Work<'_>, ast: &Ast, typed: &Typed, wanted: &str) {
        self.faults.push(
            Diagnostic::error(
                "type-mismatch",
                work.text.place(ast.range.clone()),
                format!("this is {}, where {wanted} is expected", typed.kind()),
            )
            .help(match typed {
                Typed::Integer(_) if wanted == "true or false" => {
                    "compare it, for instance with `> 0`"
                }
                Typed::Side(_) if wanted == "true or false" => {
                    "compare it, for instance `us == white`"
                }
                Typed::Boolean(_) if wanted == "a number" => "join conditions with `and` and `or`",
                _ => "`white`, `black`, `us` and `them` are sides",
            }),
        );
    }

    fn boolean(&mut self, work: &Work<'_>, ast: &Ast, typed: Typed) -> Option<Expr> {
        match typed {
            Typed::Boolean(expr) => Some(expr),
            other => {
                self.mismatch(work, ast, &other, "true or false");
                None
            }
        }
    }

    fn integer(&mut self, work: &Work<'_>, ast: &Ast, typed: Typed) -> Option<Expr> {
        match typed {
            Typed::Integer(expr) => Some(expr),
            other => {
                self.mismatch(work, ast, &other, "a number");
                None
            }
        }
    }

    /// Counts a node. False, and a fault, if there are too many.
    fn count(&mut self, work: &mut Work<'_>, nodes: usize) -> bool {
        let before = work.nodes;
        work.nodes = work.nodes.saturating_add(nodes);
        if before <= limits::CONDITION_NODES && work.nodes > limits::CONDITION_NODES {
            self.faults.push(
                Diagnostic::error(
                    "bad-condition",
                    work.text.span,
                    format!(
                        "with its terms written out the condition has over {} parts",
                        limits::CONDITION_NODES
                    ),
                )
                .help("use fewer terms that use terms"),
            );
        }
        work.nodes <= limits::CONDITION_NODES
    }

    fn typed(&mut self, work: &mut Work<'_>, ast: &Ast) -> Option<Typed> {
        if !self.count(work, 1) {
            return None;
        }
        match &ast.kind {
            AstKind::Integer(value) => Some(Typed::Integer(Expr::Const(*value))),
            AstKind::Boolean(value) => Some(Typed::Boolean(Expr::Const(i64::from(*value)))),
            AstKind::Name => self.name(work, &ast.range),
            AstKind::Call(name, arguments) => self.call(work, name, arguments),
            AstKind::Not(inner) => {
                let typed = self.typed(work, inner)?;
                let expr = self.boolean(work, inner, typed)?;
                Some(Typed::Boolean(Expr::Not(Box::new(expr))))
            }
            AstKind::And(parts) => self.joined(work, parts, Expr::And),
            AstKind::Or(parts) => self.joined(work, parts, Expr::Or),
            AstKind::Compare(comparison, a, b) => self.compare(work, ast, *comparison, a, b),
            AstKind::Arithmetic(kind, a, b) => {
                let left = self.typed(work, a).and_then(|typed| self.integer(work, a, typed));
                let right = self.typed(work, b).and_then(|typed| self.integer(work, b, typed));
                let (left, right) = left.zip(right)?;
                Some(Typed::Integer(Expr::Arithmetic(*kind, Box::new(left), Box::new(right))))
            }
        }
    }

    fn joined(
        &mut self,
        work: &mut Work<'_>,
        parts: &[Ast],
        join: fn(Box<Expr>, Box<Expr>) -> Expr,
    ) -> Option<Typed> {
        let mut exprs = Some(Vec::new());
        for part in parts {
            let expr = self.typed(work, part).and_then(|typed| self.boolean(work, part, typed));
            exprs = exprs.zip(expr).map(|(mut exprs, expr)| {
                exprs.push(expr);
                exprs
            });
        }
        Some(Typed::Boolean(balanced(exprs?, join)))
    }

    fn compare(
        &mut self,
        work: &mut Work<'_>,
        ast: &Ast,
        comparison: Comparison,
        a: &Ast,
        b: &Ast,
    ) -> Option<Typed> {
        let (left, right) = (self.typed(work, a), self.typed(work, b));
        let (left, right) = left.zip(right)?;
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let expr = match (left, right) {
            (Typed::Integer(left), Typed::Integer(right)) => {
                Expr::Compare(comparison, Box::new(left), Box::new(right))
            }
            (Typed::Boolean(left), Typed::Boolean(right)) if equality => {
                Expr::Compare(comparison, Box::new(left), Box::new(right))
            }
            (Typed::Side(left), Typed::Side(right)) if equality => {
                if left == Who::Both || right == Who::Both {
                    self.both(work, if left == Who::Both { &a.range } else { &b.range });
                    return None;
                }
                let same = Expr::SameSide(left, right);
                if comparison == Comparison::Equal { same } else { Expr::Not(Box::new(same)) }
            }
            (left, right) => {
                let message = if std::mem::discriminant(&left) == std::mem::discriminant(&right) {
                    format!("two values that are {} can only be equal or not", plural(&left))
                } else {
                    format!("{} cannot be compared with {}", left.kind(), right.kind())
                };
                self.faults.push(Diagnostic::error(
                    "type-mismatch",
                    work.text.place(ast.range.clone()),
                    message,
                ));
                return None;
            }
        };
        Some(Typed::Boolean(expr))
    }

    fn both(&mut self, work: &Work<'_>, range: &Range<usize>) {
        self.faults.push(
            Diagnostic::error(
                "bad-condition",
                work.text.place(range.clone()),
                "`both` cannot stand here",
            )
            .help("only `count` and `rights` take both sides together"),
        );
    }

    fn name(&mut self, work: &mut Work<'_>, range: &Range<usize>) -> Option<Typed> {
        let name = work.text.value.get(range.clone()).unwrap_or_default();
        if let Some(who) = who(name) {
            return Some(Typed::Side(who));
        }
        if let Some(term) = self.terms.get(name) {
            let term = term.as_ref()?;
            if !self.count(work, term.nodes) {
                return None;
            }
            work.uses
                .extend(term.uses.iter().map(|used| Use { range: range.clone(), ..used.clone() }));
            return Some(term.typed.clone());
        }
        if let Some(index) = self.names.counters.iter().position(|counter| counter == name) {
            let (name, level, history) = ("a counter", 0, true);
            work.uses.push(Use { range: range.clone(), name, level, history, spot: false });
            return Some(Typed::Integer(Expr::Fact(Fact::Counter(index))));
        }
        if let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) {
            if function.arguments.is_empty() {
                return self.call(work, range, &[]);
            }
            self.faults.push(
                Diagnostic::error(
                    "bad-condition",
                    work.text.place(range.clone()),
                    format!("`{name}` needs arguments"),
                )
                .help(format!("write {}", signature(function))),
            );
            return None;
        }
        self.unknown(work, range, name);
        None
    }

    fn unknown(&mut self, work: &Work<'_>, range: &Range<usize>, name: &str) {
        let known: Vec<&str> = FUNCTIONS
            .iter()
            .map(|function| function.name)
            .chain(self.terms.keys().map(String::as_str))
            .chain(["us", "them", "white", "black", "both", "true", "false"])
            .collect();
        let fault = Diagnostic::error(
            "unknown-name",
            work.text.place(range.clone()),
            format!("there is no term or fact `{}`", shown(name)),
        )
        .label("not defined in `[let]`");
        let fault = if self.names.piece(name).is_some() || self.names.groups.contains_key(name) {
            fault.help(format!("men are counted: `count(us, {name}) > 0`"))
        } else if is_name(name, false) {
            suggest(fault, name, known.iter().copied())
        } else {
            fault
        };
        self.faults.push(fault);
    }

    fn call(
        &mut self,
        work: &mut Work<'_>,
        name: &Range<usize>,
        arguments: &[Range<usize>],
    ) -> Option<Typed> {
        let word = work.text.value.get(name.clone()).unwrap_or_default();
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == word) else {
            if self.terms.contains_key(word) {
                self.faults.push(
                    Diagnostic::error(
                        "bad-condition",
                        work.text.place(name.clone()),
                        format!("the term `{word}` takes no arguments"),
                    )
                    .help(format!("write just `{word}`")),
                );
            } else {
                self.unknown(work, name, word);
            }
            return None;
        };
        if arguments.len() < function.needed || arguments.len() > function.arguments.len() {
            self.faults.push(
                Diagnostic::error(
                    "bad-condition",
                    work.text.place(name.clone()),
                    format!(
                        "`{word}` is given {} argument{}",
                        arguments.len(),
                        if arguments.len() == 1 { "" } else { "s" }
                    ),
                )
                .help(format!("write {}", signature(function))),
            );
            return None;
        }
        let mut read = Arguments {
            who: Who::Us,
            pieces: Vec::new(),
            squares: self.names.everywhere(),
            spot: None,
            number: 0,
        };
        let mut fine = true;
        for (range, kind) in arguments.iter().zip(function.arguments) {
            let kind = match (kind, function.name) {
                // The start and hands know pieces only.
                (Argument::Pieces, "missing" | "hand") => Argument::BarePieces,
                _ => *kind,
            };
            fine &= self.argument(work, range, kind, &mut read).is_some();
        }
        if !fine {
            return None;
        }
        work.uses.push(Use {
            range: name.clone(),
            name: function.name,
            level: function.level,
            history: function.history,
            spot: read.spot.is_some(),
        });
        read.fact(function.name, self.names)
    }

    fn argument(
        &mut self,
        work: &Work<'_>,
        range: &Range<usize>,
        kind: Argument,
        read: &mut Arguments,
    ) -> Option<()> {
        let at = trim(&work.text.value, range.clone());
        let word = work.text.value.get(at.clone()).unwrap_or_default();
        match kind {
            Argument::Side | Argument::SideOrBoth => {
                let found = who(word).or_else(|| match self.terms.get(word) {
                    Some(Some(Term { typed: Typed::Side(who), .. })) => Some(*who),
                    _ => None,
                });
                let Some(found) = found else {
                    self.faults.push(
                        Diagnostic::error(
                            "bad-condition",
                            work.text.place(at),
                            format!("`{}` is no side", shown(word)),
                        )
                        .help("whose it is: `us`, `them`, `white` or `black`"),
                    );
                    return None;
                };
                if found == Who::Both && kind == Argument::Side {
                    self.both(work, &at);
                    return None;
                }
                read.who = found;
            }
            Argument::BarePieces => {
                read.pieces.push(self.names.pieces_in(work.text, range.clone(), self.faults)?);
            }
            Argument::Pieces => {
                read.pieces.push(self.names.men_in(work.text, range.clone(), self.faults)?);
            }
            Argument::Squares if matches!(word, "from-square" | "to-square") => {
                read.spot = Some(if word == "to-square" { Spot::To } else { Spot::From });
            }
            Argument::Squares => {
                read.squares = self.names.squares_in(work.text, range.clone(), self.faults)?;
            }
            Argument::Number => {
                let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
                let Some(number) = word.parse().ok().filter(|_| digits) else {
                    self.faults.push(Diagnostic::error(
                        "bad-condition",
                        work.text.place(at),
                        format!("`{}` is no plain number", shown(word)),
                    ));
                    return None;
                };
                read.number = number;
            }
        }
        Some(())
    }
}

/// The arguments of a call, read.
struct Arguments {
    who: Who,
    pieces: Vec<super::PieceSet>,
    squares: super::SidedSquares,
    spot: Option<Spot>,
    number: u32,
}

impl Arguments {
    fn fact(self, name: &str, names: &Names) -> Option<Typed> {
        let Self { who, pieces: sets, squares, spot, number: n } = self;
        let first = sets.first().copied().unwrap_or_default();
        let second = sets.get(1).copied();
        let pieces = first;
        let boolean = |fact| Some(Typed::Boolean(Expr::Fact(fact)));
        let integer = |fact| Some(Typed::Integer(Expr::Fact(fact)));
        match name {
            "count" => integer(Fact::Count { who, pieces, squares, spot }),
            "hand" => integer(Fact::Hand { who, pieces }),
            "missing" => integer(Fact::Missing { who, pieces }),
            "empty" => integer(Fact::Empty { squares }),
            "stuck" => integer(Fact::Stuck { who, pieces }),
            "value" => integer(Fact::Value(who)),
            "points" => integer(Fact::Points(who)),
            "checks" => integer(Fact::Checks(who)),
            "rights" => integer(Fact::Rights(who)),
            "line" => boolean(Fact::Line { who, pieces, n }),
            "flanked" => boolean(Fact::Flanked { who, a: first, b: second? }),
            "quiet" => integer(Fact::Quiet),
            "passes" => integer(Fact::Passes),
            "moved" => boolean(Fact::Moved(pieces)),
            "took" => boolean(Fact::Took(pieces)),
            "check" => boolean(Fact::Check(who)),
            "attacked" => {
                let by = second.unwrap_or_else(|| names.all_pieces());
                integer(Fact::Attacked { who, pieces, by, squares, spot })
            }
            "facing" => boolean(Fact::Facing(pieces)),
            "moves" => integer(Fact::Moves(who)),
            "reach" => integer(Fact::Reach { who, pieces, squares }),
            "repeats" => integer(Fact::Repeats),
            "checked" => boolean(Fact::Checked(who, n)),
            "perpetual-check" => boolean(Fact::PerpetualCheck(who)),
            _ => None,
        }
    }
}

fn who(word: &str) -> Option<Who> {
    match word {
        "us" => Some(Who::Us),
        "them" => Some(Who::Them),
        "white" => Some(Who::White),
        "black" => Some(Who::Black),
        "both" => Some(Who::Both),
        _ => None,
    }
}

fn plural(typed: &Typed) -> &'static str {
    match typed {
        Typed::Boolean(_) => "true or false",
        Typed::Integer(_) => "numbers",
        Typed::Side(_) => "sides",
    }
}

fn signature(function: &Function) -> String {
    if function.arguments.is_empty() {
        return format!("`{}`", function.name);
    }
    let mut out = format!("`{}(", function.name);
    for (i, argument) in function.arguments.iter().enumerate() {
        if i == function.needed {
            out.push_str(" [");
        }
        if i > 0 {
            out.push_str(", ");
        }
        out.push_str(match argument {
            Argument::Side | Argument::SideOrBoth => "side",
            Argument::Pieces | Argument::BarePieces => "pieces",
            Argument::Squares => "squares",
            Argument::Number => "number",
        });
    }
    if function.needed < function.arguments.len() {
        out.push(']');
    }
    out.push_str(")`");
    out
}

/// Joins many with as little depth as possible; the order stays.
fn balanced(mut exprs: Vec<Expr>, join: fn(Box<Expr>, Box<Expr>) -> Expr) -> Expr {
    while exprs.len() > 1 {
        let mut joined = Vec::with_capacity(exprs.len().div_ceil(2));
        let mut rest = exprs.into_iter();
        while let Some(first) = rest.next() {
            joined.push(match rest.next() {
                Some(second) => join(Box::new(first), Box::new(second)),
                None => first,
            });
        }
        exprs = joined;
    }
    exprs.pop().unwrap_or(Expr::Const(1))
}

/// Longest way from the root to a leaf.
fn depth(expr: &Expr) -> usize {
    match expr {
        Expr::Const(_) | Expr::SameSide(..) | Expr::Fact(_) => 1,
        Expr::Not(inner) => depth(inner).saturating_add(1),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Arithmetic(_, a, b) => {
            depth(a).max(depth(b)).saturating_add(1)
        }
    }
}

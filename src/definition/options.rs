//! Options: what may be chosen, what a choice changes, and which choices collide.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use super::OptionInfo;
use super::faults::Faults;
use super::file::{
    CombinationTable, FileTable, Missing, NOT_IN_PATCH, OptionTable, Patch, Read, read_table,
};
use super::merge::{Leaf, lay_over, leaves};
use super::names::{NameOf, check_name, shown, suggest};
use super::tree::{Entry, Node, Table, Text, Value};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::{Span, Spanned};

/// A fault in a part of a text.
type PartFault = (Range<usize>, String);

/// Places of an option and its choice.
type Pair = (Range<usize>, Range<usize>);

/// Keys, and names of entries, on the way to a key.
type KeyPath = Vec<(String, Range<usize>)>;

/// Parts of `NAME[option=choice,…]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    /// The name or path.
    pub name: Range<usize>,
    /// Option and choice.
    pub choices: Vec<Pair>,
}

/// What is wrong with a text `NAME[option=choice,…]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceListError {
    /// Bytes of the text.
    pub span: Span,
    /// In plain words.
    pub message: String,
}

impl fmt::Display for ChoiceListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ChoiceListError {}

/// Cuts `NAME[option=choice,…]` into the name and its choices. Whether there are such
/// options is another question.
pub fn parse_choice_list(text: &str) -> Result<(String, Vec<(String, String)>), ChoiceListError> {
    let split = split_choices(text)
        .map_err(|(range, message)| ChoiceListError { span: range.into(), message })?;
    let part = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default().to_owned();
    let choices = split.choices.iter().map(|(option, choice)| (part(option), part(choice)));
    Ok((part(&split.name), choices.collect()))
}

pub(crate) fn split_choices(text: &str) -> Result<Split, PartFault> {
    let folder = text.rfind(['/', '\\']).map_or(0, |at| at.saturating_add(1));
    let Some(open) = text.get(folder..).and_then(|rest| rest.find('[')) else {
        return Ok(Split { name: trimmed(text, 0..text.len()), choices: Vec::new() });
    };
    let open = folder.saturating_add(open);
    let name = trimmed(text, 0..open);
    let inside = open.saturating_add(1);
    let end = text.trim_end().len();
    if !text.trim_end().ends_with(']') {
        return Err((open..end, "the bracket with the choices is not closed".to_owned()));
    }
    let choices = split_pairs(text, inside..end.saturating_sub(1))?;
    Ok(Split { name, choices })
}

/// Cuts `option=choice,…`.
fn split_pairs(text: &str, range: Range<usize>) -> Result<Vec<Pair>, PartFault> {
    let mut choices = Vec::new();
    let mut at = range.start;
    let inner = text.get(range.clone()).unwrap_or_default();
    if inner.trim().is_empty() {
        return Ok(choices);
    }
    for part in inner.split(',') {
        let end = at.saturating_add(part.len());
        let Some(equals) = part.find('=') else {
            let place = trimmed(text, at..end);
            return Err((
                place,
                format!("`{}` is no choice: write `option=choice`", shown(part.trim())),
            ));
        };
        let equals = at.saturating_add(equals);
        choices.push((trimmed(text, at..equals), trimmed(text, equals.saturating_add(1)..end)));
        at = end.saturating_add(1);
    }
    Ok(choices)
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let start = range.start.saturating_add(part.len().saturating_sub(part.trim_start().len()));
    start..start.saturating_add(part.trim().len())
}

/// One option of a tree.
#[derive(Debug)]
pub(crate) struct Choosable {
    name: Spanned<String>,
    about: String,
    /// The choice that is the file as it stands.
    default: Option<Text>,
    /// The others, with their patches.
    choices: Vec<(Spanned<String>, Node)>,
    /// Path of the key that takes the value.
    sets: Option<(Text, KeyPath)>,
    needs: Vec<Need>,
}

#[derive(Debug)]
struct Need {
    choice: Spanned<String>,
    option: String,
    alternatives: Vec<String>,
    place: Span,
}

/// What two or more choices together mean.
#[derive(Debug)]
struct Combination {
    span: Span,
    with: Vec<(String, Vec<String>)>,
    patch: Node,
}

/// All options of a tree.
#[derive(Debug, Default)]
pub(crate) struct Options {
    list: BTreeMap<String, Choosable>,
    combinations: Vec<Combination>,
    settled: BTreeMap<String, String>,
}

/// Option → choice in force.
pub(crate) type Current = BTreeMap<String, String>;

impl Options {
    /// Reads `[options]` and `[[combination]]`.
    pub(crate) fn read(
        tree: &Node,
        settled: &BTreeMap<String, String>,
        faults: &mut Faults,
    ) -> Self {
        let mut options = Self { settled: settled.clone(), ..Self::default() };
        if let Some(table) =
            tree.get("options").and_then(|node| read_table(node, "options", faults))
        {
            if table.len() > limits::OPTIONS {
                let span = tree.get("options").map_or(tree.span, |node| node.span);
                faults.push(too_many(span, "options", table.len(), limits::OPTIONS));
            }
            for (name, entry) in table.iter().take(limits::OPTIONS) {
                if let Some(option) = read_option(name, entry, faults) {
                    options.list.insert(name.clone(), option);
                }
            }
        }
        if let Some(node) = tree.get("combination") {
            options.read_combinations(node, faults);
        }
        options.check_references(faults);
        options
    }

    fn read_combinations(&mut self, node: &Node, faults: &mut Faults) {
        let Some(list) = Spanned::<Vec<CombinationTable>>::read(node, "combination", faults) else {
            return;
        };
        for table in list.value {
            table.need("with", "a combination", faults);
            table.need("patch", "a combination", faults);
            let (Some(with), Some(Patch(patch))) = (table.with, table.patch) else { continue };
            check_patch(&patch, faults);
            let mut conditions = Vec::new();
            for (option, choices) in with.iter() {
                let alternatives: Vec<String> =
                    choices.as_str().split('|').map(|choice| choice.trim().to_owned()).collect();
                for choice in &alternatives {
                    self.check_choice(&option.value, option.span, choice, choices.span, faults);
                }
                conditions.push((option.value.clone(), alternatives));
            }
            if conditions.len() < 2 && with.entries.len() < 2 {
                faults.push(
                    Diagnostic::error(
                        "bad-value",
                        with.span,
                        "a combination needs two or more options",
                    )
                    .help("a single choice has its patch in `options`"),
                );
            }
            self.combinations.push(Combination { span: table.span, with: conditions, patch });
        }
    }

    /// Reports needs that name no option or no choice.
    fn check_references(&self, faults: &mut Faults) {
        for option in self.list.values() {
            for need in &option.needs {
                for choice in &need.alternatives {
                    self.check_choice(&need.option, need.place, choice, need.place, faults);
                }
                let own = option.choices.iter().map(|(name, _)| name.value.as_str());
                let own: Vec<&str> = own.chain(option.default.as_ref().map(Text::as_str)).collect();
                if option.sets.is_none() && !own.contains(&need.choice.value.as_str()) {
                    faults.push(unknown_choice(
                        &option.name.value,
                        &need.choice.value,
                        need.choice.span,
                        &own,
                    ));
                }
            }
        }
    }

    /// Whether there is such an option with such a choice; reported if not.
    fn check_choice(
        &self,
        option: &str,
        at: Span,
        choice: &str,
        choice_at: Span,
        faults: &mut Faults,
    ) -> bool {
        // A condition on a settled option is simply true or false.
        if self.settled.contains_key(option) {
            return true;
        }
        let Some(found) = self.list.get(option) else {
            faults.push(self.unknown_option(option, at));
            return false;
        };
        if found.sets.is_some() {
            return true;
        }
        let known = found.names();
        if !known.contains(&choice) {
            faults.push(unknown_choice(option, choice, choice_at, &known));
            return false;
        }
        true
    }

    /// Why a choice cannot be made, in one line; `None` if it can.
    pub(crate) fn problem(&self, option: &str, choice: &str) -> Option<String> {
        let mut faults = Faults::default();
        self.check_choice(option, Span::default(), choice, Span::default(), &mut faults);
        faults.finish().into_iter().next().map(|fault| fault.message)
    }

    fn unknown_option(&self, option: &str, at: Span) -> Diagnostic {
        if let Some(settled) = self.settled.get(option) {
            return Diagnostic::error(
                "unknown-option",
                at,
                format!("the option `{}` is settled: `{option}={settled}`", shown(option)),
            )
            .help("it was chosen where the parent is named");
        }
        suggest(
            Diagnostic::error(
                "unknown-option",
                at,
                format!("there is no option `{}`", shown(option)),
            ),
            option,
            self.list.keys().map(String::as_str),
        )
    }

    /// For `ferz list` and the like.
    pub(crate) fn infos(&self, current: &Current) -> Vec<OptionInfo> {
        self.list
            .iter()
            .map(|(name, option)| OptionInfo {
                name: name.clone(),
                about: option.about.clone(),
                default: option.default.as_ref().map(|text| text.value.clone()).unwrap_or_default(),
                choices: option.names().into_iter().map(str::to_owned).collect(),
                chosen: current.get(name).cloned().unwrap_or_default(),
                needs: option
                    .needs
                    .iter()
                    .map(|need| {
                        (need.choice.value.clone(), need.option.clone(), need.alternatives.clone())
                    })
                    .collect(),
            })
            .collect()
    }

    /// What is in force when nothing is chosen.
    fn defaults(&self) -> Current {
        let mut current = self.settled.clone();
        for (name, option) in &self.list {
            if let Some(default) = &option.default {
                current.insert(name.clone(), default.value.clone());
            }
        }
        current
    }

    /// Adds what the choices in force need, the first alternative each.
    fn complete(&self, current: &mut Current) {
        // Each round settles at least one option, or is the last.
        for _ in 0..self.list.len() {
            let mut add = Vec::new();
            for (name, option) in &self.list {
                for need in &option.needs {
                    if current.get(name) != Some(&need.choice.value) {
                        continue;
                    }
                    let there = current.get(&need.option);
                    if there.is_none_or(|there| !need.alternatives.contains(there))
                        && let Some(first) = need.alternatives.first()
                    {
                        add.push((need.option.clone(), first.clone()));
                    }
                }
            }
            if add.is_empty() {
                return;
            }
            current.extend(add);
        }
    }

    /// Whether all needs of the choices in force are met.
    fn consistent(&self, current: &Current) -> bool {
        self.list.iter().all(|(name, option)| {
            option.needs.iter().all(|need| {
                current.get(name) != Some(&need.choice.value)
                    || current.get(&need.option).is_some_and(|c| need.alternatives.contains(c))
            })
        })
    }

    /// What `ferz check` looks at beside the file as it stands: every single choice with what
    /// it needs, and every combination.
    pub(crate) fn variations(&self) -> Vec<Vec<(String, String)>> {
        let defaults = self.defaults();
        let mut out: Vec<Vec<(String, String)>> = Vec::new();
        let mut add = |mut current: Current| {
            self.complete(&mut current);
            let chosen: Vec<(String, String)> = current
                .into_iter()
                .filter(|(name, choice)| {
                    self.list.contains_key(name) && defaults.get(name) != Some(choice)
                })
                .collect();
            if !chosen.is_empty() && !out.contains(&chosen) {
                out.push(chosen);
            }
        };
        for (name, option) in &self.list {
            for (choice, _) in &option.choices {
                let mut current = defaults.clone();
                current.insert(name.clone(), choice.value.clone());
                add(current);
            }
        }
        for combination in &self.combinations {
            for picked in combination.picks() {
                let mut current = defaults.clone();
                current.extend(picked);
                add(current);
            }
        }
        out
    }

    /// Where a choice is written, if it means something by itself: `None` for one that only
    /// combinations ask for.
    pub(crate) fn place(&self, option: &str, choice: &str) -> Option<Span> {
        let picked = |combination: &Combination| {
            let mut picks = combination.picks().into_iter();
            picks.any(|pick| pick.iter().any(|(name, value)| name == option && value == choice))
        };
        if self.combinations.iter().any(picked) {
            return None;
        }
        let mut choices = self.list.get(option)?.choices.iter();
        choices.find(|(name, _)| name.value == choice).map(|(name, _)| name.span)
    }

    /// All pairs of choices, and all pairs of combinations of one size, that set one value
    /// differently and are not reconciled by a combination.
    pub(crate) fn conflicts(&self, faults: &mut Faults) {
        let mut sources = Vec::new();
        for (name, option) in &self.list {
            for (choice, patch) in &option.choices {
                sources.push((name.as_str(), choice, leaves(patch)));
            }
        }
        let mut by_path: BTreeMap<&[String], Vec<(usize, &Node)>> = BTreeMap::new();
        for (index, (_, _, list)) in sources.iter().enumerate() {
            for leaf in list {
                by_path.entry(&leaf.path).or_default().push((index, leaf.node));
            }
        }
        let mut told = BTreeSet::new();
        for (index, (option, choice, list)) in sources.iter().enumerate() {
            for leaf in list {
                for length in 1..=leaf.path.len() {
                    let Some(path) = leaf.path.get(..length) else { continue };
                    for &(other, node) in by_path.get(path).into_iter().flatten() {
                        let Some((other_option, other_choice, _)) = sources.get(other) else {
                            continue;
                        };
                        // Each pair once; the shorter path looks for nothing below it.
                        let first = length < leaf.path.len() || other > index;
                        let empty = node.table().is_some();
                        if !first
                            || empty
                            || other_option == option
                            || node.same(leaf.node) && length == leaf.path.len()
                        {
                            continue;
                        }
                        if faults.len() >= limits::FAULTS
                            || !told.insert((index.min(other), index.max(other)))
                        {
                            continue;
                        }
                        let pair = [
                            (*option, choice.value.as_str()),
                            (*other_option, other_choice.value.as_str()),
                        ];
                        if self.reconciled(&pair, &leaf.path) {
                            told.remove(&(index.min(other), index.max(other)));
                            continue;
                        }
                        faults.push(conflict(&leaf.path, pair, leaf.node.span, node.span));
                    }
                }
            }
        }
        self.combination_conflicts(faults);
    }

    /// Whether the pair cannot be chosen together, or a combination says what it means.
    fn reconciled(&self, pair: &[(&str, &str); 2], path: &[String]) -> bool {
        let mut current = self.defaults();
        for (option, choice) in pair {
            current.insert((*option).to_owned(), (*choice).to_owned());
        }
        self.complete(&mut current);
        let kept = pair.iter().all(|(o, c)| current.get(*o).map(String::as_str) == Some(*c));
        !kept || !self.consistent(&current) || self.set_by_combination(&current, path)
    }

    fn set_by_combination(&self, current: &Current, path: &[String]) -> bool {
        self.combinations.iter().filter(|combination| combination.holds(current)).any(
            |combination| {
                leaves(&combination.patch).iter().any(|leaf| path.starts_with(&leaf.path))
            },
        )
    }

    fn combination_conflicts(&self, faults: &mut Faults) {
        let all: Vec<Vec<Leaf<'_>>> = self.combinations.iter().map(|c| leaves(&c.patch)).collect();
        for (i, (a, a_leaves)) in self.combinations.iter().zip(&all).enumerate() {
            for (b, b_leaves) in self.combinations.iter().zip(&all).skip(i.saturating_add(1)) {
                if a.with.len() != b.with.len() {
                    continue;
                }
                let Some(current) = self.both(a, b) else { continue };
                if let Some((leaf, other)) = first_difference(a_leaves, b_leaves) {
                    let bigger = self.combinations.iter().filter(|c| c.with.len() > a.with.len());
                    let solved = bigger.filter(|c| c.holds(&current)).any(|c| {
                        leaves(&c.patch).iter().any(|set| leaf.path.starts_with(&set.path))
                    });
                    if !solved {
                        faults.push(combination_conflict(leaf, other));
                    }
                }
            }
        }
    }

    /// What is in force when both combinations hold, if they can.
    fn both(&self, a: &Combination, b: &Combination) -> Option<Current> {
        let mut current = self.defaults();
        for (option, alternatives) in a.with.iter().chain(&b.with) {
            let other = a.with.iter().chain(&b.with).filter(|(name, _)| name == option);
            let choice = alternatives
                .iter()
                .find(|choice| other.clone().all(|(_, allowed)| allowed.contains(choice)))?;
            if self.settled.get(option).is_some_and(|settled| settled != choice) {
                return None;
            }
            current.insert(option.clone(), choice.clone());
        }
        self.complete(&mut current);
        (self.consistent(&current) && a.holds(&current) && b.holds(&current)).then_some(current)
    }
}

impl Choosable {
    /// All choices, the default first.
    fn names(&self) -> Vec<&str> {
        let default = self.default.as_ref().map(Text::as_str);
        default
            .into_iter()
            .chain(self.choices.iter().map(|(name, _)| name.value.as_str()))
            .collect()
    }
}

impl Combination {
    fn holds(&self, current: &Current) -> bool {
        self.with.iter().all(|(option, choices)| {
            current.get(option).is_some_and(|choice| choices.contains(choice))
        })
    }

    /// Choices for which it holds: every alternative at least once.
    fn picks(&self) -> Vec<Vec<(String, String)>> {
        let most = self.with.iter().map(|(_, choices)| choices.len()).max().unwrap_or(0);
        (0..most.min(limits::CHOICES))
            .map(|i| {
                let pick =
                    |choices: &Vec<String>| choices.get(i).or_else(|| choices.last()).cloned();
                self.with
                    .iter()
                    .filter_map(|(o, choices)| Some((o.clone(), pick(choices)?)))
                    .collect()
            })
            .collect()
    }
}

fn too_many(span: Span, what: &str, number: usize, most: usize) -> Diagnostic {
    Diagnostic::error(
        "out-of-range",
        span,
        format!("there are {number} {what}; at most {most} are allowed"),
    )
}

fn unknown_choice(option: &str, choice: &str, at: Span, known: &[&str]) -> Diagnostic {
    suggest(
        Diagnostic::error(
            "unknown-choice",
            at,
            format!("the option `{}` has no choice `{}`", shown(option), shown(choice)),
        ),
        choice,
        known.iter().copied(),
    )
}

fn read_option(name: &str, entry: &Entry, faults: &mut Faults) -> Option<Choosable> {
    let path = format!("options.{}", shown(name));
    let mut node = entry.node.clone();
    if let Value::Table(table) = &mut node.value
        && let Some(off) = table.get("off")
    {
        match off.node.value {
            Value::Boolean(false) => {
                table.remove("off");
            }
            Value::Boolean(true) => {
                if table.len() == 1 {
                    faults.push(
                        Diagnostic::warning(
                            "needless-off",
                            off.key.to(off.node.span),
                            format!(
                                "the option `{}` is switched off but nowhere defined",
                                shown(name)
                            ),
                        )
                        .help("check its name, or take the line out"),
                    );
                }
                return None;
            }
            _ => {}
        }
    }
    check_name(name, entry.key, NameOf::Option, faults);
    let table = OptionTable::read(&node, &path, faults)?;
    let what = format!("the option `{}`", shown(name));
    table.need("about", &what, faults);
    let mut choices = Vec::new();
    if let Some(named) = &table.choices {
        if named.entries.len() > limits::CHOICES {
            faults.push(too_many(named.span, "choices", named.entries.len(), limits::CHOICES));
        }
        for (choice, Patch(patch)) in named.iter().take(limits::CHOICES) {
            check_name(&choice.value, choice.span, NameOf::Choice, faults);
            if read_table(patch, &format!("{path}.choices.{}", shown(&choice.value)), faults)
                .is_some()
            {
                check_patch(patch, faults);
                choices.push((choice.clone(), patch.clone()));
            }
        }
    }
    let has_choices = table.seen.contains(&"choices");
    let sets = table.sets.as_ref().and_then(|text| if let Some(parts) = split_path(text.as_str()) { Some((text.clone(), parts)) } else {
        faults.push(
            Diagnostic::error("bad-value", text.span, "this is no path of keys")
                .help("write keys and names of entries with dots between them; names with blanks in quotes"),
        );
        None
    });
    if has_choices && table.seen.contains(&"sets") {
        faults.push(
            Diagnostic::error(
                "bad-value",
                table.span,
                format!("{what} has both `choices` and `sets`"),
            )
            .help("keep one of the two"),
        );
    } else if !has_choices && !table.seen.contains(&"sets") {
        table.need("choices", &format!("{what}, having no `sets`,"), faults);
    }
    if has_choices {
        table.need("default", &what, faults);
    }
    if let Some(default) = &table.default {
        check_name(default.as_str(), default.span, NameOf::Choice, faults);
        if let Some((choice, _)) = choices.iter().find(|(choice, _)| choice.value == default.value)
        {
            faults.push(
                Diagnostic::error(
                    "bad-value",
                    default.span,
                    format!("the default `{}` of {what} has a patch", default.value),
                )
                .also(choice.span, "its patch")
                .help(
                    "the default is the file as it stands; put the patch's content into the file",
                ),
            );
        }
    }
    let mut needs = Vec::new();
    for (choice, text) in table.needs.iter().flat_map(super::file::Named::iter) {
        match text.as_str().split_once('=') {
            Some((option, alternatives)) => needs.push(Need {
                choice: choice.clone(),
                option: option.trim().to_owned(),
                alternatives: alternatives.split('|').map(|c| c.trim().to_owned()).collect(),
                place: text.span,
            }),
            None => faults.push(
                Diagnostic::error("bad-value", text.span, "a need is written `option=choice`")
                    .help("divide alternatives by `|`: `option=choice|choice`"),
            ),
        }
    }
    Some(Choosable {
        name: Spanned::new(name.to_owned(), entry.key),
        about: table.about.map(|text| text.value).unwrap_or_default(),
        default: table.default,
        choices,
        sets,
        needs,
    })
}

/// Reports what no patch may change.
fn check_patch(patch: &Node, faults: &mut Faults) {
    let Some(table) = read_table(patch, "patch", faults) else { return };
    for (key, entry) in table {
        if NOT_IN_PATCH.contains(&key.as_str()) {
            faults.push(
                Diagnostic::error("unknown-key", entry.key, format!("a patch may not change `{key}`"))
                    .label("not in a patch")
                    .help("patches change the game: any part of a file but `variant`, `options`, `combination` and `test`"),
            );
        }
    }
}

/// Cuts a TOML dotted key.
fn split_path(text: &str) -> Option<Vec<(String, Range<usize>)>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.len().saturating_sub(rest.len());
        let (part, length) = if let quote @ ('"' | '\'') = rest.chars().next()? {
            let inner = rest.get(1..)?;
            let end = inner.find(quote)?;
            (inner.get(..end)?, end.saturating_add(2))
        } else {
            let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            let end = rest.find(|c| !bare(c)).unwrap_or(rest.len());
            (rest.get(..end)?, end)
        };
        if part.is_empty() || parts.len() > 16 {
            return None;
        }
        parts.push((part.to_owned(), at..at.saturating_add(length)));
        rest = rest.get(length..)?.trim_start();
        match rest.strip_prefix('.') {
            Some(behind) => rest = behind,
            None => return rest.is_empty().then_some(parts),
        }
    }
}

/// The patch that gives `value` to the key at the end of a path.
fn patch_for(
    base: Option<&Node>,
    path: &[(String, Range<usize>)],
    value: &Text,
) -> Result<Node, Range<usize>> {
    let Some(((key, at), rest)) = path.split_first() else {
        return Ok(Node { span: value.span, value: Value::Given(value.clone()) });
    };
    let list = base.and_then(Node::list);
    let below = match list {
        Some(list) => Some(list.iter().find(|entry| entry.name() == Some(key)).ok_or(at.clone())?),
        None => base.and_then(|base| base.get(key)),
    };
    // A table that the file could have may be missing.
    let absent = below.is_none()
        && list.is_none()
        && (base.is_none() || FileTable::KEYS.contains(&key.as_str()));
    if !rest.is_empty()
        && !absent
        && below.is_none_or(|below| below.table().is_none() && below.list().is_none())
    {
        return Err(at.clone());
    }
    let inner = patch_for(below, rest, value)?;
    if list.is_none() {
        let table = Table::from([(key.clone(), Entry { key: value.span, node: inner })]);
        return Ok(Node { span: value.span, value: Value::Table(table) });
    }
    let Value::Table(mut table) = inner.value else { return Err(at.clone()) };
    let name =
        Node { span: value.span, value: Value::Text(Text::plain(key.clone(), value.span.start)) };
    table.insert("name".to_owned(), Entry { key: value.span, node: name });
    let entry = Node { span: value.span, value: Value::Table(table) };
    Ok(Node { span: value.span, value: Value::List(vec![entry]) })
}

/// Reports `sets` that lead nowhere.
pub(crate) fn check_sets(tree: &Node, options: &Options, faults: &mut Faults) {
    for option in options.list.values() {
        if let Some((text, path)) = &option.sets
            && let Err(range) = patch_for(Some(tree), path, &Text::default())
        {
            faults.push(unknown_entry(text, range));
        }
    }
}

fn unknown_entry(text: &Text, range: Range<usize>) -> Diagnostic {
    let part = text.as_str().get(range.clone()).unwrap_or_default();
    Diagnostic::error(
        "unknown-entry",
        text.place(range),
        format!("`sets` leads nowhere: there is no `{}`", shown(part)),
    )
    .help("write the path of a key of this file; an entry of a list stands by its name")
}

/// Lays the patches of the choices over the tree, and says what is in force.
pub(crate) fn choose(
    tree: &Node,
    options: &Options,
    chosen: &[(Text, Text)],
    faults: &mut Faults,
) -> (Node, Current) {
    let mut current = options.defaults();
    let mut places: BTreeMap<&str, Span> = BTreeMap::new();
    for (option, choice) in chosen {
        if options.settled.contains_key(option.as_str())
            || !options.list.contains_key(option.as_str())
        {
            faults.push(options.unknown_option(option.as_str(), option.span));
        } else if places.insert(option.as_str(), option.span.to(choice.span)).is_some() {
            faults.push(Diagnostic::error(
                "bad-value",
                option.span,
                format!("the option `{}` is chosen twice", option.as_str()),
            ));
        } else if options.check_choice(
            option.as_str(),
            option.span,
            choice.as_str(),
            choice.span,
            faults,
        ) {
            current.insert(option.value.clone(), choice.value.clone());
        }
    }
    check_needs(options, &current, &places, faults);

    let mut out = tree.clone();
    let mut patches: Vec<(&str, &str, Node, Span)> = Vec::new();
    for (name, option) in &options.list {
        let Some(choice) = current.get(name) else { continue };
        let place = places.get(name.as_str()).copied().unwrap_or(option.name.span);
        if let Some((text, path)) = &option.sets {
            let given =
                chosen.iter().find(|(option, _)| option.as_str() == name).map(|(_, value)| value);
            let Some(value) = given else { continue };
            match patch_for(Some(tree), path, value) {
                Ok(patch) => patches.push((name, choice, patch, place)),
                Err(range) => faults.push(unknown_entry(text, range)),
            }
        } else if let Some((_, patch)) =
            option.choices.iter().find(|(known, _)| known.value == *choice)
        {
            patches.push((name, choice, patch.clone(), place));
        }
    }
    for (_, _, patch, _) in &patches {
        lay_over(&mut out, patch, faults);
    }
    let mut active: Vec<&Combination> =
        options.combinations.iter().filter(|combination| combination.holds(&current)).collect();
    active.sort_by_key(|combination| combination.with.len());
    for combination in &active {
        lay_over(&mut out, &combination.patch, faults);
    }
    chosen_conflicts(options, &patches, &active, &current, faults);
    warn_patched_off(&out, &patches, faults);
    (out, current)
}

fn check_needs(
    options: &Options,
    current: &Current,
    places: &BTreeMap<&str, Span>,
    faults: &mut Faults,
) {
    for (name, option) in &options.list {
        for need in &option.needs {
            if current.get(name) != Some(&need.choice.value) {
                continue;
            }
            let there = current.get(&need.option);
            if there.is_some_and(|there| need.alternatives.contains(there)) {
                continue;
            }
            let wanted: Vec<String> = need
                .alternatives
                .iter()
                .map(|choice| format!("`{}={choice}`", need.option))
                .collect();
            let place = places.get(name.as_str()).copied().unwrap_or(need.choice.span);
            faults.push(
                Diagnostic::error(
                    "choice-needs",
                    place,
                    format!(
                        "`{name}={}` may be chosen only together with {}",
                        need.choice.value,
                        wanted.join(" or ")
                    ),
                )
                .also(need.place, "said here")
                .help(format!("add {}", wanted.join(" or "))),
            );
        }
    }
}

fn conflict(path: &[String], pair: [(&str, &str); 2], first: Span, second: Span) -> Diagnostic {
    let [(a, b), (c, d)] = pair;
    Diagnostic::error(
        "choice-conflict",
        first,
        format!("`{a}={b}` and `{c}={d}` set `{}` differently", shown_path(path)),
    )
    .label(format!("set by `{a}={b}`"))
    .also(second, format!("set by `{c}={d}`"))
    .help("add a `[[combination]]` that says what both together mean, or `needs` that keep them apart")
}

fn combination_conflict(leaf: &Leaf<'_>, other: &Leaf<'_>) -> Diagnostic {
    Diagnostic::error(
        "choice-conflict",
        leaf.node.span,
        format!("two combinations set `{}` differently", shown_path(&leaf.path)),
    )
    .label("set by one")
    .also(other.node.span, "set by another")
    .help("add a larger combination that says what all of them together mean")
}

fn shown_path(path: &[String]) -> String {
    let parts = path
        .iter()
        .map(|part| if part.contains(' ') { format!("\"{part}\"") } else { part.clone() });
    parts.collect::<Vec<_>>().join(".")
}

/// The first value that two patches set differently.
fn first_difference<'a, 'b>(
    a: &'b [Leaf<'a>],
    b: &'b [Leaf<'a>],
) -> Option<(&'b Leaf<'a>, &'b Leaf<'a>)> {
    a.iter().find_map(|leaf| {
        b.iter()
            .find(|other| {
                if leaf.path == other.path {
                    !leaf.node.same(other.node)
                } else {
                    let (short, long) = if leaf.path.len() < other.path.len() {
                        (leaf, *other)
                    } else {
                        (*other, leaf)
                    };
                    long.path.starts_with(&short.path) && short.node.table().is_none()
                }
            })
            .map(|other| (leaf, other))
    })
}

fn chosen_conflicts(
    options: &Options,
    patches: &[(&str, &str, Node, Span)],
    active: &[&Combination],
    current: &Current,
    faults: &mut Faults,
) {
    let all: Vec<Vec<Leaf<'_>>> = patches.iter().map(|(_, _, patch, _)| leaves(patch)).collect();
    for (i, (a, a_leaves)) in patches.iter().zip(&all).enumerate() {
        for (b, b_leaves) in patches.iter().zip(&all).skip(i.saturating_add(1)) {
            let open: Vec<Leaf<'_>> = a_leaves
                .iter()
                .filter(|leaf| !options.set_by_combination(current, &leaf.path))
                .cloned()
                .collect();
            if let Some((leaf, other)) = first_difference(&open, b_leaves) {
                let longer =
                    if leaf.path.len() > other.path.len() { &leaf.path } else { &other.path };
                if !options.set_by_combination(current, longer) {
                    faults.push(conflict(
                        longer,
                        [(a.0, a.1), (b.0, b.1)],
                        leaf.node.span,
                        other.node.span,
                    ));
                }
            }
        }
    }
    for (i, a) in active.iter().enumerate() {
        for b in active.iter().skip(i.saturating_add(1)).filter(|b| b.with.len() == a.with.len()) {
            let (a_leaves, b_leaves) = (leaves(&a.patch), leaves(&b.patch));
            let Some((leaf, other)) = first_difference(&a_leaves, &b_leaves) else { continue };
            let bigger = active.iter().filter(|c| c.with.len() > a.with.len() && c.span != a.span);
            if !bigger.flat_map(|c| leaves(&c.patch)).any(|set| leaf.path.starts_with(&set.path)) {
                faults.push(combination_conflict(leaf, other));
            }
        }
    }
}

/// A choice whose every change lies in something that another choice took off.
fn warn_patched_off(tree: &Node, patches: &[(&str, &str, Node, Span)], faults: &mut Faults) {
    for (i, (name, choice, patch, place)) in patches.iter().enumerate() {
        let own = leaves(patch);
        let mut by = None;
        let all_off = !own.is_empty()
            && own.iter().all(|leaf| {
                (1..leaf.path.len()).any(|length| {
                    let path = leaf.path.get(..length).unwrap_or_default();
                    if !follow(tree, path).is_some_and(Node::is_off) {
                        return false;
                    }
                    let mut off = path.to_vec();
                    off.push("off".to_owned());
                    if leaf.path == off {
                        return false;
                    }
                    let other = patches.iter().enumerate().find(|(j, (_, _, other, _))| {
                        *j != i && leaves(other).iter().any(|leaf| leaf.path == off)
                    });
                    if let Some((_, other)) = other {
                        by = Some((other.0, other.1));
                    }
                    other.is_some()
                })
            });
        if let (true, Some((other, other_choice))) = (all_off, by) {
            faults.push(
                Diagnostic::warning(
                    "patched-off",
                    *place,
                    format!("`{name}={choice}` changes nothing: `{other}={other_choice}` takes off what it changes"),
                )
                .help("leave one of the two choices out"),
            );
        }
    }
}

/// The node at the end of a path of keys and names of entries.
fn follow<'a>(tree: &'a Node, path: &[String]) -> Option<&'a Node> {
    path.iter().try_fold(tree, |node, part| match node.list() {
        Some(list) => list.iter().find(|entry| entry.name() == Some(part)),
        None => node.get(part),
    })
}

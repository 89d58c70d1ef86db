//! What games are called in the `Variant` tag.

/// Other names, written as [`plain`] does, of games that other programs call otherwise than we.
const OTHER_NAMES: [(&str, &[&str]); 10] = [
    (
        "chess",
        &[
            "standard",
            "normal",
            "classical",
            "orthodox",
            "regular",
            "fromposition",
            "fischerandom",
            "fischerrandom",
            "fischerrandomchess",
            "chess960",
        ],
    ),
    ("3check", &["threecheck", "threechecks"]),
    ("5check", &["fivecheck", "fivechecks"]),
    ("kingofthehill", &["koth"]),
    ("antichess", &["losingchess"]),
    ("seirawan", &["schess"]),
    ("xiangqi", &["chinesechess", "cchess"]),
    ("shogi", &["japanesechess"]),
    ("janggi", &["koreanchess"]),
    ("makruk", &["thaichess"]),
];

/// Whether the value of a `Variant` tag, or its absence, says that a game is one of some names: the
/// name of its file, the title in it. Case, blanks, hyphens, underlines and a `960` at the end say
/// nothing. Without a tag it is chess.
pub fn is_called(tag: Option<&str>, names: &[&str]) -> bool {
    let said = match tag.map(plain) {
        Some(said) if !said.is_empty() => said,
        _ => "chess".to_owned(),
    };
    let bare = said.strip_suffix("960").filter(|bare| !bare.is_empty()).unwrap_or(&said);
    names.iter().map(|name| plain(name)).any(|name| {
        // `Chess` behind a name is a word, not a difference.
        let short = |name: &str| match name.strip_suffix("chess") {
            Some(rest) if !rest.is_empty() => rest.to_owned(),
            _ => name.to_owned(),
        };
        let other = OTHER_NAMES.iter().find(|(known, _)| *known == name);
        name == said
            || short(&name) == short(bare)
            || other.is_some_and(|(_, others)| others.contains(&&*said) || others.contains(&bare))
    })
}

/// A name in small letters and digits alone.
fn plain(name: &str) -> String {
    let dropped = |c: &char| !c.is_whitespace() && !"-_'.".contains(*c);
    name.chars().filter(dropped).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::is_called;

    #[test]
    fn names_are_compared_kindly() {
        let fits = [
            (None, "chess"),
            (Some(""), "chess"),
            (Some("?"), "?"),
            (Some("Standard"), "Chess"),
            (Some("normal"), "chess"),
            (Some("From Position"), "chess"),
            (Some("Chess960"), "chess"),
            (Some("Fischerandom"), "chess"),
            (Some("Three-check"), "3check"),
            (Some("Three Fat Brothers"), "three-fat-brothers"),
            (Some("three_fat_brothers"), "Three Fat Brothers"),
            (Some("S-Chess"), "seirawan"),
            (Some("Seirawan960"), "Seirawan Chess"),
            (Some("Crazyhouse"), "crazyhouse"),
            (Some("King of the Hill"), "kingofthehill"),
            (Some("Atomic Chess"), "atomic"),
        ];
        for (tag, name) in fits {
            assert!(is_called(tag, &[name]), "{tag:?} {name}");
        }
        let misfits = [
            (None, "shogi"),
            (Some("Crazyhouse"), "chess"),
            (Some("Chess"), "crazyhouse"),
            (Some("960"), "chess"),
            (Some("minishogi"), "shogi"),
        ];
        for (tag, name) in misfits {
            assert!(!is_called(tag, &[name]), "{tag:?} {name}");
        }
    }
}

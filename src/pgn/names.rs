//! What games are called in the `Variant` tag.

/// Whether the value of a `Variant` tag, or its absence, says that a game is one of some names: the
/// name of its file, the title in it, what else it says that it is called. Case, blanks, hyphens, underlines and a `960` at the end say
/// nothing. Without a tag it is chess.
pub fn is_called<'n>(tag: Option<&str>, mut names: impl Iterator<Item = &'n str>) -> bool {
    let said = match tag.map(plain) {
        Some(said) if !said.is_empty() => said,
        _ => "chess".to_owned(),
    };
    let bare = said.strip_suffix("960").filter(|bare| !bare.is_empty()).unwrap_or(&said);
    // `Chess` behind a name is a word, not a difference.
    let short = |name: &str| match name.strip_suffix("chess") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => name.to_owned(),
    };
    names.any(|name| {
        let name = plain(name);
        name == said || short(&name) == short(bare)
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
            (Some("Chess960"), "chess"),
            (Some("From Position"), "from-position"),
            (Some("Three Fat Brothers"), "three-fat-brothers"),
            (Some("three_fat_brothers"), "Three Fat Brothers"),
            (Some("Seirawan960"), "Seirawan Chess"),
            (Some("Crazyhouse"), "crazyhouse"),
            (Some("King of the Hill"), "kingofthehill"),
            (Some("Atomic Chess"), "atomic"),
        ];
        for (tag, name) in fits {
            assert!(is_called(tag, ["x", name].into_iter()), "{tag:?} {name}");
        }
        let misfits = [
            (None, "shogi"),
            (Some("Crazyhouse"), "chess"),
            (Some("Chess"), "crazyhouse"),
            (Some("960"), "chess"),
            (Some("minishogi"), "shogi"),
        ];
        for (tag, name) in misfits {
            assert!(!is_called(tag, [name].into_iter()), "{tag:?} {name}");
        }
    }
}

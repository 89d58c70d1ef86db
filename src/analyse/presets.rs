//! What is unwise about the armies that a file has as presets.

use super::Study;
use super::moveset::Hurdles;
use crate::board::Side;
use crate::definition::{Definition, PieceId, Tags};
use crate::diagnostic::Diagnostic;
use crate::setup::Muster;

/// Warns of men in presets that hold an augmenter which adds nothing to the rest of the man,
/// or with all of theirs do not cover the board from where they start.
pub fn warnings(definition: &Definition) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if definition.augmenters.is_empty() {
        return found;
    }
    let study = Study::new(definition);
    for (name, fen, span) in &definition.setup.presets {
        // Both sides mostly have the same men: each is told once, with all its squares.
        let mut men: Vec<(PieceId, Tags, Side, Vec<String>)> = Vec::new();
        for side in Side::BOTH {
            let Ok(muster) = Muster::read(definition, side, fen) else { continue };
            for (square, piece, tags) in muster.men {
                if tags.0.is_empty() {
                    continue;
                }
                let square = definition.shape.name(square);
                let known = men.iter_mut().find(|(p, t, ..)| *p == piece && *t == tags);
                match known {
                    Some((.., squares)) => squares.push(square),
                    None => men.push((piece, tags, side, vec![square])),
                }
            }
        }
        for (piece, tags, side, squares) in men {
            let (man, squares) = (study.name(piece, &tags.0), squares.join(", "));
            for at in study.redundant_tags(piece, &tags.0) {
                let tag = tags.0.get(at).copied();
                let augmenter = tag.and_then(|tag| definition.augmenters.get(usize::from(tag)));
                let Some(augmenter) = augmenter else { continue };
                found.push(
                    Diagnostic::warning(
                        "redundant-augmenter",
                        *span,
                        format!(
                            "in `{name}` the {} adds nothing to `{man}` on {squares}",
                            augmenter.name
                        ),
                    )
                    .label(format!("`{}` is covered by the other moves", augmenter.code))
                    .help("each of its moves is a move of the rest of the man in every position"),
                );
            }
            let Ok(reach) = study.reach(side, piece, &tags.0, Hurdles::Free) else { continue };
            let from: Vec<String> = reach
                .from
                .iter()
                .filter(|(_, reached)| *reached != definition.shape.all())
                .map(|(square, reached)| {
                    format!("{} squares from {}", reached.len(), definition.shape.name(*square))
                })
                .collect();
            if !from.is_empty() {
                found.push(
                    Diagnostic::warning(
                        "crippled-man",
                        *span,
                        format!("in `{name}` `{man}` on {squares} can never get everywhere"),
                    )
                    .label(format!("it reaches {}", from.join(", ")))
                    .help("give it an augmenter that leaves its part of the board"),
                );
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::library::find;
    use crate::definition::load;

    #[test]
    fn unwise_armies_are_told_with_their_squares() {
        let sample = find("12-augmenters").unwrap().load().definition.unwrap();
        assert_eq!(warnings(&sample), []);
        let text = r#"
            [variant]
            name = "Unwise"
            extends = "12-augmenters"
            [setup.presets]
            sample = "r{w}c{fda}b{f}g{BRs}k{h}b{c}c{nlg}r{i}/pppppppp/8/8/8/8/PPPPPPPP/R{w}C{nid}B{l}G{BNa}K{w}B{d}C{cbs}R{l} w KQkq - 0 1"
        "#;
        let library = crate::cli::library::Folder::default();
        let unwise = load("unwise", "unwise.toml", text, &[], &library).definition.unwrap();
        let said: Vec<(&str, String)> =
            warnings(&unwise).into_iter().map(|one| (one.code, one.message)).collect();
        let expected = [
            ("redundant-augmenter", "in `sample` the wazir adds nothing to `rook{w}` on a1, a8"),
            ("crippled-man", "in `sample` `bishop{d}` on f1 can never get everywhere"),
            ("redundant-augmenter", "in `sample` the wazir adds nothing to `king{w}` on e1"),
            ("redundant-augmenter", "in `sample` the lance adds nothing to `rook{l}` on h1"),
            ("crippled-man", "in `sample` `corps{fda}` on b8 can never get everywhere"),
            ("redundant-augmenter", "in `sample` the ferz adds nothing to `bishop{f}` on c8"),
            ("crippled-man", "in `sample` `bishop{f}` on c8 can never get everywhere"),
            (
                "redundant-augmenter",
                "in `sample` the side-mover adds nothing to `regent{BRs}` on d8",
            ),
        ];
        for (code, message) in expected {
            assert!(said.contains(&(code, message.to_owned())), "{message}: {said:#?}");
        }
        assert_eq!(said.len(), expected.len(), "{said:#?}");
    }
}

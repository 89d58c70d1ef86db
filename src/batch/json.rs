//! A line of JSON → an item.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde_json::value::RawValue;

use super::item::{Item, perft_depth, shown, words};

/// Keys that mean something.
const KEYS: [&str; 7] = ["fen", "id", "variant", "moves", "bm", "am", "perft"];

/// Reads `{"fen":…, "moves":[…], "id":…}`. `moves`, `bm` and `am` are lists or texts of words,
/// `perft` is a table from depths to counts; without a FEN the start is meant. Everything else
/// is handed on.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn read(line: &str) -> Result<Item<'static>, String> {
    let Pairs(pairs) =
        serde_json::from_str(line).map_err(|fault| format!("no JSON object: {fault}"))?;
    let mut item = Item { fen: "start".into(), named: true, ..Item::default() };
    for (key, raw) in pairs {
        let text = raw.get();
        let depth = perft_depth(&key.to_ascii_uppercase()).is_some();
        let known = KEYS.iter().find(|known| known.eq_ignore_ascii_case(&key));
        if let Some(known) = known.filter(|known| **known != key) {
            return Err(format!("`{}` is written `{known}`", shown(&key)));
        }
        // As an empty value of a table.
        if text == "null" {
            continue;
        }
        let string = if text.starts_with('"') { Some(word(&key, text)?) } else { None };
        match (key.as_str(), string) {
            ("fen", Some(fen)) => item.fen = fen.trim().to_owned().into(),
            ("id", Some(id)) => item.id = Some(id.into()),
            // As it stands: a number may have more digits than one can count with.
            ("id", None) if !text.starts_with(['[', '{']) => {
                item.id = Some(text.to_owned().into());
            }
            ("variant", Some(variant)) => item.variant = Some(variant.into()),
            ("moves", _) => item.moves = list(&key, text)?,
            ("bm", _) => item.best = list(&key, text)?,
            ("am", _) => item.avoid = list(&key, text)?,
            ("perft", None) if text.starts_with('{') => perft(&mut item, text)?,
            ("fen" | "id" | "perft" | "variant", _) => {
                return Err(format!("`{key}` has a value of the wrong type"));
            }
            // As columns of tables are called.
            (_, string) if depth => {
                let nodes = string.as_deref().unwrap_or(text).trim();
                let said = format!("\"{key}\":{nodes}");
                item.add_perft(key.get(1..).unwrap_or_default(), nodes, &said)?;
            }
            (_, Some(string)) => item.other.push((key.into(), string.into())),
            (_, None) => item.other.push((key.into(), text.to_owned().into())),
        }
    }
    Ok(item)
}

/// All pairs of an object, the values as they stand. A key that comes twice is an error: it would
/// be read as its last value and the other one lost.
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> serde::de::Visitor<'de> for Visitor<'a> {
            type Value = Pairs<'a>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Pairs<'a>, A::Error> {
                let mut pairs: Vec<(String, &RawValue)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    if pairs.iter().any(|(known, _)| *known == key) {
                        let message = format!("`{}` stands twice", shown(&key));
                        return Err(serde::de::Error::custom(message));
                    }
                    pairs.push((key, value));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Visitor(PhantomData))
    }
}

/// A text in quotes.
fn word(key: &str, text: &str) -> Result<String, String> {
    serde_json::from_str(text).map_err(|fault| format!("`{}`: {fault}", shown(key)))
}

fn list(key: &str, text: &str) -> Result<Vec<Cow<'static, str>>, String> {
    let wrong = |_| format!("`{key}` is a list of texts, or a text");
    if text.starts_with('"') {
        let text = word(key, text)?;
        return Ok(words(&text).map(|word| word.into_owned().into()).collect());
    }
    let texts: Vec<String> = serde_json::from_str(text).map_err(wrong)?;
    Ok(texts.into_iter().map(Cow::Owned).collect())
}

fn perft(item: &mut Item<'_>, text: &str) -> Result<(), String> {
    let Pairs(counts) = serde_json::from_str(text).map_err(|fault| format!("`perft`: {fault}"))?;
    for (depth, nodes) in counts {
        let nodes = nodes.get();
        item.add_perft(&depth, nodes, &format!("\"{depth}\":{nodes}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_read_and_odd_ones_refused() {
        let item = read(
            r#" {"fen":"4k3/8 w","moves":["e2e4","Nf3"],"id":7,"bm":"a b","perft":{"1":20},"elo":9} "#,
        );
        let item = item.unwrap();
        assert_eq!((item.fen.as_ref(), item.id.as_deref()), ("4k3/8 w", Some("7")));
        assert_eq!(
            (item.moves, item.best),
            (vec!["e2e4".into(), "Nf3".into()], vec!["a".into(), "b".into()])
        );
        assert_eq!((item.perft, item.other), (vec![(1, 20)], vec![("elo".into(), "9".into())]));
        assert_eq!(read("{}").unwrap().fen, "start");
        let item = read(r#"{"id":123456789012345678901,"x":1e999,"y":[ 1],"D2":"400","bm":null}"#);
        let item = item.unwrap();
        assert_eq!(item.id.as_deref(), Some("123456789012345678901"));
        assert_eq!(item.other, [("x".into(), "1e999".into()), ("y".into(), "[ 1]".into())]);
        assert_eq!((item.perft, item.best.len()), (vec![(2, 400)], 0));
        for wrong in [
            "{",
            "[]",
            "{\"fen\":3}",
            "{\"moves\":[3]}",
            "{\"moves\":3}",
            "{\"perft\":{\"x\":1}}",
            "{\"perft\":{\"1\":-1}}",
            "{\"fen\":\"a\",\"fen\":\"b\"}",
            "{\"FEN\":\"a\"}",
            "{\"perft\":{\"1\":20,\"1\":21}}",
            "{\"id\":[1]}",
            "{\"fen\":\"a\"} b",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

//! A line of JSON → an item.

use std::borrow::Cow;

use serde_json::{Map, Value};

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
    // A key that stands twice would be read as its last value and the other one lost.
    let Pairs(pairs) =
        serde_json::from_str(line).map_err(|fault| format!("no JSON object: {fault}"))?;
    let mut item = Item { fen: "start".into(), named: true, ..Item::default() };
    for (key, value) in pairs {
        match (key.as_str(), value) {
            ("fen", Value::String(fen)) => item.fen = fen.trim().to_owned().into(),
            ("id", Value::String(id)) => item.id = Some(id.into()),
            ("id", value @ (Value::Number(_) | Value::Bool(_))) => {
                item.id = Some(value.to_string().into());
            }
            ("id" | "fen" | "moves" | "bm" | "am" | "perft" | "variant", Value::Null) => {}
            ("variant", Value::String(variant)) => item.variant = Some(variant.into()),
            ("moves", value) => item.moves = list("moves", value)?,
            ("bm", value) => item.best = list("bm", value)?,
            ("am", value) => item.avoid = list("am", value)?,
            ("perft", Value::Object(counts)) => perft(&mut item, &counts)?,
            // As columns of tables are called.
            (depth, value @ (Value::Number(_) | Value::String(_) | Value::Null))
                if perft_depth(&depth.to_ascii_uppercase()).is_some() =>
            {
                let nodes = match value {
                    Value::Null => continue,
                    Value::String(text) => text,
                    number => number.to_string(),
                };
                let said = format!("\"{depth}\":{nodes}");
                item.add_perft(depth.get(1..).unwrap_or_default(), nodes.trim(), &said)?;
            }
            (known @ ("fen" | "id" | "perft" | "variant"), _) => {
                return Err(format!("`{known}` has a value of the wrong type"));
            }
            (other, _) if KEYS.iter().any(|key| key.eq_ignore_ascii_case(other)) => {
                let key = other.to_ascii_lowercase();
                return Err(format!("`{}` is written `{key}`", shown(other)));
            }
            (_, Value::String(text)) => item.other.push((key.into(), text.into())),
            (_, value) => item.other.push((key.into(), value.to_string().into())),
        }
    }
    Ok(item)
}

/// All pairs of an object; a key that comes twice is an error.
struct Pairs(Vec<(String, Value)>);

impl<'de> serde::Deserialize<'de> for Pairs {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Pairs, A::Error> {
                let mut pairs: Vec<(String, Value)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    if pairs.iter().any(|(known, _)| *known == key) {
                        let message = format!("`{}` stands twice", shown(&key));
                        return Err(serde::de::Error::custom(message));
                    }
                    pairs.push((key, value));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

fn list(key: &str, value: Value) -> Result<Vec<Cow<'static, str>>, String> {
    let wrong = || format!("`{key}` is a list of texts, or a text");
    match value {
        Value::String(text) => Ok(words(&text).map(|word| word.into_owned().into()).collect()),
        Value::Array(items) => items
            .into_iter()
            .map(|item| match item {
                Value::String(text) => Ok(text.into()),
                _ => Err(wrong()),
            })
            .collect(),
        _ => Err(wrong()),
    }
}

fn perft(item: &mut Item<'_>, counts: &Map<String, Value>) -> Result<(), String> {
    for (depth, nodes) in counts {
        item.add_perft(depth, &nodes.to_string(), &format!("\"{depth}\":{nodes}"))?;
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
            "{\"fen\":\"a\"} b",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

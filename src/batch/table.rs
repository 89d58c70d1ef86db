//! A row of a table with named columns → an item.

use std::borrow::Cow;

use memchr::memchr;

use super::item::{Item, shown, words};
use super::read::Quotes;

/// The columns of a table of comma-separated values, as its first line names them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    delimiter: u8,
    names: Vec<String>,
    /// A name that stands twice.
    twice: Option<String>,
}

impl Columns {
    /// Reads a first line; `None` if it names no column `fen` or `moves`.
    pub fn read(line: &str) -> Option<Self> {
        // A FEN is no first line: its ranks are divided by slashes.
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let names = fields(line, delimiter).ok()?;
            let names: Vec<String> =
                names.into_iter().map(|name| name.trim().to_ascii_lowercase()).collect();
            let known = names.iter().any(|name| name == "fen" || name == "moves");
            let plain = names.iter().all(|name| !name.contains('/'));
            if !(known && plain) {
                return None;
            }
            let mut sorted: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
            sorted.sort_unstable();
            let mut neighbours = sorted.iter().zip(sorted.iter().skip(1));
            let twice = neighbours.find(|(a, b)| a == b).map(|(name, _)| (*name).clone());
            Some(Self { delimiter, names, twice })
        })
    }

    /// What divides values.
    pub(super) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn item<'a>(&'a self, row: &'a str) -> Result<Item<'a>, String> {
        let values = fields(row, self.delimiter)?;
        if values.len() != self.names.len() {
            let (found, wanted) = (values.len(), self.names.len());
            return Err(format!("{found} fields, the first line has {wanted}"));
        }
        if let Some(name) = &self.twice {
            return Err(format!("the column `{}` stands twice", shown(name)));
        }
        let mut item = Item { fen: "start".into(), named: true, ..Item::default() };
        for (name, value) in self.names.iter().zip(values) {
            let value = match value {
                Cow::Borrowed(value) => Cow::Borrowed(value.trim()),
                Cow::Owned(value) => Cow::Owned(value.trim().to_owned()),
            };
            if value.is_empty() {
                continue;
            }
            let list = || words(&value).map(|word| Cow::Owned(word.into_owned())).collect();
            match name.as_str() {
                "fen" => item.fen = value,
                "id" => item.id = Some(value),
                "variant" => item.variant = Some(value),
                "moves" => item.moves = list(),
                "bm" => item.best = list(),
                "am" => item.avoid = list(),
                _ => {
                    let digits = name.strip_prefix('d').filter(|digits| {
                        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
                    });
                    match digits {
                        Some(depth) => item.add_perft(depth, &value, &value)?,
                        None => item.other.push((name.into(), value)),
                    }
                }
            }
        }
        Ok(item)
    }
}

/// The values of a row.
fn fields(row: &str, delimiter: u8) -> Result<Vec<Cow<'_, str>>, String> {
    if memchr(b'"', row.as_bytes()).is_none() {
        return Ok(row.split(char::from(delimiter)).map(Cow::Borrowed).collect());
    }
    let mut quotes = Quotes::new(delimiter);
    // A line end that a quote does not hide would end the row.
    let ends = row.bytes().any(|byte| quotes.ends_row(byte));
    if quotes.broken() {
        return Err("something stands behind a `\"` that closes a value".to_owned());
    }
    if ends || quotes.open() {
        return Err("a `\"` without its partner".to_owned());
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .buffer_capacity(row.len())
        // Where the row ends is known; a carriage return alone ends none.
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(row.as_bytes());
    let first = reader.records().next().transpose();
    let first = first.map_err(|fault| shown(&fault.to_string()))?;
    let values = first.iter().flatten().map(|value| Cow::Owned(value.to_owned()));
    Ok(values.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_columns() {
        let columns = Columns::read("id,FEN,moves,D1,comment").unwrap();
        let item = columns.item("\"a,\"\"b\",4k3/8 w - - 0 1,e2e4 e7e5,20,x").unwrap();
        assert_eq!((item.id.as_deref(), item.fen.as_ref()), (Some("a,\"b"), "4k3/8 w - - 0 1"));
        assert_eq!((item.moves.len(), item.perft), (2, vec![(1, 20)]));
        assert_eq!(item.other, [("comment".into(), "x".into())]);
        for wrong in ["a,b", "1,2,3,x,5", "\"1,2,3,4,5", "1,2,3,4,5,6"] {
            assert!(columns.item(wrong).is_err(), "{wrong}");
        }
        assert!(Columns::read("fen;id").is_some() && Columns::read("fen\tid").is_some());
        assert!(Columns::read("fen").is_some());
        assert!(Columns::read("4k3/8/8 w - - 0 1").is_none());
        assert!(Columns::read("position,id").is_none());
        assert!(Columns::read("fen,fen").unwrap().item("a,b").is_err());
    }
}

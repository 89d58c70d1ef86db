//! Which records are wanted.

use std::str::FromStr;

use super::Status;
use super::record::Record;
use crate::board::Side;
use crate::position::reasons;
use crate::variant::Variant;

/// Conditions on records: of those on one key some must hold, of the keys all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Only {
    status: Vec<Status>,
    side: Vec<Side>,
    check: Vec<bool>,
    /// Codes of reasons.
    error: Vec<String>,
    /// Names of ends.
    outcome: Vec<String>,
    /// Whether expectations hold.
    expect: Vec<bool>,
}

impl Only {
    /// Whether every record is wanted.
    pub fn is_all(&self) -> bool {
        let Self { status, side, check, error, outcome, expect } = self;
        status.is_empty()
            && side.is_empty()
            && check.is_empty()
            && error.is_empty()
            && outcome.is_empty()
            && expect.is_empty()
    }

    /// Whether all ends that are asked for are ends of a game.
    ///
    /// # Errors
    ///
    /// One that is not, and those of the game.
    pub fn fits(&self, variant: &Variant) -> Result<(), String> {
        let ends = || variant.definition().ends.iter().map(|end| end.name.as_str());
        match self.outcome.iter().find(|wanted| !ends().any(|known| known == *wanted)) {
            Some(unknown) => {
                let known: Vec<&str> = ends().collect();
                Err(format!("no end of this game is called `{unknown}`: {}", known.join(", ")))
            }
            None => Ok(()),
        }
    }

    pub(super) fn wants(&self, record: &Record<'_>) -> bool {
        fn among<T: PartialEq>(wanted: &[T], found: Option<T>) -> bool {
            wanted.is_empty() || found.is_some_and(|found| wanted.contains(&found))
        }
        let has = |code: &String| {
            record.errors.iter().any(|reason| reason.code == code)
                || record.stopped.is_some_and(|(stopped, _)| stopped == code)
        };
        among(&self.status, Some(record.status))
            && among(&self.side, record.side)
            && among(&self.check, record.check)
            && (self.error.is_empty() || self.error.iter().any(has))
            && (self.outcome.is_empty()
                || record
                    .outcome
                    .is_some_and(|end| self.outcome.iter().any(|one| one == end.reason)))
            && among(&self.expect, record.expect.map(|expect| expect.ok))
    }
}

impl FromStr for Only {
    type Err = String;

    /// Reads `status=impossible,status=malformed,side=white`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut only = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is not of the form `status=impossible`"))?;
            let (key, value) = (key.trim(), value.trim());
            let wrong = |known: &str| format!("`{key}` is one of {known}, not `{value}`");
            match key {
                "status" => {
                    let known = Status::ALL.into_iter().find(|status| status.as_str() == value);
                    let all = Status::ALL.map(Status::as_str).join(", ");
                    only.status.push(known.ok_or_else(|| wrong(&all))?);
                }
                "side" => {
                    let known = Side::BOTH.into_iter().find(|side| side.as_str() == value);
                    only.side.push(known.ok_or_else(|| wrong("white, black"))?);
                }
                "check" => only.check.push(value.parse().map_err(|_| wrong("true, false"))?),
                "error" => match reasons::find(value) {
                    Some(about) => only.error.push(about.code.to_owned()),
                    None => {
                        return Err(format!(
                            "no error has the code `{value}`; `ferz explain` lists them"
                        ));
                    }
                },
                "outcome" => only.outcome.push(value.to_owned()),
                "expect" => only.expect.push(match value {
                    "ok" => true,
                    "failed" => false,
                    _ => return Err(wrong("ok, failed")),
                }),
                _ => {
                    return Err(format!(
                        "records are not chosen by `{key}`, but by status, side, check, error, \
                         outcome or expect"
                    ));
                }
            }
        }
        if only.is_all() { Err("nothing is asked for".to_owned()) } else { Ok(only) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_and_wrong_ones_refused() {
        let only: Only = "status=over, status=ok,check=true,expect=failed".parse().unwrap();
        assert_eq!(only.status, [Status::Over, Status::Ok]);
        assert_eq!((only.check, only.expect), (vec![true], vec![false]));
        for wrong in
            ["", "status", "status=fine", "colour=red", "check=maybe", "expect=1", "error=x"]
        {
            assert!(wrong.parse::<Only>().is_err(), "{wrong}");
        }
    }
}

//! What men may hold after the set-up.

use crate::definition::Sizes;

/// One stage that gives augmenters to men.
#[derive(Clone, Debug)]
pub struct DressRule {
    /// Whose.
    pub sides: [bool; 2],
    /// All codes of the stage.
    pub codes: Vec<u8>,
    /// Tokens of each side.
    pub pools: [Vec<u8>; 2],
    /// For each piece alternatives of how many.
    pub slots: Vec<(u8, Vec<Sizes>)>,
    /// What no man of a piece may hold together.
    pub bans: Vec<(u8, Vec<Vec<u8>>)>,
    /// A man may hold a code twice.
    pub repeat: bool,
}

impl Sizes {
    /// Whether men that are left may hold so many, rising, some having been captured.
    pub fn fit(&self, held: &[u32]) -> bool {
        match self {
            Self::Each(each) => held.iter().all(|size| size == each),
            Self::List(list) => {
                let mut rest: Vec<u32> = list.clone();
                held.iter().all(|size| match rest.iter().position(|known| known == size) {
                    Some(at) => {
                        rest.remove(at);
                        true
                    }
                    None => false,
                })
            }
        }
    }
}

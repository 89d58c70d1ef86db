//! Set-up stages as pure combinatorics: what one side may choose in a stage, how many choices
//! there are, which is the n-th, what is wrong with one.
//!
//! Nothing here knows a position in play: [`Slots`] are made from a stage and the men of a side.

mod army;
mod bind;
mod count;
mod fen;
mod random;
mod slots;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod waiting;

pub use army::{Armies, Army, Muster, Task, Turn};
pub use bind::{Binding, Place, Reserves};
pub use count::{Counter, Uncountable};
pub use random::Random;
pub use slots::{Choice, Group, Slots, StageFault};
pub use text::SetupFault;
pub use turns::{Refused, SetMan, SetUp};

//! Checks given and named counters (`language.md` 19).

use ferz::board::Side;

use super::Reference;
use super::condition::Scene;
use super::position::Position;

impl Reference {
    /// Counts the check that `us` may just have given.
    pub(super) fn count_check(&self, next: &mut Position, us: Side) {
        if let Some(total) = self.def.checks
            && self.in_check(next, us.other())
        {
            let given = &mut next.checks[us.index()];
            *given = (*given + 1).min(total);
        }
    }

    /// Counters after a move of `us`, all judged by the same position.
    pub(super) fn count_on(&self, next: &mut Position, us: Side) {
        let judged = next.clone();
        let scene = Scene::before(&judged, us);
        for (counter, value) in self.def.counters.iter().zip(&mut next.counters) {
            *value = match *value {
                Some(_) if self.holds(&counter.stops, &scene) => None,
                Some(value) => Some(value.saturating_add(1)),
                None if self.holds(&counter.starts, &scene) => {
                    Some(self.value(&counter.from, &scene))
                }
                None => None,
            };
        }
    }
}

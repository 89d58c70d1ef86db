//! Whole destination sets of sliders ([`Dense`]).

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use crate::bitboard::Bitboard;
use crate::rules::{Dense, DenseCell, Mover, Plan, Slider};

/// Squares whose men may matter for one cell: 2^12 sets of 8 bytes.
const BITS: u32 = 12;
/// Sets of all sliders together: 2 MiB, so that they stay in a processor's cache.
const SETS: usize = 256 * 1024;
/// Sliders that get whole sets. To divide the rays of one, those of all before it are looked at.
const SLIDERS: usize = 24;

/// Cells that exist, by square: the squares that their rays reach on an empty board.
type Cells<B> = Vec<Vec<(B, DenseCell<B>)>>;

/// Gives the sliders of plain plans whole sets where that pays and fits.
pub(super) fn compile<B: Bitboard>(
    movers: &mut [Vec<Mover<B>>; 2],
    rays: &[B],
    area: usize,
) -> Dense<B> {
    let mut dense = Dense { cells: Vec::new(), sets: vec![B::EMPTY] };
    if !B::gathers() {
        return dense;
    }
    dense.cells.push([DenseCell::default(); 2]);
    let mut known: BTreeMap<(u32, u32), Option<NonZeroU32>> = BTreeMap::new();
    let mut cells: Cells<B> = vec![Vec::new(); area];
    // Sliders with few rays first: those with many are made of their cells.
    let mut plain: Vec<&mut Mover<B>> = movers
        .iter_mut()
        .flatten()
        .filter(|mover| matches!(mover.plan, Plan::Slide | Plan::LeapsAndSlide))
        .collect();
    plain.sort_by_key(|mover| mover.slider.half);
    for mover in plain {
        let slider = mover.slider;
        if known.len() >= SLIDERS && !known.contains_key(&(slider.base, slider.half)) {
            continue;
        }
        let place = *known
            .entry((slider.base, slider.half))
            .or_insert_with(|| add(&mut dense, &mut cells, slider, rays, area));
        mover.slider.dense = place;
    }
    dense
}

/// Adds the cells of a slider; `None` if they do not fit.
fn add<B: Bitboard>(
    dense: &mut Dense<B>,
    cells: &mut Cells<B>,
    slider: Slider,
    rays: &[B],
    area: usize,
) -> Option<NonZeroU32> {
    let half = slider.half as usize;
    if half > 4 {
        return None;
    }
    let (old_cells, old_sets) = (dense.cells.len(), dense.sets.len());
    let old_known: Vec<usize> = cells.iter().map(Vec::len).collect();
    for square in 0..area {
        let begin = slider.base as usize + square * 2 * half;
        let mine: Vec<(B, bool)> = rays
            .get(begin..begin + 2 * half)?
            .iter()
            .enumerate()
            .map(|(index, &ray)| (ray, index < half))
            .filter(|(ray, _)| !ray.is_empty())
            .collect();
        let known = &mut cells[square];
        let parts = split(known, &mine);
        let pair = parts.map(|parts| {
            parts.map(|part| {
                let union = part.iter().fold(B::EMPTY, |sum, (ray, _)| sum | *ray);
                let found = known.iter().find(|(rays, _)| *rays == union);
                if let Some((_, cell)) = found {
                    return *cell;
                }
                let cell = fill(dense, &part);
                known.push((union, cell));
                cell
            })
        });
        match pair {
            Some(pair) if dense.sets.len() <= SETS => dense.cells.push(pair),
            _ => {
                dense.cells.truncate(old_cells);
                dense.sets.truncate(old_sets);
                for (known, old) in cells.iter_mut().zip(old_known) {
                    known.truncate(old);
                }
                return None;
            }
        }
    }
    NonZeroU32::new(old_cells as u32)
}

/// Rays, each with whether it rises.
type Rays<B> = Vec<(B, bool)>;

/// All squares of a ray but the last.
fn inner<B: Bitboard>(ray: B, rising: bool) -> B {
    let mut last = 0;
    ray.for_each(|square| last = square);
    let end = if rising { last } else { ray.first() };
    ray - B::of(end)
}

/// Divides the rays of a square into two cells: such as exist already if there are any, else
/// the smallest.
fn split<B: Bitboard>(known: &[(B, DenseCell<B>)], rays: &[(B, bool)]) -> Option<[Rays<B>; 2]> {
    let bits = |part: &[(B, bool)]| -> u32 {
        part.iter().map(|&(ray, rising)| inner(ray, rising).len()).sum()
    };
    let exists = |part: &[(B, bool)]| {
        let union = part.iter().fold(B::EMPTY, |sum, (ray, _)| sum | *ray);
        part.is_empty() || known.iter().any(|(rays, _)| *rays == union)
    };
    let mut best: Option<(u32, [Rays<B>; 2])> = None;
    for choice in 0..1_u32 << rays.len() {
        let part = |wanted: u32| -> Rays<B> {
            let chosen = rays.iter().enumerate().filter(|(i, _)| choice >> i & 1 == wanted);
            chosen.map(|(_, &ray)| ray).collect()
        };
        let (a, b) = (part(1), part(0));
        let (bits_a, bits_b) = (bits(&a), bits(&b));
        if bits_a > BITS || bits_b > BITS {
            continue;
        }
        // Few rays stay together, so that others can be made of them.
        let cost = if exists(&a) && exists(&b) { 0 } else { (1 << bits_a) + (1 << bits_b) };
        let cost = if rays.len() <= 4 && b.is_empty() { 0 } else { cost };
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, [a, b]));
        }
    }
    best.map(|(_, parts)| parts)
}

/// Fills the sets of one cell.
fn fill<B: Bitboard>(dense: &mut Dense<B>, rays: &[(B, bool)]) -> DenseCell<B> {
    let mask = rays.iter().fold(B::EMPTY, |sum, &(ray, rising)| sum | inner(ray, rising));
    if rays.is_empty() {
        return DenseCell { mask: B::EMPTY, base: 0 };
    }
    let base = dense.sets.len() as u32;
    let mut squares = Vec::new();
    mask.for_each(|square| squares.push(square));
    for pattern in 0..1_usize << squares.len() {
        let chosen = squares.iter().enumerate().filter(|(i, _)| pattern >> i & 1 == 1);
        let occupied = chosen.fold(B::EMPTY, |sum, (_, &square)| sum | B::of(square));
        let reach = rays.iter().fold(B::EMPTY, |sum, &(ray, rising)| {
            sum | if rising { B::up(ray, occupied) } else { B::down(ray, occupied) }
        });
        dense.sets.push(reach);
    }
    DenseCell { mask, base }
}

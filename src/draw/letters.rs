//! Letters as strokes, so that a picture needs no font.
//!
//! A glyph is strokes divided by blanks, a stroke is points of two digits, x and y. Capitals
//! stand between y 0 and 6, small letters between 2 and 6, what hangs below goes down to 8.

use std::fmt::Write as _;

const GLYPHS: [(char, &str); 78] = [
    ('A', "062046 1434"),
    ('B', "06003041423303 3344453606"),
    ('C', "4130100105163645"),
    ('D', "06002042442606"),
    ('E', "40000646 0333"),
    ('F', "400006 0333"),
    ('G', "41301001051636454323"),
    ('H', "0006 4046 0343"),
    ('I', "2026 1030 1636"),
    ('J', "3035261605"),
    ('K', "0006 400346"),
    ('L', "000646"),
    ('M', "0600234046"),
    ('N', "06004640"),
    ('O', "103041453616050110"),
    ('P', "06003041423303"),
    ('Q', "103041453616050110 2446"),
    ('R', "06003041423303 2346"),
    ('S', "413010010213334445361605"),
    ('T', "0040 2026"),
    ('U', "000516364540"),
    ('V', "002640"),
    ('W', "0016223640"),
    ('X', "0046 4006"),
    ('Y', "002340 2326"),
    ('Z', "00400646"),
    ('a', "12324346 441405163645"),
    ('b', "0006 0312324345361605"),
    ('c', "4332120305163645"),
    ('d', "4046 4332120305163645"),
    ('e', "04444332120305163645"),
    ('f', "40302126 1232"),
    ('g', "4332120305163645 4247381807"),
    ('h', "0006 0312324346"),
    ('i', "2226 2020"),
    ('j', "32372818 3030"),
    ('k', "0006 4204 1446"),
    ('l', "202536"),
    ('m', "0206 03122326 23324346"),
    ('n', "0206 0312324346"),
    ('o', "123243453616050312"),
    ('p', "0208 0312324345361605"),
    ('q', "4248 4332120305163645"),
    ('r', "0206 03123243"),
    ('s', "43321203143445361605"),
    ('t', "20253645 0242"),
    ('u', "0205163645 4246"),
    ('v', "022642"),
    ('w', "0216243642"),
    ('x', "0246 4206"),
    ('y', "0226 42261808"),
    ('z', "02420646"),
    ('0', "103041453616050110 0541"),
    ('1', "112026 1636"),
    ('2', "01103041420646"),
    ('3', "01103041423313 334445361605"),
    ('4', "36300444"),
    ('5', "400003334445361605"),
    ('6', "413010010516364544331304"),
    ('7', "004016"),
    ('8', "13020110304142331304051636454433"),
    ('9', "051636454130100102133342"),
    ('-', "1434"),
    (',', "2617"),
    ('.', "2626"),
    (':', "2323 2626"),
    ('?', "01103041422324 2626"),
    ('+', "2226 0444"),
    ('(', "30212536"),
    (')', "10212516"),
    ('{', "30212213242536"),
    ('}', "10212233242516"),
    ('[', "30202636"),
    (']', "10202616"),
    ('~', "0413243443"),
    ('*', "2125 0244 0442"),
    ('/', "4006"),
    ('@', "3323142535334446160501103041"),
];

/// Width of a blank, and the gap between two letters.
const BLANK: f64 = 3.0;
const GAP: f64 = 1.8;

type Stroke = Vec<(f64, f64)>;

fn strokes(letter: char) -> Vec<Stroke> {
    // What has no glyph is shown as an empty box.
    let text = GLYPHS.iter().find(|(known, _)| *known == letter);
    let text = text.map_or("0040460600", |(_, text)| *text);
    let digit = |byte: u8| f64::from(byte.saturating_sub(b'0'));
    let points = |stroke: &str| {
        stroke.as_bytes().chunks_exact(2).map(|pair| (digit(pair[0]), digit(pair[1]))).collect()
    };
    text.split(' ').map(points).collect()
}

fn extent(strokes: &[Stroke]) -> (f64, f64) {
    let xs = strokes.iter().flatten().map(|point| point.0);
    xs.fold((4.0, 0.0), |(low, high), x| (x.min(low), x.max(high)))
}

/// How wide a text is whose capitals have this height.
pub(super) fn width(text: &str, height: f64) -> f64 {
    let widths = text.chars().map(|letter| {
        if letter == ' ' {
            return BLANK;
        }
        let (low, high) = extent(&strokes(letter));
        high - low + GAP
    });
    (widths.sum::<f64>() - GAP).max(0.0) * height / 6.0
}

/// The `d` of a path that writes a text with its left upper corner at a point.
pub(super) fn path(text: &str, left: f64, top: f64, height: f64) -> String {
    let scale = height / 6.0;
    let mut path = String::new();
    let mut pen = left;
    for letter in text.chars() {
        if letter == ' ' {
            pen += BLANK * scale;
            continue;
        }
        let strokes = strokes(letter);
        let (low, high) = extent(&strokes);
        for stroke in &strokes {
            for (index, (x, y)) in stroke.iter().enumerate() {
                let command = if index == 0 { 'M' } else { 'L' };
                let (x, y) = (number(pen + (x - low) * scale), number(top + y * scale));
                let _ = write!(path, "{command}{x} {y}");
            }
        }
        pen += (high - low + GAP) * scale;
    }
    path
}

/// A number with at most two digits behind the point, the same on every machine.
pub(super) fn number(value: f64) -> String {
    let hundredths = (value * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        part if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        part => format!("{sign}{whole}.{part:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_legend_has_a_glyph() {
        let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        for letter in letters {
            assert!(GLYPHS.iter().any(|(known, _)| *known == letter), "{letter}");
        }
        for symbol in crate::draw::Symbol::ALL {
            for letter in symbol.meaning().chars().filter(|letter| *letter != ' ') {
                assert!(GLYPHS.iter().any(|(known, _)| *known == letter), "{letter}");
            }
        }
    }

    #[test]
    fn glyphs_are_pairs_of_digits() {
        for (letter, text) in GLYPHS {
            let even = text.split(' ').all(|stroke| stroke.len() % 2 == 0 && !stroke.is_empty());
            assert!(even && text.bytes().all(|b| b.is_ascii_digit() || b == b' '), "{letter}");
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(2.0), "2");
        assert_eq!(number(-0.5), "-0.5");
        assert_eq!(number(1.256), "1.26");
        assert_eq!(number(1.05), "1.05");
    }
}

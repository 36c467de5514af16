//! Arcs of fire and of sight round a facing, in exact integers (A-165, C-110, S-71); facing belongs to the vehicle.

use serde::{Deserialize, Serialize};

use super::square::{Area, Dir8};

/// A sector round something that has a facing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arc {
    /// 90° ahead, 45° to each side: fixed mounts.
    #[default]
    Front,
    /// 90° to the left.
    Left,
    /// 90° to the right.
    Right,
    /// 90° behind.
    Rear,
    /// All round: turrets.
    All,
    /// So many whole degrees in all, centred on the facing; 360 and more are all round.
    Degrees(u16),
}

/// Whether a target lies in an arc: the bearing from the centre of `from` to the centre of any square of `to`, borders
/// included (at exactly 45° in two sectors, C-110); a target on the very centre lies in every arc.
pub fn in_arc(facing: Dir8, arc: Arc, from: &Area, to: &Area) -> bool {
    let (turn, degrees) = match arc {
        Arc::All => return true,
        Arc::Front => (0, 90),
        Arc::Right => (2, 90),
        Arc::Rear => (4, 90),
        Arc::Left => (6, 90),
        Arc::Degrees(degrees) => (0, degrees),
    };
    let (ax, ay) = facing.rotate(turn).delta();
    let last = from.last();
    let cx = i64::from(from.origin.x) + i64::from(last.x);
    let cy = i64::from(from.origin.y) + i64::from(last.y);
    to.squares().any(|square| {
        let bearing = (2 * i64::from(square.x) - cx, 2 * i64::from(square.y) - cy);
        within_angle((i64::from(ax), i64::from(ay)), bearing, degrees)
    })
}

/// Whether a bearing `(dx, dy)` lies within a sector of so many whole degrees in all, centred on an axis, borders
/// included. No bearing at all, or no axis, lies within.
///
/// Tangents are kept to 12 digits. Against one of the eight compass points that is exact for bearings of up to 2048
/// squares: no fraction with a denominator up to 8192 comes nearer than 2 / 10^10 to a tangent it does not equal.
/// Against other axes (cones) it is the same on every machine.
pub fn within_angle(axis: (i64, i64), bearing: (i64, i64), degrees: u16) -> bool {
    let ahead = axis.0 * bearing.0 + axis.1 * bearing.1;
    let aside = (axis.0 * bearing.1 - axis.1 * bearing.0).abs();
    if degrees >= 360 || (ahead == 0 && aside == 0) {
        return true;
    }
    let half = usize::from(degrees); // of the sector, in half degrees
    match half {
        90 => ahead > 0 && aside <= ahead,
        0..=90 => ahead > 0 && turned_by(half, ahead, aside),
        91..=180 => ahead >= 0 && !turned_within(180 - half, aside, ahead),
        181..=270 => ahead >= 0 || turned_by(half - 180, aside, -ahead),
        _ => ahead >= 0 || !turned_within(360 - half, -ahead, aside),
    }
}

/// Whether `aside / ahead` is at most the tangent of so many half degrees, 0 to 90.
fn turned_by(half_degrees: usize, ahead: i64, aside: i64) -> bool {
    i128::from(aside) * ONE <= TANGENTS[half_degrees] * i128::from(ahead)
}

/// As [`turned_by`], but less than it.
fn turned_within(half_degrees: usize, ahead: i64, aside: i64) -> bool {
    i128::from(aside) * ONE < TANGENTS[half_degrees] * i128::from(ahead)
}

const ONE: i128 = 1_000_000_000_000;

/// Tangents of 0°, 0.5°, … 45°, times [`ONE`], rounded to nearest.
#[rustfmt::skip]
const TANGENTS: [i128; 91] = [
    0, 8_726_867_791, 17_455_064_928, 26_185_921_569, 34_920_769_492, 43_660_942_909, 52_407_779_283,
    61_162_620_150, 69_926_811_944, 78_701_706_825, 87_488_663_526, 96_289_048_198, 105_104_235_266,
    113_935_608_302, 122_784_560_903, 131_652_497_587, 140_540_834_702, 149_451_001_349, 158_384_440_325,
    167_342_609_081, 176_326_980_708, 185_339_044_932, 194_380_309_138, 203_452_299_424, 212_556_561_670,
    221_694_662_643, 230_868_191_126, 240_078_759_080, 249_328_002_843, 258_617_584_356, 267_949_192_431,
    277_324_544_060, 286_745_385_759, 296_213_494_962, 305_730_681_459, 315_298_788_879, 324_919_696_233,
    334_595_319_502, 344_327_613_290, 354_118_572_531, 363_970_234_266, 373_884_679_485, 383_864_035_035,
    393_910_475_615, 404_026_225_835, 414_213_562_373, 424_474_816_210, 434_812_374_961, 445_228_685_309,
    455_726_255_533, 466_307_658_155, 476_975_532_698, 487_732_588_566, 498_581_608_053, 509_525_449_494,
    520_567_050_552, 531_709_431_661, 542_955_699_638, 554_309_051_453, 565_772_778_188, 577_350_269_190,
    589_045_016_421, 600_860_619_028, 612_800_788_140, 624_869_351_909, 637_070_260_807, 649_407_593_198,
    661_885_561_196, 674_508_516_842, 687_280_958_602, 700_207_538_210, 713_293_067_897, 726_542_528_005,
    739_961_075_028, 753_554_050_103, 767_326_987_979, 781_285_626_507, 795_435_916_668, 809_784_033_195,
    824_336_385_817, 839_099_631_177, 854_080_685_463, 869_286_737_816, 884_725_264_556, 900_404_044_298,
    916_331_174_017, 932_515_086_138, 948_964_566_715, 965_688_774_807, 982_697_263_116, 1_000_000_000_000,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;

    fn one(x: i16, y: i16) -> Area {
        Area::one(Square::new(x, y))
    }

    fn holds(arc: Arc, x: i16, y: i16) -> bool {
        in_arc(Dir8::E, arc, &one(0, 0), &one(x, y))
    }

    #[test]
    fn a_diagonal_facing_has_the_same_sectors() {
        let front = |x, y| in_arc(Dir8::SE, Arc::Front, &one(0, 0), &one(x, y));
        assert!(front(5, 0) && front(0, 5) && !front(5, -1) && !front(-1, 5));
    }

    #[test]
    fn every_width_agrees_with_the_measured_angle() {
        for x in -25i16..=25 {
            for y in -25i16..=25 {
                if (x, y) == (0, 0) {
                    continue;
                }
                let off = f64::from(y).atan2(f64::from(x)).to_degrees().abs();
                for degrees in 0..=360u16 {
                    let half = f64::from(degrees) / 2.0;
                    let expected = off <= half + 1e-9;
                    assert_eq!(holds(Arc::Degrees(degrees), x, y), expected, "({x}, {y}) in {degrees}°");
                }
            }
        }
    }

    #[test]
    fn a_large_vehicle_aims_from_its_middle() {
        let tank = Area::new(Square::new(0, 0), 2);
        assert!(
            in_arc(Dir8::E, Arc::Front, &tank, &one(5, 0)) && in_arc(Dir8::E, Arc::Front, &tank, &one(5, 1))
        );
        assert!(
            in_arc(Dir8::E, Arc::Front, &tank, &one(2, 2)) && !in_arc(Dir8::E, Arc::Front, &tank, &one(1, 3))
        );
    }
}

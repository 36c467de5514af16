// Ink and chalk on the map: one quad over the whole board, one texel a square.
//
// Texel: r = the lower 16 marks (see view::mark), g = directions of the path (bit n = n eighths clockwise from up), above
// bit 8 whether foes can attack there in their coming turns, then which of its sides have a wall or the like
// (bit 11 + n, above, right, below, left), then whether the ground is very dark, b = height + 128, above bit 8 the upper
// 8 marks, a = ticks of difficult ground (+ 16 and + 32: a gap that is tinted like the danger and the reach around it,
// + 64: no line of danger around it, + 128: somebody stands there), above bit 8 the increment of a move, or in the view of
// the threat how many foes can attack there, from 1 where no more can than where the unit at turn is safest.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{CHALK, GOLD, HARM, INK, fill, hatch, noise, over, speckle, stroke, width, trifle}

struct Settings {
    // columns, rows, the first column and row of what is pointed at (-1 for none)
    size: vec4<f32>,
    // is any square dark, unknown; does the height differ anywhere; 1 = high contrast
    any: vec4<f32>,
    // colours of sides (linear): of the threat with its hatch (0..3), of those whose shields cover squares
    sides: array<vec4<f32>, 3>,
    // pixels of the screen in a unit; 1 where anything can be reached; columns and rows of what is pointed at
    screen: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var squares: texture_2d<u32>;

const REACH: u32 = 1u;
const FAR: u32 = 2u;
const PROVOKES: u32 = 4u;
const THREAT: u32 = 8u;
const TARGET_MARK: u32 = 16u;
const DARK: u32 = 32u;
const UNKNOWN: u32 = 64u;
const AREA: u32 = 128u;
const STRIKE: u32 = 256u;
const DANGER: u32 = 512u;
const SPENT: u32 = 1024u;
const FAR_SHOT: u32 = 4096u;
const COVERED: u32 = 2048u;
const GOAL: u32 = 8192u;
const COVERED_TOO: u32 = 16384u;
const CLOSED: u32 = 32768u;
const MORE: u32 = 65536u;

// How strong the tint of reach is, and how wide its line on the screen, in units: half of it, and half with its casing.
const TINT: f32 = 0.09;
// How strong the light along the inner side of that line is, and how far it reaches, in squares.
const GLOW: f32 = 0.42;
const GLOW_FAR: f32 = 0.50;
const LINE: f32 = 1.5;
const CASING: f32 = 2.7;
// The hue of what can be reached, no lighter than the ground that it lies on.
const REACHED: vec3<f32> = vec3<f32>(0.62, 0.33, 0.01);
// The same on very dark ground, how strong, and how much of its line is left there: little light is much in the dark.
const REACHED_DEEP: vec3<f32> = vec3<f32>(0.06, 0.30, 0.62);
const TINT_DEEP: f32 = 0.08;
const THIN: f32 = 0.6;
// How strong the sheet is that shields cover the map with, and how much stronger along its edge.
const COVER: f32 = 0.17;
const COVER_EDGE: f32 = 0.16;
// How pale the rim of hatching and dots is, so that they show on every ground, and how strong their ink is.
const BED: f32 = 0.50;
const SIGN: f32 = 0.90;
// Half the width of a dot where a shot is unlikely, and with its rim, in squares: the faintest sign of the threat.
const DOT: vec2<f32> = vec2<f32>(0.034, 0.054);
// What foes can attack in their coming turns: its hue, how strong its tint is (the second once it has been asked for), how
// wide its line is on the screen, in units, and along walls, and half the width and the height
// of a tooth of it, in squares.
const DANGEROUS: vec3<f32> = vec3<f32>(0.80, 0.03, 0.02);
const DANGER_TINT: vec2<f32> = vec2<f32>(0.03, 0.08);
// How much stronger it is for each more who can attack, up to so many.
const DANGER_EACH: f32 = 0.035;
const DANGER_MOST: f32 = 5.0;
// How strong the red along the inner side of its line is.
const DANGER_GLOW: f32 = 0.38;
const DANGER_LINE: f32 = 3.0;
const DANGER_AT_WALL: f32 = 1.2;
const TOOTH: vec2<f32> = vec2<f32>(0.10, 0.25);

// Where a side wins: how far the middle of the edge lies within the border, and half its width, in squares.
const RAIL: f32 = 0.25;
const RAIL_HALF: f32 = 0.0833;

// Paper on which nothing is printed yet, and its torn edge.
const BLANK: vec3<f32> = vec3<f32>(0.60, 0.51, 0.355);
const TORN: vec3<f32> = vec3<f32>(0.86, 0.80, 0.66);
// How far the roses stand apart from which bearings are pencilled on it, in squares.
const ROSE: f32 = 12.0;
// A print that has faded.
const FADED: vec3<f32> = vec3<f32>(0.235, 0.205, 0.165);

fn inside(at: vec2<i32>) -> bool {
    return all(at >= vec2<i32>(0)) && all(at < vec2<i32>(settings.size.xy));
}

// The texel of a square, all its marks in r, only the height in b. What foes threaten goes on beyond the board's edge.
fn square(at: vec2<i32>) -> vec4<u32> {
    let nearest = clamp(at, vec2<i32>(0), vec2<i32>(settings.size.xy) - 1);
    let beyond = vec4<u32>(CLOSED, 0u, 128u, 0u);
    let own = select(beyond, textureLoad(squares, nearest, 0), inside(at));
    return vec4<u32>(own.r | ((own.b >> 8u) << 16u), own.g, own.b & 255u, own.a);
}

// A square and those around it, each read once. Sides are above, right, below, left; corners are above left, above
// right, below right, below left.
struct Around {
    own: vec4<u32>,
    // r of each
    sides: vec4<u32>,
    corners: vec4<u32>,
    // a of each
    side_ticks: vec4<u32>,
    corner_ticks: vec4<u32>,
    // b of the sides
    heights: vec4<u32>,
};

fn around(at: vec2<i32>, own: vec4<u32>) -> Around {
    let above = square(at + vec2<i32>(0, -1));
    let right = square(at + vec2<i32>(1, 0));
    let below = square(at + vec2<i32>(0, 1));
    let left = square(at + vec2<i32>(-1, 0));
    let above_left = square(at + vec2<i32>(-1, -1));
    let above_right = square(at + vec2<i32>(1, -1));
    let below_right = square(at + vec2<i32>(1, 1));
    let below_left = square(at + vec2<i32>(-1, 1));
    return Around(
        own,
        vec4<u32>(above.r, right.r, below.r, left.r),
        vec4<u32>(above_left.r, above_right.r, below_right.r, below_left.r),
        vec4<u32>(above.a, right.a, below.a, left.a),
        vec4<u32>(above_left.a, above_right.a, below_right.a, below_left.a),
        vec4<u32>(above.b, right.b, below.b, left.b));
}

fn least(d: vec4<f32>) -> f32 {
    return min(min(d.x, d.y), min(d.z, d.w));
}

// How far a point of a square is from its sides.
fn to_sides(f: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(f.y, 1.0 - f.x, 1.0 - f.y, f.x);
}

fn are_set(marks: vec3<u32>, bit: u32) -> vec3<f32> {
    return select(vec3<f32>(0.0), vec3<f32>(1.0), (marks & vec3<u32>(bit)) != vec3<u32>(0u));
}

// The share of a bit around a point less than half a square off, smoothed over the corners of four squares.
fn smoothed(near: Around, f: vec2<f32>, bit: u32) -> f32 {
    let q = f - 0.5;
    let from_left = q.x < 0.0;
    let from_above = q.y < 0.0;
    let above = are_set(vec3<u32>(near.corners.x, near.sides.x, near.corners.y), bit);
    let level = are_set(vec3<u32>(near.sides.w, near.own.r, near.sides.y), bit);
    let below = are_set(vec3<u32>(near.corners.w, near.sides.z, near.corners.z), bit);
    let upper = select(level, above, from_above);
    let lower = select(below, level, from_above);
    let share = smoothstep(vec2<f32>(0.2), vec2<f32>(0.8), fract(q));
    let rows = mix(upper, lower, share.y);
    return mix(select(rows.y, rows.x, from_left), select(rows.z, rows.y, from_left), share.x);
}

// How far a point of a square is from the nearest of its edges across which the bit ends, in squares (9 for none). What
// can be reached does not end where somebody stands.
fn to_border(near: Around, f: vec2<f32>, bit: u32) -> f32 {
    let none = vec4<u32>(0u);
    let stands = vec4<u32>(select(0u, 128u, (bit & (REACH | FAR)) != 0u));
    let sides = ((near.sides & vec4<u32>(bit)) == none) & ((near.side_ticks & stands) == none);
    let corners = ((near.corners & vec4<u32>(bit)) == none) & ((near.corner_ticks & stands) == none);
    let away = to_sides(f);
    let out = max(away.wyyw, away.xxzz);
    return least(min(select(vec4<f32>(9.0), away, sides), select(vec4<f32>(9.0), out, corners)));
}

// How strong the light along a line is, so far from it in squares.
fn glow(d: f32) -> f32 {
    let t = clamp(1.0 - d / GLOW_FAR, 0.0, 1.0);
    return t * t;
}

// How far a point of a square is from the nearest square that has a bit, in squares (9 for none around).
fn to_any(near: Around, f: vec2<f32>, bit: u32) -> f32 {
    if ((near.own.r & bit) != 0u) { return 0.0; }
    let none = vec4<u32>(0u);
    let away = to_sides(f);
    let out = sqrt(away.wyyw * away.wyyw + away.xxzz * away.xxzz);
    let sides = select(vec4<f32>(9.0), away, (near.sides & vec4<u32>(bit)) != none);
    let corners = select(vec4<f32>(9.0), out, (near.corners & vec4<u32>(bit)) != none);
    return least(min(sides, corners));
}

// How far a point of a square is from the nearest of its edges across which the increment of a move changes while both
// can be reached (9 for none).
fn to_increment(near: Around, f: vec2<f32>) -> f32 {
    let own = near.own.a >> 8u;
    if (own == 0u) { return 9.0; }
    let others = near.side_ticks >> vec4<u32>(8u);
    let changes = (others != vec4<u32>(0u)) & (others != vec4<u32>(own));
    return least(select(vec4<f32>(9.0), to_sides(f), changes));
}

fn segment(p: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> f32 {
    let ab = b - a;
    let t = clamp(dot(p - a, ab) / max(dot(ab, ab), 0.00001), 0.0, 1.0);
    return length(p - a - ab * t);
}

fn direction(n: u32) -> vec2<f32> {
    let turn = f32(n) * 0.78539816;
    let d = vec2<f32>(sin(turn), -cos(turn));
    return d / max(abs(d.x), abs(d.y));
}

// Lays what the shields of a side cover over what is there: a sheet in the colour of that side, deeper along its edge, that
// ends within its border, so that it is seen where reach ends there. `line` is how far a point lies within its edge.
fn covered(below: vec4<f32>, side: vec3<f32>, line: f32, bold: f32, unit: f32, px: f32) -> vec4<f32> {
    let rim = abs(line);
    var out = over(below, side, (COVER + COVER_EDGE * glow(max(line, 0.0))) * fill(-line, px));
    out = over(out, CHALK, 0.90 * stroke(rim, width(0.036, 1.6, unit) * bold, px));
    out = over(out, side, stroke(rim, width(0.018, 0.8, unit) * bold, px));
    return out;
}

// How far a point of a square is from the line around what foes can attack, so wide in squares, and from its teeth, which
// point into the square from those of its sides across which that ends. Along walls the line is thin and has no teeth.
fn to_danger(near: Around, f: vec2<f32>, line: vec2<f32>) -> f32 {
    let none = vec4<u32>(0u);
    let ends = (near.sides & vec4<u32>(DANGER | CLOSED)) == none;
    let corners = (near.corners & vec4<u32>(DANGER | CLOSED)) == none;
    let walled = (vec4<u32>(near.own.g) & vec4<u32>(2048u, 4096u, 8192u, 16384u)) != none;
    let beside = walled.xxyz | walled.wyzw;
    let away = to_sides(f);
    let thin = vec4<f32>(line.y);
    let wide = vec4<f32>(line.x);
    let sides = select(vec4<f32>(9.0), away - select(wide, thin, walled), ends);
    let out = select(vec4<f32>(9.0), max(away.wyyw, away.xxzz) - select(wide, thin, beside), corners);
    let across = abs(fract(f.xyxy * 2.0) - 0.5) / 2.0;
    let off = (across / TOOTH.x + away / TOOTH.y - 1.0) / length(1.0 / TOOTH);
    let teeth = select(vec4<f32>(9.0), off, ends & !walled);
    return least(min(teeth, min(sides, out)));
}

// How far along the hatch of a side a point lies.
fn along_hatch(p: vec2<f32>, kind: f32) -> f32 {
    var v = p.x - p.y;
    if (kind > 0.5) { v = p.x + p.y; }
    if (kind > 1.5) { v = p.x * 1.41421; }
    if (kind > 2.5) { v = p.y * 1.41421; }
    return v;
}

// Distance to the nearest of dots in staggered rows, so many a square.
fn dots(p: vec2<f32>, many: f32) -> f32 {
    let q = p * many;
    return length(fract(vec2<f32>(q.x + 0.5 * floor(q.y), q.y)) - 0.5) / many;
}

// Distance to a triangle that points up, whose sides lie so far from its middle, negative inside.
fn triangle(q: vec2<f32>, half: f32) -> f32 {
    return max(q.y, 0.866 * abs(q.x) - 0.5 * q.y) - half;
}

// Distance to the bearings that are pencilled on a sheet of which nothing is known: eight from each of the roses, which
// stand so many squares apart, and a double ring around each.
fn bearings(p: vec2<f32>) -> f32 {
    let q = (fract(p / ROSE) - 0.5) * ROSE;
    let lines = min(min(abs(q.x), abs(q.y)), 0.7071 * abs(abs(q.x) - abs(q.y)));
    return min(lines, min(abs(length(q) - 1.1), abs(length(q) - 0.9)));
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let any_of = settings.any + trifle(in.uv);
    let over_map = in.uv * settings.size.xy;
    let px = max(fwidth(over_map.x), 0.0005);
    // The last pixels of the sheet lie a trifle beyond the map.
    let p = clamp(over_map, vec2<f32>(0.0), settings.size.xy - 0.001);
    let at = vec2<i32>(floor(p));
    let f = fract(p);
    // Lines are as wide as the rest of the screen is large.
    let unit = px * max(settings.screen.x, 1.0);
    let here = square(at);
    var marks = here.r;
    // On plain ground in sight nothing hangs on what lies around.
    var near = Around(here, vec4<u32>(0u), vec4<u32>(0u), vec4<u32>(0u), vec4<u32>(0u), vec4<u32>(0u));
    let taken = (here.a & 128u) != 0u;
    if (marks != 0u || taken || max(any_of.x, max(any_of.y, any_of.z)) > 0.5) {
        near = around(at, here);
    }
    // What can be reached goes on beneath those who stand amid it.
    let reach = near.sides & vec4<u32>(REACH);
    if (taken && reach.x + reach.y + reach.z + reach.w > 2u) {
        marks = marks | REACH;
    }
    let grain = mix(0.70, 1.0, speckle(p * 48.0));
    var out = vec4<f32>(0.0);

    let bold = 1.0 + 0.6 * settings.any.w;

    // Grid: faint ink, a little stronger where four squares meet; it goes when the squares become small.
    let e = min(f, 1.0 - f);
    let edge = min(e.x, e.y);
    let fade = smoothstep(6.0, 28.0, 1.0 / px);
    let cross = 1.0 - smoothstep(0.07, 0.13, max(e.x, e.y));
    out = over(out, INK, (mix(0.15, 0.40, cross) + 0.3 * settings.any.w) * fade * stroke(edge, max(0.5 * unit, 0.006) * bold, px));

    // A step down: short strokes on the lower side.
    let height = i32(here.b);
    for (var n = 0u; n < 4u && any_of.z > 0.5; n++) {
        let d = direction(n * 2u);
        let drop = i32(near.heights[n]) - height;
        if (drop > 0 && inside(at + vec2<i32>(d))) {
            let along = select(f.x, f.y, abs(d.x) > 0.5);
            let away = 0.5 - dot(f - 0.5, d);
            let tooth = abs(fract(along * 8.0) - 0.5) / 8.0;
            let reach = 0.05 + 0.05 * f32(min(drop, 4)) * (0.6 + 0.4 * speckle(vec2<f32>(floor(along * 8.0), f32(at.x + at.y))));
            out = over(out, INK, 0.65 * stroke(tooth, 0.012, px) * step(away, reach) * fade);
            out = over(out, INK, 0.75 * stroke(away, 0.018, px));
        }
    }

    // Difficult ground: as many ticks as it costs.
    for (var n = 0u; n < min(here.a & 15u, 4u); n++) {
        let foot = vec2<f32>(0.90 - 0.075 * f32(n), 0.92);
        out = over(out, INK, 0.8 * fade * stroke(segment(f, foot, foot + vec2<f32>(0.035, -0.11)), 0.014, px));
    }

    // Out of sight: the print has faded, pencilled over.
    if (any_of.x > 0.5) {
        let ragged = vec2<f32>(noise(p * 2.7), noise(p * 2.7 + 19.0)) - 0.5;
        let gone = smoothed(near, f + ragged * 0.30, DARK);
        if (gone > 0.0) {
            out = over(out, FADED, 0.60 * gone);
            out = over(out, INK, 0.16 * gone * fade * stroke(hatch(p, 0.0, 4.0), max(0.5 * px, 0.008), px));
        }
    }

    // Threat, once asked for, in the hatch of the foes' side: dense where one strikes from where it stands, broken within
    // its edge where none of them has a reaction left; wide where one attacks after a move or with a likely shot, and twice
    // as wide where no more can than where the unit at turn is safest; stippled within a beaded edge where one can shoot,
    // but is likely to miss.
    // Nothing where nobody can stand, but around what stands in a few such squares amid it.
    let ink = settings.sides[0].rgb;
    let amid_danger = (here.a & 16u) != 0u;
    let bare = select(1.0, smoothstep(0.36, 0.48, length(f - 0.5)), (marks & CLOSED) != 0u);
    if ((marks & (THREAT | STRIKE | FAR_SHOT)) != 0u && ((marks & CLOSED) == 0u || amid_danger)) {
        let strikes = (marks & THREAT) != 0u;
        let gaps = step(0.45, fract(along_hatch(p, settings.sides[0].a) * 3.0));
        let whole = select(1.0, gaps, (marks & SPENT) != 0u);
        if ((marks & FAR_SHOT) != 0u && !strikes) {
            let d = to_border(near, f, FAR_SHOT | STRIKE | CLOSED);
            let beads = step(0.5, fract((p.x + p.y) * 6.0));
            if ((marks & STRIKE) == 0u) {
                let dot_at = dots(p, 2.0);
                out = over(out, CHALK, BED * fade * bare * stroke(dot_at, DOT.y, px));
                out = over(out, ink, SIGN * fade * bare * stroke(dot_at, DOT.x, px));
            }
            out = over(out, CHALK, 0.8 * beads * stroke(d, width(0.045, 1.8, unit) * bold, px));
            out = over(out, ink, beads * stroke(d, width(0.026, 1.0, unit) * bold, px));
        }
        if ((marks & STRIKE) != 0u && !strikes) {
            let line = hatch(p, settings.sides[0].a, select(1.0, 2.0, (marks & MORE) != 0u));
            out = over(out, CHALK, BED * bare * stroke(line, 0.042, px));
            out = over(out, ink, SIGN * bare * stroke(line, 0.022, px));
        }
        if (strikes) {
            let line = hatch(p, settings.sides[0].a, 5.0);
            out = over(out, CHALK, BED * whole * bare * stroke(line, 0.034, px));
            out = over(out, ink, SIGN * whole * bare * stroke(line, 0.018, px));
            let d = to_border(near, f, THREAT | CLOSED);
            out = over(out, CHALK, 0.9 * stroke(d, width(0.060, 2.4, unit) * bold, px));
            out = over(out, ink, stroke(d, width(0.040, 1.5, unit) * bold, px));
        }
    }

    // An area: stamped, its edge on chalk, so that it shows on dark ground.
    if ((marks & AREA) != 0u) {
        let line = min(hatch(p, 0.0, 5.0), hatch(p, 1.0, 5.0));
        out = over(out, INK, 0.45 * stroke(line, 0.010, px) * grain);
        let d = to_border(near, f, AREA);
        out = over(out, CHALK, 0.8 * stroke(d, width(0.075, 2.6, unit), px));
        out = over(out, INK, 0.9 * stroke(d, width(0.045, 1.5, unit), px) * grain);
    }

    // Covered by shields of one side, and of another: farther within, so that both are seen where they meet.
    if ((marks & COVERED) != 0u) {
        out = covered(out, settings.sides[1].rgb, to_border(near, f, COVERED) - 0.12, bold, unit, px);
    }
    if ((marks & COVERED_TOO) != 0u) {
        out = covered(out, settings.sides[2].rgb, to_border(near, f, COVERED_TOO) - 0.24, bold, unit, px);
    }

    // Reach: a tint inside a cased outline; farther reach is dashed. A contour where another increment begins.
    let dash = step(0.45, fract((p.x + p.y) * 3.0));
    // Far off the line leaves room for the squares.
    let cased = min(CASING * unit * bold, 0.11);
    let deep = (here.g & 32768u) != 0u;
    let line_half = cased * LINE / CASING * select(1.0, THIN, deep);
    let reached = select(REACHED, REACHED_DEEP, deep);
    let tint = select(TINT, TINT_DEEP, deep);
    // As ink on the map: a tint and hatching on a pale bed, half as dense where no more can attack than where the unit at
    // turn is safest. Only within reach, where it matters to who acts; the view of the threat shows all of it, with its own
    // hatch.
    let told = (marks & (THREAT | STRIKE)) != 0u;
    let weighs = told || (marks & (REACH | FAR)) != 0u;
    let endangered = ((marks & DANGER) != 0u && weighs) || (amid_danger && (told || (here.a & 32u) != 0u));
    if (endangered) {
        // A few rocks amid it look like what lies around them.
        let beside = near.side_ticks >> vec4<u32>(8u);
        let most = max(max(beside.x, beside.y), max(beside.z, beside.w));
        let many = select(here.a >> 8u, most, amid_danger);
        let more = (marks & MORE) != 0u;
        let tone = DANGER_TINT.y + DANGER_EACH * min(f32(many), DANGER_MOST);
        out = over(out, DANGEROUS, select(DANGER_TINT.x, tone, told) * select(1.0, 0.6, deep) * bare);
        if (more) {
            // Where hatching ends amid what can be attacked, too.
            let rim = to_border(near, f, MORE | CLOSED);
            out = over(out, CHALK, 0.8 * stroke(rim, 2.4 * unit * bold, px));
            out = over(out, HARM, stroke(rim, 1.2 * unit * bold, px));
        }
        let often = select(1.0, 2.0, more);
        let slant = abs(fract((p.x - p.y) * often) - 0.5) / (1.414 * often);
        let hatched = select(fade, 0.0, told);
        out = over(out, CHALK, BED * hatched * stroke(slant, max(0.030, 1.4 * unit), px));
        out = over(out, HARM, hatched * stroke(slant, max(0.014, 0.6 * unit), px));
    }
    // Over the signs of the threat there is its outline alone.
    let alone = select(1.0, 0.0, told);
    if ((marks & FAR) != 0u) {
        let d = to_border(near, f, FAR);
        out = over(out, reached, 0.6 * alone * tint);
        out = over(out, CHALK, 0.5 * alone * GLOW * select(1.0, 0.4, deep) * glow(d));
        out = over(out, INK, 0.85 * dash * stroke(abs(d - cased), cased, px));
        out = over(out, CHALK, dash * stroke(abs(d - cased), line_half, px));
    }
    if ((marks & REACH) != 0u) {
        let d = to_border(near, f, REACH);
        out = over(out, reached, alone * tint);
        out = over(out, CHALK, alone * GLOW * select(1.0, 0.4, deep) * glow(d));
        let contour = select(to_increment(near, f), 9.0, told);
        let beads = step(0.30, fract((p.x - p.y) * 4.0));
        out = over(out, INK, 0.75 * stroke(contour, 1.8 * unit, px));
        out = over(out, CHALK, beads * stroke(contour, 0.9 * unit, px));
        out = over(out, INK, 0.90 * stroke(abs(d - cased), cased, px));
        out = over(out, CHALK, stroke(abs(d - cased), line_half, px));
    }

    // All that foes can attack in their coming turns, tinted above: a firm red line on the edge between a safe and a
    // dangerous square, its teeth on the dangerous side.
    if (endangered && (here.a & 64u) == 0u) {
        let edge_of = to_danger(near, f, vec2<f32>(DANGER_LINE, DANGER_AT_WALL) * unit * bold);
        let inner = to_border(near, f, DANGER | CLOSED);
        out = over(out, DANGEROUS, DANGER_GLOW * select(1.0, 0.6, deep) * glow(inner));
        out = over(out, CHALK, select(0.85, 0.0, deep) * stroke(edge_of, 1.2 * unit * bold, px));
        out = over(out, HARM, stroke(edge_of, 0.0, px));
        // In the dark a lighter red stands out without chalk.
        out = over(out, DANGEROUS, select(0.0, 1.0, deep) * fill(edge_of, px));
    }

    // Provoking squares: a small red cross beside the border.
    if ((marks & PROVOKES) != 0u) {
        let q = abs(f - vec2<f32>(0.33, 0.33));
        let d = segment(q, vec2<f32>(0.0), vec2<f32>(0.075));
        out = over(out, CHALK, 0.9 * stroke(d, 0.044, px));
        out = over(out, HARM, stroke(d, 0.026, px));
    }

    // May be chosen: the corners of a gold frame. Who stands there and may be chosen has them around the counter; anybody
    // else whom a question is about has a thin whole one.
    if ((marks & TARGET_MARK) != 0u && (here.a & 128u) != 0u) {
        let rim = abs(to_border(near, f, TARGET_MARK) - 1.2 * unit);
        out = over(out, INK, 0.75 * stroke(rim, 2.2 * unit * bold, px));
        out = over(out, GOLD, stroke(rim, 1.2 * unit * bold, px));
    } else if ((marks & TARGET_MARK) != 0u) {
        let q = abs(f - 0.5);
        let frame = abs(max(q.x, q.y) - 0.42);
        let corner = step(0.20, min(q.x, q.y));
        out = over(out, INK, 0.75 * corner * stroke(frame, width(0.050, 2.2, unit) * bold, px));
        out = over(out, GOLD, corner * stroke(frame, width(0.030, 1.2, unit) * bold, px));
    }

    // The path.
    if ((here.g & 255u) != 0u) {
        var d = 9.0;
        for (var n = 0u; n < 8u; n++) {
            if ((here.g & (1u << n)) != 0u) {
                d = min(d, segment(f, vec2<f32>(0.5), vec2<f32>(0.5) + 0.5 * direction(n)));
            }
        }
        out = over(out, INK, 0.8 * stroke(d, width(0.075, 2.4, unit) * bold, px));
        out = over(out, GOLD, stroke(d, width(0.045, 1.4, unit) * bold, px));
    }

    // Where foes can attack, of the square at the pointer and those along the way: a red triangle, cased, on the path in the
    // middle of the square; beside the path in the upper right corner.
    if ((here.g & 256u) != 0u) {
        // Near it does not grow with the map.
        let size = min(1.0, 64.0 * unit);
        let corner = vec2<f32>(1.0, 0.0) + size * vec2<f32>(-0.14, 0.14);
        let spot = triangle(f - select(corner, vec2<f32>(0.5), (here.g & 255u) != 0u), 0.060 * size);
        out = over(out, CHALK, 0.9 * fade * stroke(spot, max(0.024, unit), px));
        out = over(out, HARM, fade * stroke(spot, 0.0, px));
    }

    // Never seen: a sheet on which nothing is printed lies over it, torn along its edge. It never shows less than it is.
    if (any_of.y > 0.5) {
        let d = to_any(near, f, UNKNOWN);
        if (d < 0.5) {
            let rag = 0.10 + 0.20 * (0.65 * noise(p * 2.1 + 7.0) + 0.35 * noise(p * 7.3)) + 0.02 * noise(p * 31.0);
            let away = d - rag;
            out = over(out, INK, 0.42 * (1.0 - smoothstep(0.0, 0.13, away)) * (1.0 - smoothstep(0.30, 0.5, d)));
            let mottle = noise(p * 0.31 + 3.0) * 0.5 + noise(p * 1.9) * 0.3 + noise(p * vec2<f32>(23.0, 61.0)) * 0.2;
            var sheet = BLANK * (0.93 + 0.14 * mottle);
            sheet = mix(sheet, INK, 0.14 * fade * stroke(edge, max(0.5 * px, 0.006), px));
            let pencil = 0.16 + 0.14 * noise(p * 5.0);
            sheet = mix(sheet, INK, pencil * fade * stroke(bearings(p), max(0.6 * px, 0.010), px));
            sheet = mix(sheet, TORN, smoothstep(-0.055, -0.012, away) * select(0.0, 1.0, d > 0.0));
            out = over(out, sheet, fill(away, px));
            out = over(out, INK, 0.35 * stroke(abs(away), max(0.4 * px, 0.004), px));
        }
    }

    // Where a side wins: a chequered edge, so far within the border that it lies beside the line of what can be reached.
    // It is told to everybody, so it shows on what was never seen, too.
    if ((marks & GOAL) != 0u) {
        let cells = floor(p * select(12.0, 6.0, px > 0.04));
        let checks = step(0.25, fract((cells.x + cells.y) * 0.5));
        let rail = abs(to_border(near, f, GOAL) - RAIL);
        out = over(out, INK, 0.90 * stroke(rail, RAIL_HALF + unit * bold, px));
        out = over(out, CHALK, checks * stroke(rail, RAIL_HALF, px));
    }

    // Under the pointer: a frame, around all squares of who stands there; where there is nothing to do amid what can be
    // reached elsewhere, a faint hatch.
    let beyond = abs(over_map - settings.size.zw - 0.5 * settings.screen.zw) - 0.5 * settings.screen.zw;
    let off = 0.5 + max(beyond.x, beyond.y);
    if (off < 0.5) {
        if (settings.screen.y + trifle(in.uv) > 0.5 && !taken
            && ((marks & (REACH | FAR | TARGET_MARK | AREA)) == 0u || (here.a & 32u) != 0u)) {
            let slant = select(0.0, 1.0, settings.sides[0].a < 0.5);
            out = over(out, INK, 0.40 * stroke(hatch(p, slant, 4.0), 0.014, px) * step(off, 0.46));
        } else {
            out = over(out, CHALK, 0.9 * stroke(abs(off - 0.47), width(0.045, 2.0, unit), px));
            out = over(out, INK, stroke(abs(off - 0.47), width(0.022, 1.0, unit) * bold, px));
        }
    }
    return out;
}

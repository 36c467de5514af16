// What every drawing of the board shares: its inks, strokes, hatches and grain.
//
// Colours are linear. A point `p` is in squares, `px` is the width of a pixel in the same measure, a distance `d` is
// negative inside.

#define_import_path threat_range::ink

const INK: vec3<f32> = vec3<f32>(0.018, 0.012, 0.009);
const PAPER: vec3<f32> = vec3<f32>(0.88, 0.80, 0.62);
const CHALK: vec3<f32> = vec3<f32>(0.95, 0.93, 0.86);
const GOLD: vec3<f32> = vec3<f32>(0.95, 0.60, 0.09);
const LAMPLIGHT: vec3<f32> = vec3<f32>(1.0, 0.95, 0.78);
const HARM: vec3<f32> = vec3<f32>(0.50, 0.012, 0.008);

// The lamp's pool: how bright it is in the middle of the screen, and how much of that is gone in its corners.
const LAMP: vec2<f32> = vec2<f32>(1.08, 0.34);

// How much of the light in the middle of the lamp's pool falls on a pixel of a screen.
fn lamplight(pixel: vec2<f32>, viewport: vec4<f32>) -> f32 {
    let seen = (pixel - viewport.xy) / viewport.zw - 0.5;
    return 1.0 - LAMP.y / LAMP.x * smoothstep(0.16, 0.78, length(seen));
}

// Lays a colour over what is there.
fn over(below: vec4<f32>, colour: vec3<f32>, alpha: f32) -> vec4<f32> {
    let a = clamp(alpha, 0.0, 1.0);
    let total = a + below.a * (1.0 - a);
    if (total <= 0.0001) {
        return vec4<f32>(0.0);
    }
    return vec4<f32>((colour * a + below.rgb * below.a * (1.0 - a)) / total, total);
}

// Opacity of a shape, one pixel of blur.
fn fill(d: f32, px: f32) -> f32 {
    return 1.0 - smoothstep(-0.5 * px, 0.5 * px, d);
}

// Opacity of a line of half width `w`, one pixel of blur.
fn stroke(d: f32, w: f32, px: f32) -> f32 {
    return fill(d - w, px);
}

// A half width in squares that is never thinner than `least` units nor thicker than three times that; `unit` is the
// width of a unit of the screen in squares.
fn width(squares: f32, least: f32, unit: f32) -> f32 {
    return clamp(squares, least * unit, 3.0 * least * unit);
}

// Distance to the hatch of a side (0 to 3), so many lines a square.
fn hatch(p: vec2<f32>, kind: f32, lines: f32) -> f32 {
    var v = p.x + p.y;
    if (kind > 0.5) { v = p.x - p.y; }
    if (kind > 1.5) { v = p.y * 1.41421; }
    if (kind > 2.5) { v = p.x * 1.41421; }
    return abs(fract(v * lines) - 0.5) / lines / 1.41421;
}

// A value between 0 and 1 that looks random, the same everywhere in a cell.
fn speckle(at: vec2<f32>) -> f32 {
    return hash(floor(at));
}

// The same of two whole numbers, by integers: alike on every driver.
fn hash(p: vec2<f32>) -> f32 {
    let q = bitcast<vec2<u32>>(vec2<i32>(p)) * vec2<u32>(1597334673u, 3812015801u);
    return f32(((q.x ^ q.y) * 1597334673u) >> 8u) / 16777216.0;
}

// Smooth noise between 0 and 1, one hill a unit.
fn noise(p: vec2<f32>) -> f32 {
    let i = floor(p);
    let f = fract(p);
    let u = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2<f32>(1.0, 0.0)), u.x),
               mix(hash(i + vec2<f32>(0.0, 1.0)), hash(i + vec2<f32>(1.0, 1.0)), u.x), u.y);
}

// Added to a setting that something is decided by, it changes nothing, but makes the choice the pixel's. Software Vulkan
// writes a shader anew for each draw whose branches hang on settings alone, and never lets go of the old ones.
fn trifle(uv: vec2<f32>) -> f32 {
    return uv.x * 1.0e-20;
}

// The edge of what has the turn (lamplight) or may be chosen (gold), on ink. `broken` is 0 in its gaps.
fn frame_edge(below: vec4<f32>, colour: vec3<f32>, d: f32, rim: f32, broken: f32, px: f32) -> vec4<f32> {
    let ink = over(below, INK, 0.85 * broken * fill(d - rim, px));
    return over(ink, colour, broken * fill(d, px));
}

// The colour of a track at `turn` (0 to 1 round it): spent, full, or running toward death.
fn track(turn: f32, full: f32, death: f32, side: vec3<f32>) -> vec3<f32> {
    if (death > 0.0001) {
        return select(PAPER * 0.30, HARM * 1.6, turn < death);
    }
    return select(PAPER * 0.55, side, turn < full);
}

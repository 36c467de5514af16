// What is drawn on and around a counter: wounds and the bar of vitality; gold for "yours to choose", the notch for facing and
// each row of pips for points on a quad of its own.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{CHALK, GOLD, HARM, INK, PAPER, fill, frame_edge, over, trifle}

struct Settings {
    // the side's colour (linear)
    side: vec4<f32>,
    // -1, vitality 0..1, way to death 0..1, gashes 0..3 and four times the steps of the bar;
    // or the facing in eighths clockwise from up: nothing but its notch is drawn;
    // or -2: nothing but the corners of a frame; or -3, the shape of pips (round, diamonds, square), how many are left and at most:
    // nothing but these
    state: vec4<f32>,
    // how far below the middle the bar lies and half its height, in halves of the counter; no height: there is no bar;
    // of pips: from one to the next, and the width of the quad of a row of them; of the frame: z: pixels of the screen in a unit
    bar: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

const TAU: f32 = 6.2831853;
// What is gone of the vitality.
const GONE: vec3<f32> = vec3<f32>(0.050, 0.038, 0.030);

// How far before the middle the notch ends at a side and at a corner; those of neighbours never touch. How far above the
// bar it ends where it looks down.
const NOTCH_SIDE: f32 = 0.90;
const NOTCH_CORNER: f32 = 0.91;
const NOTCH_ABOVE_BAR: f32 = 0.07;
// How far below the middle it lies at the left and the right: between the first badge and the bar.
const NOTCH_BESIDE: f32 = -0.03;
// And at the top, flat above its face.
const NOTCH_TOP: f32 = 0.96;

// A pixel of counters so near that three gashes hide no figure, in halves of the counter.
const GASHES_NEAR: f32 = 0.034;

// Half the width of the corners of who may be chosen on the screen, in units; how long they are, as a share of half of the
// counter, but at least and at most so many units.
const BRACKET: f32 = 1.25;
const ARM: f32 = 0.36;
const ARM_LEAST: f32 = 7.0;
const ARM_MOST: f32 = 24.0;

// Half the width of the bar.
const WIDE: f32 = 0.86;

// -1, 0 or 1.
fn sign_of(x: f32) -> f32 {
    return select(0.0, sign(x), abs(x) > 0.1);
}

// Distance to a rectangle with round corners, negative inside.
fn slab(p: vec2<f32>, half: vec2<f32>, round: f32) -> f32 {
    let q = abs(p) - half + round;
    return length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0) - round;
}

// Distance to a gash: a stroke from one point to another that runs thin at its ends.
fn gash(p: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> f32 {
    let ab = b - a;
    let t = clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
    return length(p - a - ab * t) - 0.042 * sin(t * 3.14159);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let state = settings.state + trifle(in.uv);
    let side = settings.side + trifle(in.uv);
    let lies = settings.bar + trifle(in.uv);
    // 1 is half the footprint; the quad reaches to 1.25. y grows downwards.
    let c = (in.uv - 0.5) * 2.5;
    let px = max(fwidth(c.x), 0.001);
    var out = vec4<f32>(0.0);

    // The notch alone.
    if (state.x > -0.5) {
        let angle = state.x * TAU / 8.0;
        let ahead = vec2<f32>(sin(angle), -cos(angle));
        // Within its own square: flat at a side, a right angle in a corner, above the bar where it looks down.
        let corner = abs(ahead.x * ahead.y) > 0.1;
        let below = lies.x - lies.y - NOTCH_ABOVE_BAR;
        let beside = select(0.0, NOTCH_BESIDE, abs(ahead.y) < 0.1);
        let side_on = select(NOTCH_SIDE, NOTCH_CORNER, corner);
        let up = ahead.y < -0.1 && !corner;
        let off = vec2<f32>(side_on, select(select(side_on, NOTCH_TOP, up), below, ahead.y > 0.1));
        let tip = off * vec2<f32>(sign_of(ahead.x), sign_of(ahead.y)) + vec2<f32>(0.0, beside);
        let slope = select(1.4, 1.0, corner);
        let along = dot(c - tip, ahead);
        let across = abs(dot(c - tip, vec2<f32>(-ahead.y, ahead.x)));
        let deep = select(select(0.18, 0.14, up), 0.24, corner);
        // Its casing has no long points.
        let tips = max(-along - deep, across - slope * deep);
        let edge = max((across + slope * along) / sqrt(1.0 + slope * slope), tips);
        // Cased twice, so that it shows on paper and on ink alike.
        out = over(out, PAPER, fill(edge - max(0.075, 1.8 * px), px));
        out = over(out, INK, fill(edge - max(0.045, px), px));
        out = over(out, side.rgb, fill(edge, px));
        return out;
    }

    // The pips of one kind alone: filled while they are left.
    if (state.x < -2.5) {
        let p = (in.uv - vec2<f32>(0.0, 0.5)) * lies.y;
        let wide = px * lies.y / 2.5;
        for (var n = 0.5; n < 3.0; n += 1.0) {
            let q = abs(p - vec2<f32>(lies.x * n, 0.0));
            // A diamond is tall and slim, so that it is told from a round one where these are few pixels wide.
            let angular = select((1.35 * q.x + q.y - 3.9) * 0.595, max(q.x, q.y) - 2.0, state.y > 1.5);
            let d = select(angular, length(q) - 2.4, state.y < 0.5);
            let there = select(0.0, 1.0, n < state.w);
            out = over(out, INK, there * fill(d, wide));
            out = over(out, PAPER, there * select(fill(d + 0.95, wide), 0.0, n < state.z));
        }
        return out;
    }

    // May be chosen: the corners of a frame of gold around it, as wide on the screen at every zoom.
    if (state.x < -1.5) {
        let unit = px * max(lies.z, 1.0);
        let q = abs(c);
        let arm = clamp(ARM, ARM_LEAST * unit, ARM_MOST * unit);
        let band = abs(max(q.x, q.y) - 1.0 - BRACKET * unit) - BRACKET * unit;
        return frame_edge(out, GOLD, max(band, 1.0 - arm - min(q.x, q.y)), 0.9 * unit, 1.0, px);
    }

    let steps = max(floor((state.w + 0.01) / 4.0), 1.0);
    // Wounds: gashes across its trunk, not its face, cased, so that they show on paper and on ink alike; small, it has two.
    var gashes = array<vec4<f32>, 3>(
        vec4<f32>(0.24, -0.22, 0.54, 0.10), vec4<f32>(-0.54, -0.20, -0.24, 0.12), vec4<f32>(0.16, -0.02, -0.12, 0.18));
    let most = select(3.0, 2.0, px > GASHES_NEAR);
    for (var n = 0; n < 3; n++) {
        if (f32(n) + 0.5 < min(state.w - 4.0 * steps, most)) {
            let d = gash(c, gashes[n].xy, gashes[n].zw);
            out = over(out, PAPER, 0.9 * fill(d - max(0.030, 1.1 * px), px));
            out = over(out, HARM, fill(d - 0.4 * px, px));
        }
    }

    // The bar at the foot. Left of its end it is light on dark; below zero dark strokes on red run over pale paper.
    let half = vec2<f32>(WIDE, lies.y);
    let q = c - vec2<f32>(0.0, lies.x);
    let there = step(0.001, lies.y);
    let bar = slab(q, half, 0.03);
    let along = (q.x + WIDE) / (2.0 * WIDE);
    out = over(out, INK, there * fill(bar - max(0.045, px), px));
    if (state.z > 0.0001) {
        let part = max(bar, (along - state.z) * 2.0 * WIDE);
        let line = abs(fract((q.x + q.y) * 5.0) - 0.5) / 5.0 - 0.030;
        out = over(out, PAPER * 0.60, there * fill(bar, px));
        out = over(out, HARM * 1.7, there * fill(part, px));
        out = over(out, INK, 0.85 * there * fill(max(part, line), px));
    } else {
        let part = max(bar, (along - state.y) * 2.0 * WIDE);
        let tick = abs(fract(along * steps + 0.5) - 0.5) / steps * 2.0 * WIDE;
        out = over(out, GONE, there * fill(bar, px));
        out = over(out, mix(side.rgb, CHALK, 0.12), there * fill(part, px));
        out = over(out, INK, 0.8 * there * fill(max(bar, tick - 0.016), px));
    }
    return out;
}

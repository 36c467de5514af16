// What is drawn on and around a counter: wounds, the bar of vitality, gold for "yours to choose", lamplight for whose turn
// it is; the notch for facing and the pips for points, each on a quad of its own.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{CHALK, GOLD, HARM, INK, LAMPLIGHT, PAPER, fill, frame_edge, over, row_of_pips, trifle}

struct Settings {
    // the side's colour (linear); w: 1 = active, 2 = may be chosen
    side: vec4<f32>,
    // -1, vitality 0..1, way to death 0..1, gashes 0..3 and four times the steps of the bar;
    // or the facing in eighths clockwise from up: nothing but its notch is drawn;
    // or -3 for pips at the foot and -4 for pips that have their quad for themselves: nothing else
    state: vec4<f32>,
    // round pips left and at most, diamonds left and at most
    pips: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

const TAU: f32 = 6.2831853;
// What is gone of the vitality.
const GONE: vec3<f32> = vec3<f32>(0.050, 0.038, 0.030);

// How far before the middle the notch begins at a side and at a corner of the frame, and how far it stands out.
const NOTCH_SIDE: f32 = 1.00;
const NOTCH_CORNER: f32 = 1.42;
const NOTCH: f32 = 0.20;
// How much farther off it begins below, and how wide its quad is.
const NOTCH_BELOW: f32 = 0.21;
const NOTCH_QUAD: f32 = 3.0;

// Where the bar lies, and its half width and height.
const BAR: vec2<f32> = vec2<f32>(0.0, 0.52);
const HALF: vec2<f32> = vec2<f32>(0.80, 0.095);

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
    let points = settings.pips + trifle(in.uv);
    // 1 is half the footprint; the quad reaches to 1.25. y grows downwards.
    let c = (in.uv - 0.5) * 2.5;
    let px = max(fwidth(c.x), 0.001);
    var out = vec4<f32>(0.0);

    // The notch alone.
    if (state.x > -0.5) {
        let angle = state.x * TAU / 8.0;
        let ahead = vec2<f32>(sin(angle), -cos(angle));
        // Outside the frame, so that all that is written on the counter stays free: before its side or its corner, and
        // below under its number.
        let q = c * NOTCH_QUAD / 2.5;
        let base = select(NOTCH_SIDE, NOTCH_CORNER, abs(fract(state.x * 0.5) - 0.5) < 0.25)
            + select(0.0, NOTCH_BELOW, abs(state.x - 4.0) < 1.5);
        let along = dot(q, ahead) - base;
        let across = abs(dot(q, vec2<f32>(-ahead.y, ahead.x)));
        let px = px * NOTCH_QUAD / 2.5;
        let edge = max(0.59 * (across - 1.35 * (NOTCH - along)), -along);
        out = over(out, PAPER, fill(edge - 0.032, px));
        out = over(out, INK, fill(edge, px));
        return out;
    }

    // The pips alone: round for points of the turn, diamonds for points off it.
    if (state.x < -2.0) {
        let alone = state.x < -3.5;
        let at = select(c + vec2<f32>(0.48, -0.82), c, alone);
        // Few are drawn larger, so that they can be counted.
        let whole = select(select(1.1, 1.4, points.y + points.w < 3.5), 3.3, alone);
        return row_of_pips(out, at, points, whole, vec2<f32>(select(0.96, 2.1, alone), -1.0), px);
    }

    // Whose turn it is: a round frame of lamplight, and a pointer at its top. May be chosen: an angular frame of gold.
    if (side.w > 0.5) {
        let mine = select(0.0, 1.0, side.w < 1.5);
        let d = slab(c, vec2<f32>(0.97), mix(0.10, 0.30, mine));
        // Far off it is drawn thicker, so that it is still found.
        let half = max(mix(0.055, 0.045, mine), 1.6 * px);
        let near = max(d, 0.0) / max(1.0, 14.0 * px);
        let glow = mine * step(0.0, d) * (1.0 - smoothstep(0.12, 0.28, d));
        out = over(out, GOLD * 0.45, 0.55 * glow * exp(-near * 7.0));
        out = over(out, LAMPLIGHT, 0.85 * glow * exp(-near * 13.0));
        out = frame_edge(out, mix(GOLD, LAMPLIGHT, mine), abs(d) - half, max(0.022, 0.6 * px), 1.0, px);
        let q = c + vec2<f32>(0.0, 0.93);
        let pointer = max(-q.y - 0.12, abs(q.x) * 0.80 + q.y * 0.60 - 0.10);
        out = over(out, INK, mine * fill(pointer - max(0.045, px), px));
        out = over(out, LAMPLIGHT, mine * fill(pointer, px));
    }

    let steps = max(floor((state.w + 0.01) / 4.0), 1.0);
    // Wounds: gashes across its trunk, not its face, cased, so that they show on paper and on ink alike.
    var gashes = array<vec4<f32>, 3>(
        vec4<f32>(0.34, -0.20, 0.66, 0.16), vec4<f32>(-0.62, -0.02, -0.30, 0.34), vec4<f32>(0.36, 0.04, -0.02, 0.34));
    for (var n = 0; n < 3; n++) {
        if (f32(n) + 0.5 < state.w - 4.0 * steps) {
            let d = gash(c, gashes[n].xy, gashes[n].zw);
            out = over(out, PAPER, 0.9 * fill(d - max(0.022, 0.6 * px), px));
            out = over(out, HARM, fill(d - 0.4 * px, px));
        }
    }

    // The bar at the foot. Left of its end it is light on dark; below zero dark strokes on red run over pale paper.
    let q = c - BAR;
    let bar = slab(q, HALF, 0.05);
    let along = (q.x + HALF.x) / (2.0 * HALF.x);
    out = over(out, INK, fill(bar - max(0.045, px), px));
    if (state.z > 0.0001) {
        let part = max(bar, (along - state.z) * 2.0 * HALF.x);
        let line = abs(fract((q.x + q.y) * 5.0) - 0.5) / 5.0 - 0.030;
        out = over(out, PAPER * 0.60, fill(bar, px));
        out = over(out, HARM * 1.7, fill(part, px));
        out = over(out, INK, 0.85 * fill(max(part, line), px));
    } else {
        let part = max(bar, (along - state.y) * 2.0 * HALF.x);
        let tick = abs(fract(along * steps + 0.5) - 0.5) / steps * 2.0 * HALF.x;
        out = over(out, GONE, fill(bar, px));
        out = over(out, mix(side.rgb, CHALK, 0.12), fill(part, px));
        out = over(out, INK, 0.8 * fill(max(bar, tick - 0.016), px));
    }
    return out;
}

// The plate under a vehicle: its sides in the side's colour and hatch, the track around it, a notch ahead.
//
// Drawn in the vehicle's own frame, front up; the quad is turned with it.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{GOLD, INK, LAMPLIGHT, PAPER, fill, frame_edge, hatch, over, track, trifle}

struct Settings {
    // the side's colour (linear); w: 1 = active, 2 = may be chosen, 3 = bears who is active
    side: vec4<f32>,
    // vitality 0..1, way to death 0..1, hatch (0..3), 1 = a wreck
    state: vec4<f32>,
    // half width and half length of the plate, and of the quad, in squares
    size: vec4<f32>,
    // pixels of the screen in a unit
    screen: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

// Half the width on the screen of the edge of whose turn it is and its casing, and of any other, in units.
const RING: vec2<f32> = vec2<f32>(1.75, 1.4);
const THIN: vec2<f32> = vec2<f32>(1.1, 0.8);
// The most that a unit measures, in squares: the edge stays on the quad.
const MOST: f32 = 0.05;

// Distance to a rectangle with round corners, negative inside.
fn plate(p: vec2<f32>, half: vec2<f32>, round: f32) -> f32 {
    let q = abs(p) - half + round;
    return length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0) - round;
}

// How far round the edge a point lies: 0 in front, growing clockwise to 1.
fn around(p: vec2<f32>, half: vec2<f32>) -> f32 {
    let whole = 4.0 * (half.x + half.y);
    let q = p / half;
    var s = 0.0;
    if (abs(q.y) >= abs(q.x)) {
        if (q.y < 0.0) {
            s = clamp(p.x, -half.x, half.x);
        } else {
            s = 2.0 * half.x + 2.0 * half.y - clamp(p.x, -half.x, half.x);
        }
    } else if (q.x > 0.0) {
        s = half.x + half.y + clamp(p.y, -half.y, half.y);
    } else {
        s = 3.0 * half.x + 3.0 * half.y - clamp(p.y, -half.y, half.y);
    }
    return fract(s / whole + 1.0);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let state = settings.state + trifle(in.uv);
    let side = settings.side + trifle(in.uv);
    let half = settings.size.xy;
    let p = (in.uv - 0.5) * 2.0 * settings.size.zw;
    let px = max(fwidth(p.x) + fwidth(p.y), 0.001) * 0.75;
    // The same however it is turned.
    let pixel = max(length(vec2<f32>(dpdx(p.x), dpdy(p.x))), 0.001);
    let unit = min(pixel * max(settings.screen.x, 1.0), MOST);
    let d = plate(p, half, 0.14);
    let turn = around(p, half);
    var out = vec4<f32>(0.0);
    let wreck = state.w > 0.5;

    // Whose turn it is: a thick edge of lamplight around it; of who only bears that one a thin one. May be chosen: thin pieces
    // of gold. They are as wide on the screen at every zoom.
    if (side.w > 0.5) {
        let chosen = side.w > 1.5 && side.w < 2.5;
        let pieces = floor((half.x + half.y) * 8.0);
        let gap = select(1.0, step(0.35, fract(turn * pieces)), chosen);
        let colour = select(LAMPLIGHT, GOLD, chosen);
        let wide = select(THIN, RING, side.w < 1.5) * unit;
        out = frame_edge(out, colour, abs(d - wide.x) - wide.x, wide.y, gap, px);
    }

    // The plate itself: faint paper, hatched.
    out = over(out, PAPER, select(0.62, 0.30, wreck) * fill(d + 0.02, px));
    out = over(out, side.rgb, 0.55 * fill(hatch(p, state.z, 6.0) - 0.010, px) * fill(d + 0.05, px));

    // The track runs round the edge.
    let edge = abs(d + 0.045) - 0.030;
    out = over(out, INK, fill(edge - 0.018, px));
    let alive = track(turn, state.x, state.y, side.rgb);
    out = over(out, select(alive, PAPER * 0.25, wreck), fill(edge, px));
    let quarter = abs(fract(turn * 4.0 + 0.5) - 0.5) * (half.x + half.y);
    out = over(out, INK, 0.8 * fill(quarter - 0.014, px) * fill(edge, px));

    // The notch ahead.
    if (!wreck) {
        let along = -p.y - half.y;
        // Flat, so that it hardly stands out, and in the colour of its side.
        let notch = max((abs(p.x) - (0.06 - along) * 1.8) * 0.486, -0.05 - along);
        out = over(out, INK, fill(notch - 0.025, px));
        out = over(out, side.rgb, fill(notch, px));
    }
    return out;
}

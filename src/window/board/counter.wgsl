// What is drawn around a counter: vitality ring, notch for facing, pips for points, gold for "yours to choose".

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{GOLD, INK, PAPER, fill, gold_edge, over, row_of_pips, track, trifle}

struct Settings {
    // the side's colour (linear); w: 1 = active, 2 = may be chosen
    side: vec4<f32>,
    // facing in eighths clockwise from up (-1 for none), vitality 0..1, way to death 0..1, 1 = dead
    state: vec4<f32>,
    // round pips left and at most, diamonds left and at most
    pips: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

const TAU: f32 = 6.2831853;
const GLOW: vec3<f32> = vec3<f32>(1.0, 0.86, 0.45);

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let state = settings.state + trifle(in.uv);
    let side = settings.side + trifle(in.uv);
    let points = settings.pips + trifle(in.uv);
    // 1 is half the footprint; the quad reaches to 1.25. y grows downwards.
    let c = (in.uv - 0.5) * 2.5;
    let px = max(fwidth(c.x), 0.001);
    let r = length(c);
    // 0 at the top, growing clockwise to 1.
    let turn = fract(atan2(c.x, -c.y) / TAU + 1.0);
    var out = vec4<f32>(0.0);
    let alive = state.w < 0.5;

    // Whose turn it is: a gold ring. May be chosen: the same, broken into pieces.
    if (side.w > 0.5) {
        let gap = select(1.0, step(0.35, fract(turn * 12.0)), side.w > 1.5);
        // The lamp stands where the turn is: its light falls on the map around.
        // Far off it is drawn thicker, so that it is still found.
        let half = max(0.048, 1.35 * px);
        let middle = 0.897 + half;
        let near = max(r - 0.93, 0.0) / max(1.0, 14.0 * px);
        let glow = select(0.0, 1.0, side.w < 1.5) * (1.0 - smoothstep(1.05, 1.25, r));
        out = over(out, GOLD * 0.45, 0.55 * glow * exp(-near * 7.0) * step(0.90, r));
        out = over(out, GLOW, 0.85 * glow * exp(-near * 13.0) * step(0.90, r));
        out = gold_edge(out, abs(r - middle) - half, max(0.022, 0.6 * px), gap, px);
        out = over(out, GLOW, 0.8 * glow * gap * fill(abs(r - middle - 0.01) - 0.014, px));
    }

    if (alive) {
        let d = abs(r - 0.84) - 0.055;
        out = over(out, INK, fill(d - 0.028, px));
        let colour = track(turn, state.y, state.z, side.rgb);
        out = over(out, colour, fill(d, px));
        // Quarters, so that the ring can be read without its colour.
        let quarter = abs(fract(turn * 4.0 + 0.5) - 0.5) / 4.0 * TAU * r;
        out = over(out, INK, 0.8 * fill(quarter - 0.014, px) * fill(d, px));
    }

    // The notch.
    if (state.x > -0.5 && alive) {
        let angle = state.x * TAU / 8.0;
        let ahead = vec2<f32>(sin(angle), -cos(angle));
        let along = dot(c, ahead);
        let across = abs(dot(c, vec2<f32>(-ahead.y, ahead.x)));
        let edge = max((across - (1.10 - along) * 0.95), 0.78 - along);
        out = over(out, PAPER, fill(edge - 0.040, px));
        out = over(out, INK, fill(edge, px));
    }

    // Pips: round for points of the turn, diamonds for points off it.
    if (alive) {
        out = row_of_pips(out, c - vec2<f32>(0.0, 0.80), points, 1.0, px);
    }
    return out;
}

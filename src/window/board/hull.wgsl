// The plate under a vehicle: its sides in the side's colour and hatch, the track around it, a notch ahead, pips behind.
//
// Drawn in the vehicle's own frame, front up; the quad is turned with it.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Settings {
    // the side's colour (linear); w: 1 = active, 2 = may be chosen
    side: vec4<f32>,
    // vitality 0..1, way to death 0..1, hatch (0..3), 1 = a wreck
    state: vec4<f32>,
    // half width and half length of the plate, and of the quad, in squares
    size: vec4<f32>,
    // round pips left and at most, diamonds left and at most
    pips: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

const INK: vec3<f32> = vec3<f32>(0.018, 0.012, 0.009);
const PAPER: vec3<f32> = vec3<f32>(0.88, 0.80, 0.62);
const GOLD: vec3<f32> = vec3<f32>(0.95, 0.60, 0.09);
const HARM: vec3<f32> = vec3<f32>(0.50, 0.012, 0.008);

fn over(below: vec4<f32>, colour: vec3<f32>, alpha: f32) -> vec4<f32> {
    let a = clamp(alpha, 0.0, 1.0);
    let total = a + below.a * (1.0 - a);
    if (total <= 0.0001) {
        return vec4<f32>(0.0);
    }
    return vec4<f32>((colour * a + below.rgb * below.a * (1.0 - a)) / total, total);
}

fn fill(d: f32, px: f32) -> f32 {
    return 1.0 - smoothstep(-0.5 * px, 0.5 * px, d);
}

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

fn hatch(p: vec2<f32>, kind: f32) -> f32 {
    var v = p.x + p.y;
    if (kind > 0.5) { v = p.x - p.y; }
    if (kind > 1.5) { v = p.y * 1.41421; }
    if (kind > 2.5) { v = p.x * 1.41421; }
    return abs(fract(v * 6.0) - 0.5) / 6.0 / 1.41421;
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let half = settings.size.xy;
    let p = (in.uv - 0.5) * 2.0 * settings.size.zw;
    let px = max(fwidth(p.x) + fwidth(p.y), 0.001) * 0.75;
    let d = plate(p, half, 0.14);
    let turn = around(p, half);
    var out = vec4<f32>(0.0);
    let wreck = settings.state.w > 0.5;

    // Whose turn it is: a gold edge. May be chosen: the same, broken into pieces.
    if (settings.side.w > 0.5) {
        let pieces = floor((half.x + half.y) * 8.0);
        let gap = select(1.0, step(0.35, fract(turn * pieces)), settings.side.w > 1.5);
        let edge = abs(d - 0.035) - 0.032;
        out = over(out, INK, 0.85 * gap * fill(edge - 0.018, px));
        out = over(out, GOLD, gap * fill(edge, px));
    }

    // The plate itself: faint paper, hatched.
    out = over(out, PAPER, select(0.62, 0.30, wreck) * fill(d + 0.02, px));
    out = over(out, settings.side.rgb, 0.55 * fill(hatch(p, settings.state.z) - 0.010, px) * fill(d + 0.05, px));

    // The track runs round the edge.
    let edge = abs(d + 0.045) - 0.030;
    out = over(out, INK, fill(edge - 0.018, px));
    var track = PAPER * 0.55;
    if (wreck) {
        track = PAPER * 0.25;
    } else if (settings.state.y > 0.0) {
        track = select(PAPER * 0.30, HARM * 1.6, turn < settings.state.y);
    } else if (turn < settings.state.x) {
        track = settings.side.rgb;
    }
    out = over(out, track, fill(edge, px));
    let quarter = abs(fract(turn * 4.0 + 0.5) - 0.5) * (half.x + half.y);
    out = over(out, INK, 0.8 * fill(quarter - 0.014, px) * fill(edge, px));

    // The notch ahead.
    if (!wreck) {
        let along = -p.y - half.y;
        let notch = max(abs(p.x) - (0.15 - along) * 0.95, -0.01 - along);
        out = over(out, PAPER, fill(notch - 0.030, px));
        out = over(out, INK, fill(notch, px));
    }

    // Pips behind.
    let many = settings.pips.y + settings.pips.w;
    if (many > 0.5 && !wreck) {
        let space = 0.11;
        let start = -0.5 * space * (many - 1.0);
        let strip = max(abs(p.x) - (0.5 * space * many + 0.02), abs(p.y - half.y + 0.02) - 0.062);
        out = over(out, INK, fill(strip - 0.015, px));
        out = over(out, PAPER, fill(strip, px));
        for (var n = 0.0; n < many; n += 1.0) {
            let q = abs(p - vec2<f32>(start + space * n, half.y - 0.02));
            let round = n < settings.pips.y;
            let pip = select(q.x + q.y - 0.050, length(q) - 0.040, round);
            let full = select(n - settings.pips.y < settings.pips.z, n < settings.pips.x, round);
            out = over(out, INK, fill(pip, px));
            if (!full) {
                out = over(out, PAPER, fill(pip + 0.018, px));
            }
        }
    }
    return out;
}

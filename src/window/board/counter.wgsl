// What is drawn around a counter: vitality ring, notch for facing, pips for points, gold for "yours to choose".

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Settings {
    // the side's colour (linear); w: 1 = active, 2 = may be chosen
    side: vec4<f32>,
    // facing in eighths clockwise from up (-1 for none), vitality 0..1, way to death 0..1, 1 = dead
    state: vec4<f32>,
    // round pips left and at most, diamonds left and at most
    pips: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

const INK: vec3<f32> = vec3<f32>(0.018, 0.012, 0.009);
const PAPER: vec3<f32> = vec3<f32>(0.88, 0.80, 0.62);
const GOLD: vec3<f32> = vec3<f32>(0.95, 0.60, 0.09);
const HARM: vec3<f32> = vec3<f32>(0.50, 0.012, 0.008);
const TAU: f32 = 6.2831853;

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

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    // 1 is half the footprint; the quad reaches to 1.25. y grows downwards.
    let c = (in.uv - 0.5) * 2.5;
    let px = max(fwidth(c.x), 0.001);
    let r = length(c);
    // 0 at the top, growing clockwise to 1.
    let turn = fract(atan2(c.x, -c.y) / TAU + 1.0);
    var out = vec4<f32>(0.0);
    let alive = settings.state.w < 0.5;

    // Whose turn it is: a gold ring. May be chosen: the same, broken into pieces.
    if (settings.side.w > 0.5) {
        let gap = select(1.0, step(0.35, fract(turn * 12.0)), settings.side.w > 1.5);
        let d = abs(r - 0.985) - 0.045;
        out = over(out, INK, 0.85 * gap * fill(d - 0.025, px));
        out = over(out, GOLD, gap * fill(d, px));
    }

    if (alive) {
        let d = abs(r - 0.87) - 0.055;
        out = over(out, INK, fill(d - 0.028, px));
        var track = PAPER * 0.55;
        if (settings.state.z > 0.0) {
            track = select(PAPER * 0.30, HARM * 1.6, turn < settings.state.z);
        } else if (turn < settings.state.y) {
            track = settings.side.rgb;
        }
        out = over(out, track, fill(d, px));
        // Quarters, so that the ring can be read without its colour.
        let quarter = abs(fract(turn * 4.0 + 0.5) - 0.5) / 4.0 * TAU * r;
        out = over(out, INK, 0.8 * fill(quarter - 0.014, px) * fill(d, px));
    }

    // The notch.
    if (settings.state.x > -0.5 && alive) {
        let angle = settings.state.x * TAU / 8.0;
        let ahead = vec2<f32>(sin(angle), -cos(angle));
        let along = dot(c, ahead);
        let across = abs(dot(c, vec2<f32>(-ahead.y, ahead.x)));
        let edge = max((across - (1.17 - along) * 0.85), 0.90 - along);
        out = over(out, PAPER, fill(edge - 0.045, px));
        out = over(out, INK, fill(edge, px));
    }

    // Pips: round for points of the turn, diamonds for points off it.
    let many = settings.pips.y + settings.pips.w;
    if (many > 0.5 && alive) {
        let space = 0.20;
        let start = -0.5 * space * (many - 1.0);
        let strip = max(abs(c.x) - (0.5 * space * many + 0.03), abs(c.y - 0.80) - 0.115);
        out = over(out, INK, fill(strip - 0.028, px));
        out = over(out, PAPER, fill(strip, px));
        for (var n = 0.0; n < many; n += 1.0) {
            let q = abs(c - vec2<f32>(start + space * n, 0.80));
            let round = n < settings.pips.y;
            let d = select(q.x + q.y - 0.090, length(q) - 0.070, round);
            let full = select(n - settings.pips.y < settings.pips.z, n < settings.pips.x, round);
            out = over(out, INK, fill(d, px));
            if (!full) {
                out = over(out, PAPER, fill(d + 0.030, px));
            }
        }
    }
    return out;
}

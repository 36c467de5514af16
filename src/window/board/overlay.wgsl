// Ink and chalk on the map: one quad over the whole board, one texel a square.
//
// Texel: r = marks (see view::mark), g = directions of the path (bit n = n eighths clockwise from up),
// b = height + 128, a = ticks of difficult ground.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{CHALK, GOLD, HARM, INK, hatch, over, speckle, stroke, width}

struct Settings {
    // columns, rows, hovered column and row (-1 for none)
    size: vec4<f32>,
    // is any square dark, unknown; does the height differ anywhere
    any: vec4<f32>,
    // colour of the threat (linear), hatch (0..3)
    threat: vec4<f32>,
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

const TABLE: vec3<f32> = vec3<f32>(0.012, 0.007, 0.005);

fn inside(at: vec2<i32>) -> bool {
    return all(at >= vec2<i32>(0)) && all(at < vec2<i32>(settings.size.xy));
}

fn square(at: vec2<i32>) -> vec4<u32> {
    if (!inside(at)) {
        return vec4<u32>(0u, 0u, 128u, 0u);
    }
    return textureLoad(squares, at, 0);
}

fn has(at: vec2<i32>, bit: u32) -> f32 {
    return select(0.0, 1.0, (square(at).r & bit) != 0u);
}

// The share of a bit around a point, smoothed over the corners of four squares.
fn smoothed(p: vec2<f32>, bit: u32) -> f32 {
    let q = p - 0.5;
    let at = vec2<i32>(floor(q));
    let f = smoothstep(vec2<f32>(0.2), vec2<f32>(0.8), fract(q));
    let top = mix(has(at, bit), has(at + vec2<i32>(1, 0), bit), f.x);
    let bottom = mix(has(at + vec2<i32>(0, 1), bit), has(at + vec2<i32>(1, 1), bit), f.x);
    return mix(top, bottom, f.y);
}

// How far a point of a square is from the nearest of its edges across which the bit ends, in squares (9 for none).
fn to_border(at: vec2<i32>, f: vec2<f32>, bit: u32) -> f32 {
    var d = 9.0;
    if (has(at + vec2<i32>(0, -1), bit) == 0.0) { d = min(d, f.y); }
    if (has(at + vec2<i32>(0, 1), bit) == 0.0) { d = min(d, 1.0 - f.y); }
    if (has(at + vec2<i32>(-1, 0), bit) == 0.0) { d = min(d, f.x); }
    if (has(at + vec2<i32>(1, 0), bit) == 0.0) { d = min(d, 1.0 - f.x); }
    if (has(at + vec2<i32>(-1, -1), bit) == 0.0) { d = min(d, max(f.x, f.y)); }
    if (has(at + vec2<i32>(1, -1), bit) == 0.0) { d = min(d, max(1.0 - f.x, f.y)); }
    if (has(at + vec2<i32>(-1, 1), bit) == 0.0) { d = min(d, max(f.x, 1.0 - f.y)); }
    if (has(at + vec2<i32>(1, 1), bit) == 0.0) { d = min(d, max(1.0 - f.x, 1.0 - f.y)); }
    return d;
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

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let p = in.uv * settings.size.xy;
    let at = vec2<i32>(floor(p));
    let f = fract(p);
    let px = max(fwidth(p.x), 0.0005);
    let here = square(at);
    let marks = here.r;
    let grain = mix(0.70, 1.0, speckle(p * 48.0));
    var out = vec4<f32>(0.0);

    // Grid: thin ink, fading when the squares become small.
    let edge = min(min(f.x, 1.0 - f.x), min(f.y, 1.0 - f.y));
    let fade = smoothstep(6.0, 28.0, 1.0 / px);
    out = over(out, INK, 0.26 * fade * stroke(edge, max(0.5 * px, 0.006), px));

    // A step down: short strokes on the lower side.
    let height = i32(here.b);
    for (var n = 0u; n < 4u && settings.any.z > 0.5; n++) {
        let d = direction(n * 2u);
        let drop = i32(square(at + vec2<i32>(d)).b) - height;
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
    for (var n = 0u; n < min(here.a, 4u); n++) {
        let foot = vec2<f32>(0.90 - 0.075 * f32(n), 0.92);
        out = over(out, INK, 0.8 * fade * stroke(segment(f, foot, foot + vec2<f32>(0.035, -0.11)), 0.014, px));
    }

    // Out of sight.
    if (settings.any.x > 0.5) {
        out = over(out, TABLE, 0.55 * smoothed(p, DARK));
    }

    // Threat: hatching in the side's hatch, and its border.
    if ((marks & THREAT) != 0u) {
        let line = hatch(p, settings.threat.a, 5.0);
        out = over(out, settings.threat.rgb, 0.42 * stroke(line, 0.012, px));
        let d = to_border(at, f, THREAT);
        out = over(out, settings.threat.rgb, 0.85 * stroke(d, width(0.020, 1.0, px), px));
    }

    // An area: stamped.
    if ((marks & AREA) != 0u) {
        let line = min(hatch(p, 0.0, 5.0), hatch(p, 1.0, 5.0));
        out = over(out, INK, 0.45 * stroke(line, 0.010, px) * grain);
        let d = to_border(at, f, AREA);
        out = over(out, INK, 0.9 * stroke(d, width(0.045, 1.5, px), px) * grain);
    }

    // Reach: a chalk outline with an ink shadow, so that it shows on paper; farther reach is dashed.
    let dash = step(0.45, fract((p.x + p.y) * 3.0));
    if ((marks & FAR) != 0u) {
        let d = to_border(at, f, FAR);
        out = over(out, INK, 0.60 * dash * stroke(d, width(0.060, 2.2, px), px));
        out = over(out, CHALK, dash * grain * stroke(d, width(0.038, 1.3, px), px));
    }
    if ((marks & REACH) != 0u) {
        let d = to_border(at, f, REACH);
        out = over(out, CHALK, 0.05);
        out = over(out, INK, 0.85 * stroke(d, width(0.085, 3.0, px), px));
        out = over(out, CHALK, grain * stroke(d, width(0.058, 1.8, px), px));
    }

    // Provoking squares: small red ticks in two corners.
    if ((marks & PROVOKES) != 0u) {
        for (var n = 0u; n < 2u; n++) {
            let shift = 0.085 * f32(n);
            let a = segment(f, vec2<f32>(0.12 + shift, 0.24), vec2<f32>(0.20 + shift, 0.11));
            let b = segment(f, vec2<f32>(0.80 - shift, 0.89), vec2<f32>(0.88 - shift, 0.76));
            let d = min(a, b);
            out = over(out, CHALK, 0.9 * stroke(d, 0.034, px));
            out = over(out, HARM, stroke(d, 0.022, px));
        }
    }

    // May be chosen: a gold frame with its corners.
    if ((marks & TARGET_MARK) != 0u) {
        let q = abs(f - 0.5);
        let frame = abs(max(q.x, q.y) - 0.42);
        let corner = step(0.20, min(q.x, q.y));
        out = over(out, INK, 0.75 * corner * stroke(frame, width(0.050, 2.2, px), px));
        out = over(out, GOLD, corner * stroke(frame, width(0.030, 1.2, px), px));
    }

    // The path.
    if (here.g != 0u) {
        var d = 9.0;
        for (var n = 0u; n < 8u; n++) {
            if ((here.g & (1u << n)) != 0u) {
                d = min(d, segment(f, vec2<f32>(0.5), vec2<f32>(0.5) + 0.5 * direction(n)));
            }
        }
        out = over(out, INK, 0.8 * stroke(d, width(0.075, 2.4, px), px));
        out = over(out, GOLD, stroke(d, width(0.045, 1.4, px), px));
    }

    // Under the pointer.
    if (all(vec2<f32>(at) == settings.size.zw)) {
        let q = abs(f - 0.5);
        let frame = abs(max(q.x, q.y) - 0.47);
        out = over(out, CHALK, 0.9 * stroke(frame, width(0.045, 2.0, px), px));
        out = over(out, INK, stroke(frame, width(0.022, 1.0, px), px));
    }

    // Never seen: the bare table.
    if (settings.any.y > 0.5) {
        out = over(out, TABLE, smoothstep(0.30, 0.70, smoothed(p, UNKNOWN)));
    }
    return out;
}

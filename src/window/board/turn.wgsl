// Whose turn it is: a thick ring of lamplight, cased in ink, around the base of its counter, and an arrow above or below it
// that points at it; as large on the screen at every zoom.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{INK, LAMPLIGHT, fill, frame_edge, over, trifle}

struct Settings {
    // half the width and height of what it lies around, and of the quad, in pixels of the map
    size: vec4<f32>,
    // pixels of the screen in a unit; 1 = the arrow alone; 1 = it points up from below
    screen: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

// How far outside the base the middle of the ring lies, half its width, and how wide its casing is, in units.
const AWAY: f32 = 1.0;
const RING: f32 = 1.75;
const CASING: f32 = 1.4;
// How far outside the base the arrow ends, how long it is, and how far all of it reaches, in units.
const TIP: f32 = 3.4;
const LONG: f32 = 9.0;
const REACH: f32 = 15.0;

// Distance to a rectangle with round corners, negative inside.
fn slab(p: vec2<f32>, half: vec2<f32>, round: f32) -> f32 {
    let q = abs(p) - half + round;
    return length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0) - round;
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let screen = settings.screen + trifle(in.uv);
    let half = settings.size.xy;
    // y grows downwards.
    let p = (in.uv - 0.5) * 2.0 * settings.size.zw;
    let px = max(fwidth(p.x), 0.001);
    // Far off it is as large as its quad lets it be.
    let unit = min(px * max(screen.x, 1.0), (settings.size.w - half.y) / REACH);
    let way = select(1.0, -1.0, screen.z > 0.5);
    let q = vec2<f32>(p.x, p.y * way) + vec2<f32>(0.0, half.y + TIP * unit);
    let arrow = max(0.789 * abs(q.x) + 0.614 * q.y, -q.y - LONG * unit);
    let d = slab(p, half, min(0.25 * min(half.x, half.y), 6.0 * unit));
    let ring = abs(d - AWAY * unit) - RING * unit;
    let there = select(1.0, 0.0, screen.y > 0.5);
    var out = vec4<f32>(0.0);
    out = over(out, INK, 0.85 * fill(arrow - CASING * unit, px));
    out = frame_edge(out, LAMPLIGHT, ring, CASING * unit, there, px);
    out = over(out, LAMPLIGHT, fill(arrow, px));
    return out;
}

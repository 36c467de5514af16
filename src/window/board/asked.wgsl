// Who is asked in another's turn: a thin round frame of lamplight, and a pointer in the colour of its side that hangs
// from its top, within its own square.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{GOLD, INK, LAMPLIGHT, fill, frame_edge, over, trifle}

struct Settings {
    // the side's colour (linear)
    side: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

// Distance to a rectangle with round corners, negative inside.
fn slab(p: vec2<f32>, half: vec2<f32>, round: f32) -> f32 {
    let q = abs(p) - half + round;
    return length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0) - round;
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let side = settings.side + trifle(in.uv);
    // 1 is half the footprint; the quad reaches to 1.25. y grows downwards.
    let c = (in.uv - 0.5) * 2.5;
    let px = max(fwidth(c.x), 0.001);
    var out = vec4<f32>(0.0);
    let d = slab(c, vec2<f32>(0.97), 0.30);
    // Far off it is drawn thicker, so that it is still found.
    let half = max(0.045, 1.6 * px);
    let near = max(d, 0.0) / max(1.0, 14.0 * px);
    let glow = step(0.0, d) * (1.0 - smoothstep(0.12, 0.28, d));
    out = over(out, GOLD * 0.45, 0.55 * glow * exp(-near * 7.0));
    out = over(out, LAMPLIGHT, 0.85 * glow * exp(-near * 13.0));
    out = frame_edge(out, LAMPLIGHT, abs(d) - half, max(0.022, 0.6 * px), 1.0, px);
    let q = c + vec2<f32>(0.0, 1.02);
    let pointer = max(-q.y, abs(q.x) * 0.74 + q.y * 0.67 - 0.24);
    out = over(out, INK, fill(pointer - max(0.085, 2.4 * px), px));
    out = over(out, LAMPLIGHT, fill(pointer - max(0.055, 1.4 * px), px));
    out = over(out, side.rgb, fill(pointer, px));
    return out;
}

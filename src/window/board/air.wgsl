// Darkness, fire and smoke: one quad over the board, one texel a square, edges softened, smoke drifting.
//
// Drawn twice: beneath the counters (darkness, flames and most of the smoke) and above them (a thin veil of smoke and
// glow, so that who stands in it can still be read).

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{hash, noise, over, trifle}

struct Settings {
    // columns, rows, seconds that have passed, 1 = above the counters
    size: vec4<f32>,
    // is there darkness, smoke, weather, fire anywhere
    any: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var squares: texture_2d<u32>;

const NIGHT: vec3<f32> = vec3<f32>(0.008, 0.010, 0.022);
const SMOKE: vec3<f32> = vec3<f32>(0.52, 0.50, 0.46);
const SMOKE_LOW: vec3<f32> = vec3<f32>(0.27, 0.25, 0.23);
const SMOKE_DEEP: vec3<f32> = vec3<f32>(0.12, 0.11, 0.10);
const EMBER: vec3<f32> = vec3<f32>(0.34, 0.05, 0.01);
const FLAME: vec3<f32> = vec3<f32>(0.95, 0.42, 0.06);
const RAIN: vec3<f32> = vec3<f32>(0.62, 0.64, 0.66);

fn square(at: vec2<i32>) -> vec3<f32> {
    let inside = clamp(at, vec2<i32>(0), vec2<i32>(settings.size.xy) - 1);
    return vec3<f32>(textureLoad(squares, inside, 0).rgb) / 2.0;
}

// Smoke, darkness and fire around a point, smoothed over the corners of four squares.
fn around(p: vec2<f32>, soft: f32) -> vec3<f32> {
    let q = p - 0.5;
    let at = vec2<i32>(floor(q));
    let f = smoothstep(vec2<f32>(0.5 - soft), vec2<f32>(0.5 + soft), fract(q));
    let top = mix(square(at), square(at + vec2<i32>(1, 0)), f.x);
    let bottom = mix(square(at + vec2<i32>(0, 1)), square(at + vec2<i32>(1, 1)), f.x);
    return mix(top, bottom, f.y);
}

// Noise in four sizes.
fn puffs(p: vec2<f32>) -> f32 {
    return noise(p) * 0.5 + noise(p * 2.1 + 3.7) * 0.27 + noise(p * 4.3 - 1.9) * 0.15 + noise(p * 8.7) * 0.08;
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let any = settings.any + trifle(in.uv);
    let above = settings.size.w + trifle(in.uv) > 0.5;
    let p = in.uv * settings.size.xy;
    let time = settings.size.z;
    var out = vec4<f32>(0.0);

    if (any.x > 0.5 && !above) {
        out = over(out, NIGHT, 0.78 * around(p, 0.5).y);
    }
    if (any.w > 0.5) {
        // Flames lick upward and eat at the edge of what burns.
        let lick = vec2<f32>(0.0, time * 0.9);
        let flicker = puffs(p * 1.7 + lick);
        let torn = p + (vec2<f32>(noise(p * 2.9 + lick), noise(p * 3.1 - lick + 5.0)) - 0.5) * 0.5;
        let body = smoothstep(0.30, 0.70, around(torn, 0.4).z + (flicker - 0.5) * 0.7);
        let colour = mix(EMBER, FLAME, smoothstep(0.40, 0.70, flicker));
        out = over(out, colour, select(0.85, 0.20, above) * body);
    }
    if (any.y > 0.5) {
        let drift = vec2<f32>(time * 0.05, time * -0.02);
        let swirl = puffs(p * 0.7 + drift);
        let shifted = p + (vec2<f32>(noise(p * 1.3 + drift), noise(p * 1.3 - drift + 7.0)) - 0.5) * 0.9;
        var thick = around(shifted, 0.5).x;
        thick += around(shifted + vec2<f32>(0.45, 0.2), 0.5).x + around(shifted - vec2<f32>(0.45, 0.2), 0.5).x;
        thick += around(shifted + vec2<f32>(-0.2, 0.45), 0.5).x + around(shifted - vec2<f32>(-0.2, 0.45), 0.5).x;
        thick *= 0.2;
        if (thick > 0.01) {
            // Where there is any, its edge is drawn in and out by the noise that shades it.
            let body = smoothstep(0.20, 0.75, min(thick * 2.0, 1.0) + (swirl - 0.5) * 0.9);
            let deep = smoothstep(0.55, 0.95, thick + (swirl - 0.5) * 0.3);
            let light = smoothstep(0.35, 0.75, swirl);
            let colour = mix(mix(SMOKE_LOW, SMOKE, light), mix(SMOKE_DEEP, SMOKE_LOW, light), deep);
            let most = select(mix(0.62, 0.90, deep), mix(0.14, 0.26, deep), above);
            out = over(out, colour, most * body * mix(0.75, 1.0, light));
        }
    }
    if (any.z > 0.5 && above) {
        // Strokes of rain, slanting.
        let q = vec2<f32>(p.x + p.y * 0.25, p.y * 0.35 - time * 3.0);
        let streak = step(0.985, hash(floor(q * vec2<f32>(22.0, 5.0))));
        out = over(out, RAIN, 0.35 * streak);
    }
    return out;
}

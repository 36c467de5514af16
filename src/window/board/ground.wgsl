// The ground: each square's picture, giving way to its neighbours' along soft, irregular edges. Over tiles only what is
// blended is drawn, and the shade of the paper and the lamp over everything.
//
// Texel: r = the first picture of what lies there, g = how it ends (bits 0 to 2), how many drawings of it there are
// (bits 3 to 6), and whether everything around is alike (bit 7), b = the picture of the square's tile, a = its lot.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::view
#import threat_range::ink::{INK, LAMP, PAPER, fill, hash, lamplight, noise, trifle}

struct Settings {
    // columns, rows, 1 = high contrast, 1 = over tiles
    size: vec4<f32>,
    // 1 = it lies under the lamp by itself, on no sheet; 1 = its sky has a moon
    lamp: vec2<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var squares: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var pictures: texture_2d_array<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var as_drawn: sampler;

// How a kind of ground ends: see art::Edge.
const LAID: u32 = 1u;
const SHORE: u32 = 2u;
const CLIFF: u32 = 3u;
const FLUSH: u32 = 4u;
const SKY: u32 = 5u;
const MOON_SKY: u32 = 6u;

const DAMP: vec3<f32> = vec3<f32>(0.48, 0.36, 0.20);
const FOAM: vec3<f32> = vec3<f32>(0.78, 0.82, 0.76);
const SEA_INK: vec3<f32> = vec3<f32>(0.030, 0.085, 0.125);
// The most light that any point has, and the colour of what lies in the dark.
const BRIGHTEST: f32 = 1.17;
const SHADE: vec3<f32> = vec3<f32>(0.035, 0.016, 0.004);
const ROCK: vec3<f32> = vec3<f32>(0.36, 0.27, 0.17);
// The air deep in a drop.
const HAZE: vec3<f32> = vec3<f32>(0.034, 0.030, 0.027);
// The sky between the stars, the brightest of its mist, and the moon where the sun falls on it.
const NIGHT: vec3<f32> = vec3<f32>(0.0065, 0.0095, 0.0170);
const MIST: vec3<f32> = vec3<f32>(0.042, 0.034, 0.085);
const MOON: vec3<f32> = vec3<f32>(0.200, 0.205, 0.205);

fn texel_at(at: vec2<i32>) -> vec4<u32> {
    let inside = clamp(at, vec2<i32>(0), vec2<i32>(settings.size.xy) - 1);
    return textureLoad(squares, inside, 0);
}

fn square(at: vec2<i32>) -> vec2<u32> {
    return texel_at(at).rg;
}

fn ends(texel: vec2<u32>) -> u32 {
    return texel.g & 7u;
}

fn is_sky(texel: vec2<u32>) -> bool {
    return ends(texel) == SKY || ends(texel) == MOON_SKY;
}

fn was_laid(texel: vec2<u32>) -> bool {
    return ends(texel) == LAID || ends(texel) == FLUSH || is_sky(texel);
}

struct Grain {
    p: vec2<f32>,
    dx: vec2<f32>,
    dy: vec2<f32>,
    // a number that belongs to the square
    lot: u32,
};

// The drawing of a kind at a point.
fn drawn(texel: vec2<u32>, grain: Grain) -> vec3<f32> {
    let many = max((texel.g >> 3u) & 15u, 1u);
    let n = texel.r + grain.lot % many;
    var colour = textureSampleGrad(pictures, as_drawn, grain.p, n, grain.dx, grain.dy);
    if (settings.size.z + trifle(grain.p) > 0.5) {
        // With high contrast a kind of ground is one tint, the mean of its picture, under what is drawn on it in ink.
        let tint = textureSampleLevel(pictures, as_drawn, grain.p, n, 12.0);
        let darker = dot(tint.rgb - colour.rgb, vec3<f32>(0.3, 0.6, 0.1));
        colour = mix(colour, mix(tint, colour, 0.20 + 0.80 * smoothstep(0.03, 0.16, darker)), settings.size.z);
    }
    return mix(PAPER, colour.rgb, colour.a);
}

// Where two kinds of natural ground meet, drawn as `near` and `far`. `s` is the distance from the border in squares,
// positive on the side of `there`; `along` runs along it, a whole number a square.
fn meet(here: vec2<u32>, there: vec2<u32>, near: vec3<f32>, far: vec3<f32>, s: f32, along: f32, grain: Grain, px: f32) -> vec3<f32> {
    let p = grain.p;
    let fine = noise(p * 13.0);
    let line = max(0.5 * px, 0.011);
    // Shores and cliffs are seen from the land: positive is out.
    if (ends(there) == CLIFF || ends(here) == CLIFF) {
        let turned = ends(there) != CLIFF || (ends(here) == CLIFF && here.r < there.r);
        let out = select(s, -s, turned) + (fine - 0.5) * 0.05;
        let land = select(near, far, turned);
        let drop = select(far, near, turned);
        if (out < 0.0) {
            // A worn lip.
            let lip = smoothstep(-0.16, 0.0, out);
            let ground = mix(land, ROCK * 1.25, 0.55 * lip * smoothstep(0.25, 0.75, fine + lip * 0.35));
            return mix(ground, INK, fill(-out - line * 1.6, px));
        }
        // A face of rock, lighter above, with strokes that run down it.
        let tooth = floor(along * 11.0);
        let long = 0.16 + 0.22 * hash(vec2<f32>(tooth, floor(p.x) * 3.0 + floor(p.y)));
        let down = out / long;
        let across = abs(fract(along * 11.0) - 0.5) / 11.0;
        var face = mix(drop, ROCK * mix(1.0, 0.45, clamp(down, 0.0, 1.0)), 0.9 * (1.0 - smoothstep(0.55, 1.05, down)));
        face = mix(face, INK, 0.85 * fill(across - 0.020 * (1.0 - down * 0.8), px) * (1.0 - smoothstep(0.9, 1.1, down)));
        return mix(face, INK, fill(out - line * 2.2, px));
    }
    if ((ends(there) == SHORE) != (ends(here) == SHORE)) {
        let turned = ends(here) == SHORE;
        let out = select(s, -s, turned) + (fine - 0.5) * 0.035;
        let land = select(near, far, turned);
        let sea = select(far, near, turned);
        // Damp ground, a line of ink, foam, then the lines that follow the shore.
        var bank = mix(land, DAMP, 0.50 * smoothstep(-0.17, -0.02, out + (fine - 0.5) * 0.10));
        var surf = mix(sea, FOAM, 0.55 * (1.0 - smoothstep(0.02, 0.10, out)));
        let broken = smoothstep(0.30, 0.45, noise(p * 3.1 + 5.0));
        surf = mix(surf, SEA_INK, 0.65 * broken * fill(abs(out - 0.125) - line * 0.8, px));
        let rarer = smoothstep(0.45, 0.60, noise(p * 3.7 - 9.0));
        surf = mix(surf, SEA_INK, 0.50 * rarer * fill(abs(out - 0.205) - line * 0.7, px));
        let shore = mix(bank, surf, fill(-out, px));
        return mix(shore, INK, 0.85 * fill(abs(out) - line * 1.1, px));
    }
    // Soft ground runs into soft ground, tuft by tuft; water deepens.
    let soft = select(0.035, 0.10, ends(here) == SHORE);
    // What is drawn dark, a bush or a tuft, reaches over what is light.
    let weight = dot(near - far, vec3<f32>(0.3, 0.5, 0.2));
    let ragged = s + (fine - 0.5) * 0.19 + (noise(p * 29.0) - 0.5) * 0.08 + weight * 0.34;
    let mixed = mix(near, far, smoothstep(-soft, soft, ragged));
    return mix(mixed, INK, settings.size.z * 0.9 * fill(abs(s) - line * 2.0, px));
}

// Ground that somebody laid keeps to its squares: a thin line of ink, and growth over its rim.
fn laid(own: vec2<u32>, plain: vec3<f32>, at: vec2<i32>, f: vec2<f32>, grain: Grain, px: f32) -> vec3<f32> {
    var colour = plain;
    let line = max(0.5 * px, 0.011) * select(1.0, 2.0, settings.size.z > 0.5);
    // Of the four sides, counted from below by the right, only the two nearest are near enough.
    let upright = select(2, 0, f.y > 0.5);
    let level = select(3, 1, f.x > 0.5);
    for (var turn = 0; turn < 2; turn++) {
        let n = select(min(upright, level), max(upright, level), turn == 1);
        let way = vec2<i32>(select(0, 1 - 2 * (n / 2), n % 2 == 1), select(0, 1 - 2 * (n / 2), n % 2 == 0));
        let d = 0.5 - dot(f - 0.5, vec2<f32>(way));
        if (d > 0.16) {
            continue;
        }
        let beyond = square(at + way);
        let flush = (ends(beyond) == FLUSH || ends(own) == FLUSH) && was_laid(beyond);
        if (beyond.r == own.r || flush || (is_sky(own) && is_sky(beyond))) {
            continue;
        }
        let grows = select(0.0, 1.0, ends(beyond) == 0u);
        let fine = noise(grain.p * 11.0);
        let rim = grows * 0.13 * fine * fine;
        // A worn, darker rim before the line.
        colour = mix(colour, INK, 0.16 * (1.0 - smoothstep(rim, rim + 0.07, d)));
        let faint = select(0.9, 0.55, grows > 0.5);
        colour = mix(colour, INK, faint * fill(abs(d - rim) - line, px));
        if (grows > 0.5) {
            colour = mix(colour, drawn(beyond, grain), fill(d - rim, px));
        }
    }
    return colour;
}

fn natural(own: vec2<u32>, plain: vec3<f32>, grain: Grain, px: f32) -> vec3<f32> {
    let p = grain.p;
    let wander = vec2<f32>(noise(p * 1.7) + 0.5 * noise(p * 4.1 + 3.0), noise(p * 1.7 + 31.0) + 0.5 * noise(p * 4.1 + 47.0)) - 0.75;
    // What was laid never moves, so nothing wanders over its border.
    let q = p + wander * 0.42 - 0.5;
    let at = vec2<i32>(floor(q));
    let g = fract(q);
    var corners = array<vec2<u32>, 4>(
        square(at), square(at + vec2<i32>(1, 0)), square(at + vec2<i32>(0, 1)), square(at + vec2<i32>(1, 1)));
    var weights = array<f32, 4>(
        (1.0 - g.x) * (1.0 - g.y), g.x * (1.0 - g.y), (1.0 - g.x) * g.y, g.x * g.y);
    for (var n = 0; n < 4; n++) {
        if (was_laid(corners[n])) {
            corners[n] = own;
        }
    }
    // The kind with the greatest share here, and the next.
    var most = own;
    var next = own;
    var share = -1.0;
    var less = -1.0;
    for (var n = 0; n < 4; n++) {
        var sum = 0.0;
        for (var m = 0; m < 4; m++) {
            sum += select(0.0, weights[m], corners[m].r == corners[n].r);
        }
        if (sum > share + 0.00001 && (share < 0.0 || corners[n].r != most.r)) {
            if (share >= 0.0) {
                next = most;
                less = share;
            }
            most = corners[n];
            share = sum;
        } else if (corners[n].r != most.r && sum > less) {
            next = corners[n];
            less = sum;
        }
    }
    if (less < 0.0) {
        return plain;
    }
    // Always seen from the same one of the two, so that the border is one line.
    let swap = most.r > next.r;
    let here = select(most, next, swap);
    let there = select(next, most, swap);
    let s = select(less - share, share - less, swap) * 0.5;
    let theirs = vec4<f32>(
        select(0.0, 1.0, corners[0].r == there.r), select(0.0, 1.0, corners[1].r == there.r),
        select(0.0, 1.0, corners[2].r == there.r), select(0.0, 1.0, corners[3].r == there.r));
    let slope = vec2<f32>(mix(theirs.y - theirs.x, theirs.w - theirs.z, g.y), mix(theirs.z - theirs.x, theirs.w - theirs.y, g.x));
    let across = slope / max(length(slope), 0.0001);
    return meet(here, there, drawn(here, grain), drawn(there, grain), s, dot(g, vec2<f32>(-across.y, across.x)), grain, px);
}

// Stars, so many cells a square; of all cells this share has one, of at most this radius in squares.
fn stars(below: vec3<f32>, p: vec2<f32>, cells: f32, share: f32, radius: f32, px: f32) -> vec3<f32> {
    let cell = floor(p * cells);
    if (hash(cell + vec2<f32>(7.0, 91.0)) > share) {
        return below;
    }
    let lot = hash(cell + vec2<f32>(53.0, 11.0));
    let at = (cell + 0.25 + 0.5 * vec2<f32>(hash(cell), hash(cell + vec2<f32>(19.0, 5.0)))) / cells;
    let off = p - at;
    let wide = radius * (0.45 + 0.55 * lot * lot);
    let tint = mix(vec3<f32>(0.62, 0.74, 0.95), vec3<f32>(0.95, 0.86, 0.66), fract(lot * 7.0));
    // The largest have four rays.
    let rays = max(abs(off.x), abs(off.y)) + 9.0 * min(abs(off.x), abs(off.y));
    let light = max(fill(length(off) - wide, px), 0.55 * smoothstep(0.80, 0.90, lot) * fill(rays - 4.0 * wide, px));
    return mix(below, tint, light * (0.25 + 0.55 * lot));
}

// The broken moon, seen behind the squares: a ball lit from above on the left, its seas and craters, and a crack through
// it, beyond which a piece has drifted off.
fn moon(below: vec3<f32>, p: vec2<f32>, px: f32) -> vec3<f32> {
    let radius = 0.38 * min(settings.size.x, settings.size.y);
    let u = (p - settings.size.xy * vec2<f32>(0.57, 0.45)) / radius;
    let w = px / radius;
    let t = dot(u, vec2<f32>(0.39, 0.92));
    let zigzag = 0.34 * (noise(vec2<f32>(t * 3.0 + 20.0, 4.0)) - 0.5) + 0.12 * (noise(vec2<f32>(t * 11.0 + 40.0, 8.0)) - 0.5);
    let s = dot(u, vec2<f32>(0.92, -0.39)) - 0.20 + zigzag;
    let gap = 0.018 + 0.045 * smoothstep(-1.0, 1.0, t);
    let v = u - select(vec2<f32>(0.0), vec2<f32>(0.11, 0.05), s > 0.0);
    let r = length(v);
    let whole = fill(r - 1.0, w) * fill(gap - abs(s), w);
    if (whole <= 0.0) {
        // A breath of light around it.
        let far = length(u - vec2<f32>(0.055, 0.025)) - 1.0;
        return below + MOON * 0.08 * (1.0 - smoothstep(0.0, 0.35, far));
    }
    let ball = vec3<f32>(v, sqrt(max(1.0 - r * r, 0.0)));
    let sun = clamp(dot(ball, vec3<f32>(-0.46, -0.48, 0.75)), 0.0, 1.0);
    // Turned, so that no edge of the noise lies along the squares.
    let turned = vec2<f32>(0.81 * v.x - 0.59 * v.y, 0.59 * v.x + 0.81 * v.y);
    let seas = smoothstep(0.42, 0.64, 0.5 * noise(turned * 2.1 + 37.0) + 0.3 * noise(v * 4.7 + 2.0) + 0.2 * noise(turned * 10.3));
    var tone = (0.22 + 0.78 * sun) * (1.0 - 0.38 * seas) * (0.92 + 0.16 * noise(v * 21.0));
    for (var n = 0; n < 2; n++) {
        let cells = select(7.0, 3.1, n == 0);
        let cell = floor(v * cells + 50.0);
        let lot = hash(cell + vec2<f32>(3.0, 29.0));
        let at = (cell - 50.0 + 0.3 + 0.4 * vec2<f32>(hash(cell), lot)) / cells;
        let off = v - at;
        let rim = (0.10 + 0.18 * lot) / cells;
        let d = length(off) - rim;
        let here = select(0.0, 1.0, hash(cell + vec2<f32>(61.0, 17.0)) < 0.62);
        // Its floor lies in the shadow of the rim towards the sun, the other side of it catches the light.
        let side = dot(off, vec2<f32>(0.69, 0.72)) / rim;
        tone *= 1.0 + here * fill(d, w) * clamp(0.45 * side, -0.35, 0.30);
        tone *= 1.0 - here * 0.30 * fill(abs(d) - 0.008, w);
    }
    // The broken edge is dark on one side and bright on the other.
    let broken = 1.0 - smoothstep(0.0, 0.05, abs(s) - gap);
    tone *= 1.0 + broken * select(0.35, -0.55, s < 0.0);
    return mix(below, MOON * min(tone, 1.0), whole);
}

// The night sky of a map: mist, stars, and what is behind them.
fn heavens(p: vec2<f32>, px: f32) -> vec3<f32> {
    let mist = smoothstep(0.42, 0.86, 0.55 * noise(p * 0.14 + 3.0) + 0.30 * noise(p * 0.37 + 17.0) + 0.15 * noise(p * 1.1));
    let veil = smoothstep(0.50, 0.90, 0.7 * noise(p * 0.19 + 41.0) + 0.3 * noise(p * 0.6 + 29.0));
    var colour = mix(NIGHT, MIST, 0.65 * mist) + vec3<f32>(0.000, 0.010, 0.013) * veil;
    colour = stars(colour, p, 5.0, 0.22 + 0.25 * mist, 0.014, px);
    colour = stars(colour, p + 0.37, 2.3, 0.20, 0.026, px);
    colour = stars(colour, p + 0.71, 0.6, 0.35, 0.042, px);
    if (settings.lamp.y + trifle(p) > 0.5) {
        colour = moon(colour, p, px);
    }
    return colour;
}

// The folds of the map: a crease every eight squares or so, one side catching the lamp.
fn fold(p: f32, whole: f32) -> f32 {
    let panels = max(round(whole / 8.0), 1.0);
    let wide = whole / panels;
    let n = round(p / wide);
    if (n < 0.5 || n > panels - 0.5) {
        return 0.0;
    }
    let d = p - n * wide;
    return exp(-abs(d) * 7.0) * select(0.055, -0.085, d > 0.0);
}

// How much of the rim's shadow falls into a drop at a point: 1 under its upper and left edge, which are towards the
// light, 0 in the open.
fn shaded(p: vec2<f32>) -> f32 {
    let q = p - vec2<f32>(0.72, 0.86);
    let at = vec2<i32>(floor(q));
    let f = fract(q);
    var rim = array<f32, 4>(0.0, 0.0, 0.0, 0.0);
    for (var n = 0; n < 4; n++) {
        rim[n] = select(1.0, 0.0, ends(square(at + vec2<i32>(n % 2, n / 2))) == CLIFF);
    }
    return smoothstep(0.05, 0.75, mix(mix(rim[0], rim[1], f.x), mix(rim[2], rim[3], f.x), f.y));
}

// A drop: haze in its depth, the shadow of its rim, and the side of what was laid above it.
fn deepened(plain: vec3<f32>, at: vec2<i32>, grain: Grain, px: f32) -> vec3<f32> {
    let p = grain.p;
    let ragged = (noise(p * 3.1) - 0.5) * 0.10;
    var colour = mix(plain, HAZE, 0.35 + 0.25 * noise(p * 0.7));
    colour *= 1.0 - 0.80 * shaded(p + ragged);
    let above = square(at - vec2<i32>(0, 1));
    let down = fract(p.y);
    if (was_laid(above)) {
        let side = drawn(above, Grain(vec2<f32>(p.x, p.y - 2.0 * down), grain.dx, grain.dy, grain.lot)) * 0.40;
        colour = mix(colour, side, fill(down - 0.15, px));
        colour = mix(colour, INK, fill(abs(down - 0.15) - max(0.5 * px, 0.012), px));
    }
    return colour;
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let p = in.uv * settings.size.xy;
    let dx = dpdx(p);
    let dy = dpdy(p);
    let px = max(abs(dx.x) + abs(dy.x), 0.0005);
    let at = vec2<i32>(floor(p));
    let texel = texel_at(at);
    let own = texel.rg;
    let grain = Grain(p, dx, dy, texel.a);

    // Paper: mottled, folded, under the lamp; with high contrast nothing of that.
    let stain = noise(p * 0.23 + 11.0);
    let paper = 0.955 + 0.075 * stain + fold(p.x, settings.size.x) + fold(p.y, settings.size.y);
    let lit = mix(1.0, lamplight(in.position.xy, view.viewport), settings.lamp.x);
    let unlit = clamp(1.0 - paper * LAMP.x * lit / BRIGHTEST, 0.0, 1.0) * (1.0 - settings.size.z);
    // Soft ground is not of one tone: wide patches lie a little deeper.
    let patches = smoothstep(0.46, 0.68, 0.65 * stain + 0.35 * noise(p * 1.1 + 5.0));
    let deeper = select(0.0, 0.15 * patches * (1.0 - settings.size.z), ends(own) == 0u);
    let tile = (own.g & 128u) != 0u && settings.size.w * (1.0 - settings.size.z) + trifle(p) > 0.5;
    let dark = 1.0 - (1.0 - unlit) * (1.0 - deeper);
    let falls = ends(own) == CLIFF;
    let sky = is_sky(own);
    if (tile && !falls && !sky) {
        return vec4<f32>(SHADE, dark);
    }

    var colour = drawn(own, grain);
    if (falls) {
        colour = deepened(colour, at, grain, px);
    }
    if (sky) {
        colour = mix(heavens(p, px), colour, settings.size.z);
    }
    if ((own.g & 128u) != 0u) {
        // Everything around is alike.
    } else if (was_laid(own)) {
        colour = laid(own, colour, at, fract(p), grain, px);
    } else {
        colour = natural(own, colour, grain, px);
        // What spans water or a drop throws its shadow there.
        if (ends(own) == SHORE) {
            let f = fract(p);
            let above = select(0.0, 1.0, was_laid(square(at - vec2<i32>(0, 1))));
            let left = select(0.0, 1.0, was_laid(square(at - vec2<i32>(1, 0))));
            let shade = max(above * (1.0 - smoothstep(0.05, 0.30, f.y)), left * (1.0 - smoothstep(0.03, 0.18, f.x)));
            colour *= 1.0 - 0.55 * shade;
        }
    }

    return vec4<f32>(mix(colour, SHADE, dark), 1.0);
}

// Walls and what stands between squares: shadow, body with its face, top. One quad a part.
//
// The quad's uv is the place within the block in pixels of the map, y downwards; its colour is the block's width and
// height, its kind, its part and around it where the same wall goes on (kind + 16 × part + 64 × bits), and the height of
// its face.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{INK, PAPER, fill, hash, noise, over, stroke}

struct Settings {
    // 1 = high contrast
    look: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

// The kinds, as view::BarrierKind counts them.
const WALL: u32 = 0u;
const LOW_WALL: u32 = 1u;
const DOOR: u32 = 2u;
const OPEN_DOOR: u32 = 3u;
const WINDOW: u32 = 4u;
const MACHINE: u32 = 6u;
const FENCE: u32 = 7u;
const HEDGE: u32 = 10u;
const HULL: u32 = 12u;

const STONE: vec3<f32> = vec3<f32>(0.270, 0.225, 0.175);
const RUBBLE: vec3<f32> = vec3<f32>(0.400, 0.350, 0.275);
const WOOD: vec3<f32> = vec3<f32>(0.340, 0.165, 0.060);
const GLASS: vec3<f32> = vec3<f32>(0.560, 0.740, 0.760);
const METAL: vec3<f32> = vec3<f32>(0.350, 0.390, 0.370);
const STEEL: vec3<f32> = vec3<f32>(0.215, 0.250, 0.275);
const LEAF: vec3<f32> = vec3<f32>(0.200, 0.260, 0.085);

fn around(q: vec2<f32>, least: vec2<f32>, most: vec2<f32>, corner: f32) -> f32 {
    let half = (most - least) * 0.5;
    let d = abs(q - (least + most) * 0.5) - half + corner;
    return length(max(d, vec2<f32>(0.0))) + min(max(d.x, d.y), 0.0) - corner;
}

// Stones in courses of a height, each of a length, over a face of wall: how far a point is from the joints between them
// in pixels, and how light its stone is, 0 to 1.
fn courses(at: vec2<f32>, course: f32, long: f32) -> vec2<f32> {
    let row = floor(at.y / course);
    let shift = 0.5 * (row - 2.0 * floor(row * 0.5)) + 0.22 * (hash(vec2<f32>(row, 3.0)) - 0.5);
    let x = at.x / long + shift;
    let n = floor(x + 0.5);
    let joint = n + 0.16 * (hash(vec2<f32>(n, row)) - 0.5);
    let upright = abs(x - joint) * long;
    let level = abs(fract(at.y / course + 0.5) - 0.5) * course;
    let stone = select(n - 1.0, n, x >= joint);
    return vec2<f32>(min(upright, level), hash(vec2<f32>(stone, row + 57.0)));
}

// Width of the coping around a mass of wall.
const COPING: f32 = 9.0;

// Whether the wall goes on there, by its bit: left, up, right, down, then the corners from the upper left on, clockwise.
fn on(bits: u32, n: u32) -> bool {
    return ((bits >> n) & 1u) == 1u;
}

// How far a point of a square in a mass of wall is from where that ends.
fn from_end(q: vec2<f32>, size: vec2<f32>, bits: u32) -> f32 {
    let far = size - q;
    var d = 1000.0;
    if (!on(bits, 0u)) { d = min(d, q.x); }
    if (!on(bits, 1u)) { d = min(d, q.y); }
    if (!on(bits, 2u)) { d = min(d, far.x); }
    if (!on(bits, 3u)) { d = min(d, far.y); }
    if (!on(bits, 4u)) { d = min(d, max(q.x, q.y)); }
    if (!on(bits, 5u)) { d = min(d, max(far.x, q.y)); }
    if (!on(bits, 6u)) { d = min(d, max(far.x, far.y)); }
    if (!on(bits, 7u)) { d = min(d, max(q.x, far.y)); }
    return d;
}

// How far a point of a square in a mass of wall is from its sides at which that ends (1000 for none): those towards the
// light, left and above, and those away from it, right and below.
fn to_light(q: vec2<f32>, bits: u32) -> vec2<f32> {
    return vec2<f32>(select(q.x, 1000.0, on(bits, 0u)), select(q.y, 1000.0, on(bits, 1u)));
}

fn from_light(q: vec2<f32>, size: vec2<f32>, bits: u32) -> vec2<f32> {
    let far = size - q;
    return vec2<f32>(select(far.x, 1000.0, on(bits, 2u)), select(far.y, 1000.0, on(bits, 3u)));
}

// The top of a mass of wall: a coping of large stones where it ends, lit towards the upper left and in shade towards the
// lower right; within it, lower and quieter, what it is filled with: stones, or plates.
fn mass(kind: u32, q: vec2<f32>, size: vec2<f32>, bits: u32, world: vec2<f32>, px: f32) -> vec3<f32> {
    let bold = 1.0 + 0.8 * settings.look.x;
    let light = 1.0 - settings.look.x;
    let plates = kind == HULL;
    let inside = from_end(q, size, bits);
    let lit = to_light(q, bits);
    let dim = from_light(q, size, bits);
    // Within.
    let filled = courses(world, select(10.667, 32.0, plates), select(21.333, 64.0, plates));
    var within = colour_of(kind) * (0.58 + 0.12 * noise(world * 0.045) + 0.10 * filled.y);
    within = mix(within, INK, 0.22 * stroke(filled.x, 0.6, px));
    within *= 1.0 - 0.30 * light * (1.0 - smoothstep(0.0, 8.0, inside - COPING));
    // The stones of the coping lie along the nearest end.
    let across = min(lit.y, dim.y) < min(lit.x, dim.x);
    let along = select(world.y, world.x, across) / select(16.0, 32.0, plates);
    var coping = mix(colour_of(kind), PAPER, 0.08 + 0.14 * hash(vec2<f32>(floor(along), select(5.0, 9.0, across))));
    let joint = min(fract(along), 1.0 - fract(along)) * select(16.0, 32.0, plates);
    coping = mix(coping, INK, 0.45 * stroke(joint, 0.6 * bold, px));
    coping = mix(coping, PAPER, 0.42 * light * (1.0 - smoothstep(1.2, 3.4, min(lit.x, lit.y))));
    coping *= 1.0 - 0.36 * light * (1.0 - smoothstep(1.0, 7.5, min(dim.x, dim.y)));
    let top = mix(coping, within, fill(COPING - inside, px));
    return mix(top, INK, 0.75 * fill(abs(inside - COPING) - 0.6 * bold, px));
}

// Rivets along a line, so far apart: distance in pixels.
fn rivets(along: f32, across: f32, apart: f32) -> f32 {
    return length(vec2<f32>((fract(along / apart) - 0.5) * apart, across));
}

fn colour_of(kind: u32) -> vec3<f32> {
    switch kind {
        case WALL { return STONE; }
        case LOW_WALL { return RUBBLE; }
        case WINDOW { return STONE * 1.25; }
        case MACHINE { return METAL; }
        case HEDGE { return LEAF; }
        case HULL { return STEEL; }
        default { return WOOD; }
    }
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let q = in.uv;
    let px = max(fwidth(q.x), 0.001);
    let size = in.color.xy;
    let code = u32(in.color.z + 0.5);
    let kind = code % 16u;
    let part = (code / 16u) % 4u;
    let goes_on = code / 64u;
    let face = in.color.w;
    let world = vec2<f32>(in.world_position.x, -in.world_position.y);
    let level = size.x > size.y;
    // Along the block and across it, from its middle line.
    let along = select(world.y, world.x, level);
    let across = select(q.x - size.x * 0.5, q.y - size.y * 0.5, level);
    let bold = 1.0 + 0.8 * settings.look.x;
    let rim = max(1.35 * bold, 0.75 * px);
    var out = vec4<f32>(0.0);

    // Leaves and old stones have no straight edge.
    var rough = 0.0;
    if (kind == HEDGE) { rough = (noise(world * 0.16) - 0.45) * 5.0; }
    if (kind == LOW_WALL) { rough = (noise(world * 0.21) - 0.5) * 1.6; }

    if (part == 0u) {
        // The shadow falls to the right and down.
        let far = 5.0 + face * 0.85;
        let d = around(q, vec2<f32>(2.0, 3.0), size + vec2<f32>(far * 0.55, face + far * 0.45), 3.0);
        let soft = 1.0 - smoothstep(-far * 0.40, far * 0.55, d);
        let thin = select(1.0, 0.55, kind == FENCE);
        return vec4<f32>(INK * 0.4, 0.50 * soft * soft * thin);
    }

    if (kind == FENCE) {
        // Two rails and their posts; between them the ground is seen.
        let n = fract(along / 21.333 + 0.5) - 0.5;
        let post = max(abs(n) * 21.333 - 2.6, abs(across) - 2.6);
        if (part == 1u) {
            let rail = max(abs(across - 1.2) - 1.5, around(q, vec2<f32>(0.0), size, 0.0));
            let foot = max(abs(n) * 21.333 - 2.6, abs(across - face * 0.5) - 2.6 - face * 0.5);
            let d = min(rail, select(foot, max(foot, -q.x), level));
            out = over(out, INK, fill(d - rim, px));
            return over(out, WOOD * 0.75, fill(d, px));
        }
        out = over(out, INK, fill(post - rim * 0.8, px));
        return over(out, WOOD * 1.5, fill(post, px));
    }

    if (part == 1u) {
        let d = around(q, vec2<f32>(0.0), size + vec2<f32>(0.0, face), 1.5) + rough;
        out = over(out, INK, fill(d - rim, px));
        // The face, darker towards the ground, its stones or planks.
        let down = clamp((q.y - size.y) / face, 0.0, 1.0);
        var shade = colour_of(kind) * mix(0.62, 0.36, down);
        if (kind == WALL || kind == LOW_WALL || kind == WINDOW) {
            // A high face has three courses. What lies on it throws a little shadow.
            let high = face > 15.0;
            let stone = courses(vec2<f32>(world.x, q.y - size.y), face / select(2.0, 3.0, high), 13.0);
            shade *= 0.86 + 0.30 * stone.y;
            shade = mix(shade, INK, 0.60 * stroke(stone.x, 0.55, px));
            shade *= 1.0 - select(0.0, 0.45, high) * (1.0 - smoothstep(0.0, 4.5, q.y - size.y));
        } else if (kind == HULL) {
            // Plates, riveted along their upper edge.
            shade = mix(shade, INK, 0.65 * stroke(abs(fract(world.x / 32.0) - 0.5) * 32.0, 0.7, px));
            shade = mix(shade, INK, 0.60 * fill(rivets(world.x, q.y - size.y - 3.0, 8.0) - 0.9, px));
        } else if (kind == HEDGE) {
            shade = mix(shade, INK, 0.5 * smoothstep(0.55, 0.7, noise(world * 0.35)));
        } else {
            shade = mix(shade, INK, 0.5 * stroke(abs(fract(world.x / 7.0) - 0.5) * 7.0, 0.5, px));
        }
        return over(out, shade, fill(d, px));
    }

    var top = colour_of(kind);
    if (min(size.x, size.y) > 30.0 && (kind == WALL || kind == LOW_WALL || kind == HULL)) {
        // Where a mass of wall goes on, its squares lie a little on one another, so that there is no seam.
        let before = vec2<f32>(select(0.0, -px, on(goes_on, 0u)), select(0.0, -px, on(goes_on, 1u)));
        let behind = vec2<f32>(select(0.0, px, on(goes_on, 2u)), select(0.0, px, on(goes_on, 3u)));
        top = mass(kind, q, size, goes_on, world, px);
        return over(out, top, fill(around(q, before, size + behind, 0.0), px));
    }
    let d = around(q, vec2<f32>(0.0), size, 1.0) + rough;
    let own = fill(d, px);
    if (kind == WALL) {
        let thick = min(size.x, size.y);
        top = STONE * (0.92 + 0.22 * hash(vec2<f32>(floor(along / 16.0), 1.0)));
        let joint = abs(fract(along / 16.0) - 0.5) * 16.0;
        let deep = smoothstep(thick * 0.5, thick * 0.5 - 4.0, abs(across));
        top = mix(top, INK, 0.38 * stroke(joint, 0.5, px) * deep);
    } else if (kind == HULL) {
        // Two skins of plates and what is between them.
        let seam = abs(fract(along / 32.0) - 0.5) * 32.0;
        top = mix(STEEL * 1.35, STEEL * 0.55, fill(abs(across) - 2.6, px));
        top = mix(top, INK, 0.70 * fill(abs(abs(across) - 2.6) - 0.5, px));
        top = mix(top, INK, 0.60 * stroke(seam, 0.6, px) * step(2.6, abs(across)));
        top = mix(top, INK, 0.65 * fill(rivets(along, abs(across) - 4.8, 8.0) - 0.8, px));
    } else if (kind == LOW_WALL) {
        let stone = courses(vec2<f32>(along, across + 200.0), 5.0, 9.0).x;
        top = RUBBLE * (0.85 + 0.35 * hash(floor(world / 7.0)));
        top = mix(top, INK, 0.55 * stroke(stone, 0.5, px));
    } else if (kind == HEDGE) {
        let clump = noise(world * 0.22 + 9.0);
        top = LEAF * (0.75 + 0.9 * clump);
        top = mix(top, INK, 0.55 * stroke(abs(noise(world * 0.30) - 0.5) * 8.0, 0.7, px));
    } else if (kind == WINDOW) {
        // A pane between two stones, and the light on it.
        let long = select(size.y, size.x, level);
        let here = select(q.y, q.x, level);
        let pane = max(abs(here - long * 0.5) - long * 0.5 + 12.0, abs(across) - 2.6);
        top = mix(top, INK, 0.9 * fill(pane - 1.2, px));
        let glint = step(0.5, fract((here + across) / 13.0));
        top = mix(top, mix(GLASS, vec3<f32>(0.85, 0.93, 0.92), 0.55 * glint), fill(pane, px));
        top = mix(top, INK, 0.8 * fill(max(abs(here - long * 0.5) - 0.8, pane), px));
    } else if (kind == DOOR || kind == OPEN_DOOR) {
        let long = select(size.y, size.x, level);
        let here = select(q.y, q.x, level);
        top = WOOD * mix(1.7, 1.35, step(0.5, fract(across / 4.0)));
        top = mix(top, INK, 0.55 * stroke(abs(fract(across / 4.0) - 0.5) * 4.0, 0.4, px));
        // Iron bands and the ring.
        let band = min(abs(here - 13.0), abs(here - long + 13.0)) - 1.6;
        top = mix(top, INK, 0.85 * fill(band, px));
        let ring = distance(vec2<f32>(here, across), vec2<f32>(long * 0.78, 0.0)) - 2.4;
        top = mix(top, INK, fill(ring, px));
        top = mix(top, vec3<f32>(0.75, 0.50, 0.12), fill(ring + 1.2, px));
        top = mix(top, INK, 0.7 * fill(-d - 0.8, px));
    } else {
        let inner = around(q, vec2<f32>(5.0), size - 5.0, 0.0);
        top = mix(top * 1.5, INK, 0.7 * fill(abs(inner) - 0.8, px));
    }
    // Light from the upper left, shade on the lower right.
    if (kind != HEDGE) {
        let strength = 0.30 * (1.0 - settings.look.x);
        let lit = 1.0 - smoothstep(0.6, 2.2, select(q.x, q.y, level));
        let dim = 1.0 - smoothstep(0.5, 4.0, select(size.x - q.x, size.y - q.y, level));
        top = mix(top, PAPER, strength * lit);
        top *= 1.0 - strength * dim;
    }
    return over(out, top, own);
}

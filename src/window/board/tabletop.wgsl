// The table: walnut with its grain, a soft lamp in the middle of the screen, the shadow of the map.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{INK, fill, noise, trifle}

struct Settings {
    // the map in world pixels: width, height; the lamp: half width and half height of what the camera sees
    map: vec4<f32>,
    // the camera's middle in world pixels
    middle: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

// How far the sheet goes on beyond the map.
const MARGIN: f32 = 20.0;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    // A bare table looks the same however large the window is and wherever the camera was.
    let bare = settings.map.x + trifle(in.uv) <= 1.0;
    let from_middle = (in.world_position.xy - settings.middle.xy) / settings.map.zw;
    let aspect = vec2<f32>(settings.map.z / settings.map.w, 1.0);
    let world = select(in.world_position.xy, from_middle * aspect * 360.0, bare);
    // What the map covers needs no wood.
    let centre = vec2<f32>(settings.map.x, -settings.map.y) * 0.5;
    let rim = abs(world - centre) - settings.map.xy * 0.5;
    if (!bare && max(rim.x, rim.y) < -1.0) {
        return vec4<f32>(0.80, 0.71, 0.52, 1.0);
    }
    let board = floor(world.y / 300.0);
    let along = vec2<f32>(world.x * 0.004 + board * 17.0, world.y * 0.030);
    let warp = noise(along * vec2<f32>(1.0, 0.35)) * 3.0;
    let rings = 0.5 + 0.5 * sin((world.y * 0.055 + warp * 4.0) + noise(along * 2.0) * 3.0);
    let fibre = noise(vec2<f32>(world.x * 0.02, world.y * 0.9 + board));
    var wood = mix(vec3<f32>(0.0145, 0.0078, 0.0046), vec3<f32>(0.034, 0.0180, 0.0100), rings * 0.55 + fibre * 0.45);
    let seam = abs(fract(world.y / 300.0) - 0.5) * 300.0;
    wood *= mix(1.0, 0.45, smoothstep(148.2, 149.6, seam));

    // The lamp: never so strong that corners cannot be read.
    let lamp = 1.25 - 0.55 * smoothstep(0.1, 1.5, length(from_middle));
    wood *= lamp;

    if (bare) {
        return vec4<f32>(wood, 1.0);
    }
    // The shadow that the map throws.
    let outside = max(abs(world - centre - vec2<f32>(5.0, -9.0)) - settings.map.xy * 0.5 - MARGIN, vec2<f32>(0.0));
    wood *= mix(0.30, 1.0, smoothstep(0.0, 34.0, length(outside)));

    // The margin of the sheet: between two thin rules a band that is light and dark by turns, a square each, to
    // measure by; the paper's edge is cut by hand.
    let px = max(fwidth(world.x), 0.001);
    let d = max(rim.x, rim.y);
    let side = rim.x > rim.y;
    let squares_on = select(world.x, -world.y, side) / 64.0;
    let whole = select(settings.map.x, settings.map.y, side) / 64.0;
    let in_corner = squares_on < 0.0 || squares_on > whole;
    let odd = abs(floor(squares_on) - 2.0 * floor(squares_on * 0.5)) > 0.5;
    var sheet = vec3<f32>(0.80, 0.71, 0.52) * (0.93 + 0.10 * noise(world * 0.021));
    let band = max(5.0 - d, d - 10.0);
    let dark = odd && !in_corner;
    sheet = mix(sheet, INK, select(0.0, 0.80, dark) * fill(band, px));
    sheet = mix(sheet, INK, 0.80 * fill(abs(d - 5.0) - max(0.5, 0.5 * px), px));
    sheet = mix(sheet, INK, 0.80 * fill(abs(d - 10.0) - max(0.5, 0.5 * px), px));
    sheet = mix(sheet, INK, 0.85 * fill(abs(d) - max(0.8, 0.5 * px), px));
    let cut = d - MARGIN - 2.2 * (noise(world * 0.045) - 0.5) - 0.9 * (noise(world * 0.31) - 0.5);
    sheet *= 1.0 - 0.22 * smoothstep(-3.5, 0.0, cut);
    return vec4<f32>(mix(wood, sheet * min(lamp, 1.0), fill(cut, px)), 1.0);
}

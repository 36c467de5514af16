// The table: walnut with its grain, a soft lamp in the middle of the screen, the shadow of the map.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{noise}

struct Settings {
    // the map in world pixels: width, height; the lamp: half width and half height of what the camera sees
    map: vec4<f32>,
    // the camera's middle in world pixels
    middle: vec4<f32>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let world = in.world_position.xy;
    // What the map covers needs no wood.
    let centre = vec2<f32>(settings.map.x, -settings.map.y) * 0.5;
    let rim = abs(world - centre) - settings.map.xy * 0.5;
    if (settings.map.x > 1.0 && max(rim.x, rim.y) < -1.0) {
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
    let from_middle = (world - settings.middle.xy) / settings.map.zw;
    let lamp = 1.25 - 0.55 * smoothstep(0.1, 1.5, length(from_middle));
    wood *= lamp;

    // The shadow that the map throws.
    let outside = max(abs(world - centre - vec2<f32>(4.0, -8.0)) - settings.map.xy * 0.5, vec2<f32>(0.0));
    if (settings.map.x > 1.0) {
        wood *= mix(0.35, 1.0, smoothstep(0.0, 34.0, length(outside)));
    }

    // The paper's white edge around the map.
    if (settings.map.x <= 1.0) {
        return vec4<f32>(wood, 1.0);
    }
    let paper = 1.0 - smoothstep(11.0, 12.0, max(rim.x, rim.y));
    let rule = smoothstep(4.0, 5.0, max(rim.x, rim.y)) * (1.0 - smoothstep(6.0, 7.0, max(rim.x, rim.y)));
    let sheet = mix(vec3<f32>(0.80, 0.71, 0.52), vec3<f32>(0.10, 0.07, 0.05), rule * 0.8);
    return vec4<f32>(mix(wood, sheet * min(lamp, 1.0), paper), 1.0);
}

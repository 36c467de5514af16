// A picture of a sheet of the board, as it is or under the lamp.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::view
#import threat_range::ink::lamplight

struct Settings {
    // 1 = under the lamp
    lamp: f32,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var picture: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var as_drawn: sampler;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let drawn = textureSample(picture, as_drawn, in.uv);
    let lit = mix(1.0, lamplight(in.position.xy, view.viewport), settings.lamp);
    return vec4<f32>(drawn.rgb * lit, drawn.a);
}

// Sectors of fire: two chalk lines, light along them, a trace of a wedge, the reach as a chalk line with ticks. One quad over the board.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import threat_range::ink::{CHALK, INK, over, speckle, stroke, width, trifle}

struct Settings {
    // columns, rows, how many sectors, pixels of the screen in a unit
    size: vec4<f32>,
    // for each sector two: middle (x, y), facing and half its width in radians; from, to, 1 = idle, hatch
    sectors: array<vec4<f32>, 16>,
    // for each sector the colour of its side (linear)
    colours: array<vec4<f32>, 8>,
};

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> settings: Settings;

const PI: f32 = 3.14159265;
// How strong the wedge is; how much stronger along its lines, and how far from them, in squares.
const WEDGE: f32 = 0.05;
const EDGE_LIGHT: f32 = 0.25;
const EDGE: f32 = 0.5;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let count = i32(settings.size.z + trifle(in.uv));
    let p = in.uv * settings.size.xy;
    let px = max(fwidth(p.x), 0.0005);
    let unit = px * max(settings.size.w, 1.0);
    let grain = mix(0.70, 1.0, speckle(p * 48.0));
    var out = vec4<f32>(0.0);
    for (var n = 0; n < count; n++) {
        let place = settings.sectors[2 * n];
        let reach = settings.sectors[2 * n + 1];
        let colour = settings.colours[n].rgb;
        let q = p - place.xy;
        let far = length(q);
        // The angle off the middle line, to the left or right of it.
        let ahead = vec2<f32>(sin(place.z), -cos(place.z));
        let along = dot(q, ahead);
        let across = q.x * -ahead.y + q.y * ahead.x;
        let off = abs(atan2(across, along));
        let half = place.w;
        let round = half >= PI - 0.001;
        let inside = far >= reach.x && far <= reach.y && (round || off <= half);
        let idle = reach.z > 0.5;

        // The distance to the nearer of the two rays from the middle.
        var edge = 1000.0;
        if (!round && far < reach.y) {
            for (var s = -1.0; s < 2.0; s += 2.0) {
                let turn = place.z + s * half;
                let way = vec2<f32>(sin(turn), -cos(turn));
                let t = dot(q, way);
                if (t >= reach.x) {
                    edge = min(edge, length(q - way * t));
                }
            }
        }
        // A trace of the side's colour with much chalk in it, so that the map is seen, and more of it along the lines.
        if (inside && !idle) {
            let light = clamp(1.0 - edge / EDGE, 0.0, 1.0);
            out = over(out, mix(colour, CHALK, 0.65), WEDGE + EDGE_LIGHT * light * light);
        }
        // The two lines.
        if (!round && far < reach.y) {
            let dash = select(1.0, step(0.4, fract(far * 1.5)), idle);
            out = over(out, INK, 0.70 * dash * stroke(edge, width(0.055, 2.2, unit), px));
            out = over(out, CHALK, dash * grain * stroke(edge, width(0.034, 1.3, unit), px));
        }
        // The end of its reach, with a tick in the middle.
        if (round || off <= half) {
            let rim = abs(far - reach.y);
            let dash = select(1.0, step(0.5, fract(off * far * 1.2)), idle || round);
            out = over(out, INK, 0.60 * dash * stroke(rim, width(0.045, 1.8, unit), px));
            out = over(out, CHALK, dash * grain * stroke(rim, width(0.028, 1.1, unit), px));
        }
    }
    return out;
}

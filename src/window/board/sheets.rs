//! What lies still on the board is drawn once, into a picture that is shown until something of it changes: four sheets,
//! each with a camera of its own that looks only when it must.
//!
//! A picture is larger than the window by a [`MARGIN`], so that a view that moves a little needs no other. What drifts
//! (smoke, fire, rain) is drawn in thirds of the window's pixels: it changes in each frame, and has no sharp edges.

use bevy::{
    asset::AssetEventSystems,
    camera::{
        CameraUpdateSystems, ImageRenderTarget, RenderTarget,
        visibility::{RenderLayers, VisibilitySystems},
    },
    image::ImageSampler,
    mesh::MeshVertexBufferLayoutRef,
    render::render_resource::{BlendState, RenderPipelineDescriptor, SpecializedMeshPipelineError},
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dKey},
};

use super::prelude::*;
use crate::window::{
    camera::{CameraSet, Cleared, clear_table},
    testing::Drawn,
};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "sheets.wgsl");
    app.add_plugins(Material2dPlugin::<Picture>::default())
        .init_resource::<Sheets>()
        .add_systems(Startup, lay)
        .add_systems(
            PostUpdate,
            (
                look.after(CameraSet)
                    .after(clear_table)
                    .before(TransformSystems::Propagate)
                    .before(CameraUpdateSystems),
                watch.after(TransformSystems::Propagate).before(VisibilitySystems::CheckVisibility),
            ),
        );
}

/// A sheet of the board: of what lies on it this is a component.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sheet {
    /// The ground and walls.
    Ground,
    /// Darkness, smoke and fire beneath counters.
    Air,
    /// Marks and arcs.
    Marks,
    /// The veil of smoke and glow above counters, and rain.
    Veil,
}

const ALL: [Sheet; 4] = [Sheet::Ground, Sheet::Air, Sheet::Marks, Sheet::Veil];

/// How far a picture goes on beyond the window on each side, in pixels of the screen.
const MARGIN: u32 = 96;

/// So many frames are drawn from the last change on: a picture that has just been made may reach the graphics card a
/// frame late.
const SETTLES: u8 = 3;

/// The first layer of cameras that sheets use; those before are the window's.
const FIRST: usize = 2;

impl Sheet {
    /// What lies on the sheet has these.
    pub fn on(self) -> impl Bundle {
        (self, self.layers())
    }

    fn layers(self) -> RenderLayers {
        RenderLayers::layer(FIRST + self as usize)
    }

    /// How deep it lies.
    pub fn depth(self) -> f32 {
        match self {
            Self::Ground => layer::TERRAIN,
            Self::Air => layer::MARKS - 0.3,
            Self::Marks => layer::MARKS,
            Self::Veil => layer::AIR - 3.0,
        }
    }

    /// Pixels of the screen along each side of one of the picture's.
    fn coarse(self) -> u32 {
        match self {
            Self::Ground | Self::Marks => 1,
            Self::Air | Self::Veil => 3,
        }
    }

    /// Width and height of its picture, in the picture's own pixels.
    fn size(self, window: UVec2) -> UVec2 {
        (window.max(UVec2::ONE) + 2 * MARGIN).map(|side| side.div_ceil(self.coarse()))
    }

    fn image(self, window: UVec2) -> Image {
        let size = self.size(window);
        let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
        image.sampler = if self.coarse() == 1 { ImageSampler::nearest() } else { ImageSampler::linear() };
        image
    }
}

/// What the pictures of the sheets show.
#[derive(Resource, Default)]
struct Sheets {
    /// Frames that each is still to be drawn in.
    due: [u8; ALL.len()],
    seen: View,
}

/// What a camera sees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct View {
    middle: Vec2,
    /// Pixels of the map for one of the window.
    scale: f32,
    /// The window, in pixels of the screen; and how many of these one of its own has.
    window: UVec2,
    factor: f32,
}

impl View {
    /// Pixels of the map for one of the screen.
    fn pixel(&self) -> f32 {
        self.scale / self.factor.max(0.01)
    }

    /// Does a picture of this view hold all of another one?
    fn holds(&self, other: &Self) -> bool {
        let within = (self.middle - other.middle).abs().max_element() <= (MARGIN - 1) as f32 * self.pixel();
        within && Self { middle: self.middle, ..*other } == *self
    }

    /// Its middle as another view shows it: moved by less than a pixel, so that pixels lie on pixels.
    fn middle_in(&self, other: &Self) -> Vec2 {
        let pixel = self.pixel().max(f32::MIN_POSITIVE);
        other.middle + ((self.middle - other.middle) / pixel).round() * pixel
    }
}

/// The camera of a sheet.
#[derive(Component)]
struct Looks(Sheet);

/// What shows the picture of a sheet.
#[derive(Component)]
struct Shown(Sheet);

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Picture {
    /// 1 under the lamp.
    #[uniform(0)]
    lamp: f32,
    #[texture(1)]
    #[sampler(2)]
    image: Handle<Image>,
}

impl Material2d for Picture {
    fn fragment_shader() -> ShaderRef {
        "embedded://threat_range_window/window/board/sheets.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }

    /// What is drawn on nothing has its colour multiplied by its alpha already.
    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        _: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        for target in descriptor.fragment.iter_mut().flat_map(|own| &mut own.targets).flatten() {
            target.blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        }
        Ok(())
    }
}

fn target(handle: Handle<Image>, sheet: Sheet, factor: f32) -> RenderTarget {
    ImageRenderTarget { handle, scale_factor: factor / sheet.coarse() as f32 }.into()
}

fn lay(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut pictures: ResMut<Assets<Picture>>,
) {
    let quad = meshes.add(Rectangle::new(1.0, 1.0));
    for sheet in ALL {
        let image = images.add(sheet.image(UVec2::ONE));
        let camera = Camera {
            order: -1 - sheet as isize,
            is_active: false,
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        };
        let onto = target(image.clone(), sheet, 1.0);
        commands.spawn((Looks(sheet), Camera2d, camera, onto, Msaa::Off, sheet.layers()));
        commands.spawn((
            Shown(sheet),
            Mesh2d(quad.clone()),
            MeshMaterial2d(pictures.add(Picture { lamp: 0.0, image })),
            Transform::from_xyz(0.0, 0.0, sheet.depth()),
            Visibility::Hidden,
            Pickable::IGNORE,
        ));
    }
}

type Cameras<'w, 's> = Query<
    'w,
    's,
    (&'static Looks, &'static mut Transform, &'static mut Projection, &'static mut RenderTarget),
    (Without<MainCamera>, Without<Shown>),
>;

type Quads<'w, 's> = Query<
    'w,
    's,
    (&'static Shown, &'static mut Transform, &'static MeshMaterial2d<Picture>),
    (Without<MainCamera>, Without<Looks>),
>;

/// Goes with the window's camera: all sheets are drawn anew where their pictures do not hold what it sees.
fn look(
    window: Single<&Window, With<PrimaryWindow>>,
    main: Single<(&Transform, &Projection), With<MainCamera>>,
    settings: Res<Settings>,
    mut sheets: ResMut<Sheets>,
    (mut cameras, mut quads): (Cameras, Quads),
    (mut images, mut pictures): (ResMut<Assets<Image>>, ResMut<Assets<Picture>>),
) {
    let (at, Projection::Orthographic(projection)) = *main else { return };
    let now = View {
        middle: at.translation.truncate(),
        scale: projection.scale,
        window: window.physical_size(),
        factor: window.scale_factor(),
    };
    let before = sheets.seen;
    if !before.holds(&now) {
        *sheets = Sheets { due: [SETTLES; ALL.len()], seen: now };
        let resized = (before.window, before.factor) != (now.window, now.factor);
        for (looks, mut place, mut own, mut onto) in &mut cameras {
            place.set_if_neq(*at);
            *own = Projection::Orthographic(projection.clone());
            if !resized {
                continue;
            }
            let image = images.add(looks.0.image(now.window));
            *onto = target(image.clone(), looks.0, now.factor);
            for (_, _, material) in quads.iter().filter(|(shown, ..)| shown.0 == looks.0) {
                if let Some(mut picture) = pictures.get_mut(&material.0) {
                    picture.image = image.clone();
                }
            }
        }
    }
    let middle = sheets.seen.middle_in(&now);
    let lit = f32::from(u8::from(!settings.high_contrast));
    for (shown, mut place, material) in &mut quads {
        if shown.0 == Sheet::Ground
            && pictures.get(&material.0).is_some_and(|own| own.lamp != lit)
            && let Some(mut own) = pictures.get_mut(&material.0)
        {
            own.lamp = lit;
        }
        let pixels = (shown.0.size(now.window) * shown.0.coarse()).as_vec2();
        let wanted = Transform::from_translation(middle.extend(shown.0.depth()))
            .with_scale((pixels * now.pixel()).extend(1.0));
        place.set_if_neq(wanted);
    }
}

type Changes = Or<(Changed<GlobalTransform>, Changed<InheritedVisibility>, Changed<Sprite>, Changed<Mesh2d>)>;

/// Lets the cameras of those sheets look on which something has changed. An empty one is not shown.
fn watch(
    changed: Query<&Sheet, Changes>,
    laid: Query<&Sheet>,
    mut removed: RemovedComponents<Sheet>,
    (cleared, drawn): (Res<Cleared>, Option<Res<Drawn>>),
    mut sheets: ResMut<Sheets>,
    mut cameras: Query<(&Looks, &mut Camera)>,
    mut quads: Query<(&Shown, &mut Visibility)>,
) {
    if removed.read().count() > 0 {
        sheets.due = [SETTLES; ALL.len()];
    }
    for sheet in &changed {
        sheets.due[*sheet as usize] = SETTLES;
    }
    let mut used = [false; ALL.len()];
    for sheet in &laid {
        used[*sheet as usize] = true;
    }
    for (looks, mut camera) in &mut cameras {
        let n = looks.0 as usize;
        let due = used[n] && !cleared.0 && sheets.due[n] > 0;
        if due && drawn.as_ref().is_none_or(|drawn| drawn.0) {
            sheets.due[n] -= 1;
        }
        if camera.is_active != due {
            camera.is_active = due;
        }
    }
    for (shown, mut visible) in &mut quads {
        let wanted = if used[shown.0 as usize] { Visibility::Inherited } else { Visibility::Hidden };
        visible.set_if_neq(wanted);
    }
}

/// The plugin of a material that is drawn on a sheet, or several: when one of it changes, these are drawn anew.
pub(super) fn material<M: Material2d>(sheets: &'static [Sheet]) -> impl Fn(&mut App) + Send + Sync + 'static
where
    M::Data: PartialEq + Eq + std::hash::Hash + Clone,
{
    move |app: &mut App| {
        let touch = move |mut events: MessageReader<AssetEvent<M>>, mut own: ResMut<Sheets>| {
            if events.read().count() > 0 {
                sheets.iter().for_each(|sheet| own.due[*sheet as usize] = SETTLES);
            }
        };
        app.add_plugins(Material2dPlugin::<M>::default())
            .add_systems(PostUpdate, touch.after(AssetEventSystems).before(watch));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View { middle: Vec2::ZERO, scale: 0.5, window: UVec2::new(800, 600), factor: 2.0 };

    #[test]
    fn a_view_that_moves_within_the_margin_needs_no_other_picture() {
        let moved = |x: f32| View { middle: Vec2::new(x, 0.0), ..VIEW };
        assert!(VIEW.holds(&VIEW) && VIEW.holds(&moved(95.0 * 0.25)) && !VIEW.holds(&moved(96.0 * 0.25)));
        assert!(!VIEW.holds(&View { scale: 0.6, ..VIEW }) && !VIEW.holds(&View { factor: 1.0, ..VIEW }));
    }

    #[test]
    fn pixels_of_a_picture_lie_on_pixels_of_the_screen() {
        let other = View { middle: Vec2::new(3.1, -0.2), ..VIEW };
        let off = (VIEW.middle_in(&other) - other.middle) / 0.25;
        assert_eq!(off, Vec2::new(-12.0, 1.0));
    }

    #[test]
    fn a_coarse_picture_covers_the_window_and_its_margin() {
        assert_eq!(Sheet::Air.size(UVec2::new(1280, 720)), UVec2::new(491, 304));
    }
}

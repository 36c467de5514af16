//! The window drawn without a display: its picture goes into an image, frame after frame, and each frame waits until the
//! graphics card is done. So it can be measured what a frame costs where there is a graphics card but no display.

use bevy::{
    app::{PluginGroupBuilder, ScheduleRunnerPlugin},
    camera::{ImageRenderTarget, RenderTarget},
    render::{
        Render, RenderApp, RenderSystems,
        render_resource::{PollType, TextureFormat},
        renderer::RenderDevice,
    },
    window::PrimaryWindow,
    winit::WinitPlugin,
};

use crate::window::prelude::*;

/// The plugins without those that open a window, and with those that draw it in an image.
pub fn offscreen(plugins: impl PluginGroup) -> PluginGroupBuilder {
    plugins.build().disable::<WinitPlugin>().add(ScheduleRunnerPlugin::default()).add(plugin)
}

/// The image in place of the window.
#[derive(Resource)]
pub(super) struct Canvas(pub(super) Handle<Image>);

fn plugin(app: &mut App) {
    app.add_systems(First, redirect);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(Render, wait.in_set(RenderSystems::Cleanup));
    }
}

/// Whatever would be drawn in the window goes into an image as large.
fn redirect(
    mut commands: Commands,
    window: Single<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    canvas: Option<Res<Canvas>>,
    mut targets: Query<&mut RenderTarget>,
) {
    let handle = canvas.map_or_else(
        || {
            let (width, height) = (window.physical_width(), window.physical_height());
            let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
            let handle = images.add(image);
            commands.insert_resource(Canvas(handle.clone()));
            handle
        },
        |canvas| canvas.0.clone(),
    );
    for mut target in &mut targets {
        if matches!(*target, RenderTarget::Window(_)) {
            *target =
                ImageRenderTarget { handle: handle.clone(), scale_factor: window.scale_factor() }.into();
        }
    }
}

/// Without a display nothing else waits for the card.
fn wait(device: Res<RenderDevice>) {
    if let Err(error) = device.poll(PollType::wait_indefinitely()) {
        error!("the graphics card does not answer: {error}");
    }
}

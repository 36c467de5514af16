//! What a script sets of the whole window, and pictures of it: size, scale, language, single shots and films.

use bevy::render::{
    RenderApp,
    extract_resource::{ExtractResource, ExtractResourcePlugin},
    renderer::{RenderAdapterInfo, RenderGraph, RenderGraphSystems},
    view::screenshot::{Screenshot, ScreenshotCaptured},
};

use crate::saves::file;
use crate::window::{offscreen::Canvas, prelude::*};

/// The plugin of pictures, and of drawing nothing else but them where that is asked for.
pub fn plugin(app: &mut App) {
    app.init_resource::<Shots>()
        .insert_resource(Drawn(true))
        .add_plugins(ExtractResourcePlugin::<Drawn>::default())
        .add_systems(Last, |shots: Res<Shots>, mut drawn: ResMut<Drawn>| {
            drawn.set_if_neq(Drawn(!shots.only || shots.waiting + shots.filmed > 0));
        });
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        let drawn = |drawn: Option<Res<Drawn>>| drawn.is_none_or(|drawn| drawn.0);
        render.configure_sets(RenderGraph, RenderGraphSystems::Render.run_if(drawn));
    }
}

/// Is this frame drawn?
#[derive(Resource, ExtractResource, Clone, Copy, PartialEq)]
pub struct Drawn(pub bool);

/// Pictures that are being taken: those that the script waits for, and those of a film.
#[derive(Resource, Default)]
pub struct Shots {
    /// The script waits for these.
    pub waiting: u32,
    /// These come by themselves.
    pub filmed: u32,
    /// Nothing else is drawn.
    only: bool,
    film: Option<(PathBuf, u32, u32)>,
    size: Option<(u32, u32)>,
}

/// What a script may change of the window.
#[derive(SystemParam)]
pub struct Stage<'w> {
    settings: ResMut<'w, Settings>,
    language: ResMut<'w, Language>,
    adapter: Option<Res<'w, RenderAdapterInfo>>,
    /// The pictures being taken.
    pub shots: ResMut<'w, Shots>,
}

impl Stage<'_> {
    /// Makes the window so large, in pixels of the screen.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.shots.size = Some((width.max(1), height.max(1)));
    }

    /// Sets the UI scale, in per cent.
    pub fn scale(&mut self, per_cent: u32) {
        self.settings.ui_scale = per_cent.clamp(75, 200);
    }

    /// Speaks another language.
    pub fn speak(&mut self, id: &str) {
        self.language.choose(id);
        self.settings.language = Some(id.to_owned());
    }

    /// Writes the name and version of the driver that draws.
    pub fn name_driver(&self, path: &Path) {
        let told = self.adapter.as_ref().map_or_else(String::new, |info| {
            format!("{}, {} {}\n", info.name, info.driver, info.driver_info)
        });
        if let Err(error) = file::write(path, told.as_bytes(), file::Keep::Nothing) {
            error!("{error}");
        }
    }

    /// From now on only those frames are drawn of which a picture is taken.
    pub fn draw_pictures_only(&mut self) {
        self.shots.only = true;
    }

    /// From the next frame on, so many frames are saved as pictures 000.png, 001.png, … in a folder.
    pub fn film(&mut self, folder: &Path, frames: u32) {
        if let Err(error) = std::fs::create_dir_all(folder) {
            error!("the folder {} was not made: {error}", folder.display());
        }
        self.shots.film = Some((folder.to_owned(), 0, frames));
    }
}

/// Gives the window its new size, and takes the pictures of a film.
pub fn roll(
    mut commands: Commands,
    mut shots: ResMut<Shots>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    if let Some((width, height)) = shots.size.take() {
        window.resolution.set_physical_resolution(width, height);
    }
    let Some((folder, taken, frames)) = shots.film.take() else { return };
    shots.filmed += 1;
    take(&mut commands, folder.join(format!("{taken:03}.png")), |shots| &mut shots.filmed);
    if taken + 1 < frames {
        shots.film = Some((folder, taken + 1, frames));
    }
}

/// Saves what is seen as a picture; the script waits for it.
pub fn shoot(commands: &mut Commands, shots: &mut Shots, path: PathBuf) {
    shots.waiting += 1;
    take(commands, path, |shots| &mut shots.waiting);
}

/// Takes a picture, and counts it down once it is there.
fn take(commands: &mut Commands, path: PathBuf, count: fn(&mut Shots) -> &mut u32) {
    commands.queue(move |world: &mut World| {
        let canvas = world.get_resource::<Canvas>().map(|canvas| Screenshot::image(canvas.0.clone()));
        let seen = canvas.unwrap_or_else(Screenshot::primary_window);
        world.spawn(seen).observe(move |shot: On<ScreenshotCaptured>, mut shots: ResMut<Shots>| {
            let left = count(&mut shots);
            *left = left.saturating_sub(1);
            save(&shot.image, &path);
        });
    });
}

fn save(image: &Image, path: &Path) {
    let saved = file::writable(path).map_err(|e| e.to_string()).and_then(|path| {
        let image = image.clone().try_into_dynamic().map_err(|e| e.to_string())?;
        image.to_rgb8().save(path).map_err(|e| e.to_string())
    });
    if let Err(error) = saved {
        error!("the picture {} was not saved: {error}", path.display());
    }
}

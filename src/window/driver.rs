//! The graphics driver stays loaded until the process is gone.
//!
//! The last handle to the graphics device may be let go by any thread, also while the main thread is already leaving
//! the process. With the handle goes the driver's library, and its own exit handler, which the main thread is about to
//! call, is no longer in memory: the process dies by a signal although everything went well (seen with Mesa's software
//! Vulkan, about once in forty runs). One handle that is never let go keeps it there.

use std::sync::OnceLock;

use bevy::{prelude::*, render::renderer::RenderDevice};

/// Never let go: values of statics are not dropped.
static KEPT: OnceLock<RenderDevice> = OnceLock::new();

/// The plugin that keeps the driver.
pub fn plugin(app: &mut App) {
    app.add_systems(PreStartup, |device: Option<Res<RenderDevice>>| {
        if let Some(device) = device {
            KEPT.get_or_init(|| device.clone());
        }
    });
}

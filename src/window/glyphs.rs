//! The glyphs of the panels stand on whole pixels.
//!
//! Bevy lays glyphs out at fractions of a pixel and samples between the pixels of their drawing, which softens every
//! letter a little differently. Here each is moved to the nearest whole pixel and taken as it was drawn: letters are
//! sharp, the same letter is the same everywhere, and no pixel hangs on where in its atlas a glyph happens to lie. What
//! is written on the board is drawn at any size; it is not hinted and so has atlases of its own, which are left as they
//! are.

use bevy::{
    asset::AssetEventSystems, image::ImageSampler, platform::collections::HashSet, prelude::*,
    text::TextLayoutInfo, ui::UiSystems,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, stand_on_pixels.after(UiSystems::PostLayout).before(AssetEventSystems));
}

/// Moves what was laid out in this frame; an atlas is told once not to be sampled between its pixels.
fn stand_on_pixels(
    mut images: ResMut<Assets<Image>>,
    mut texts: Query<&mut TextLayoutInfo, (With<Node>, Changed<TextLayoutInfo>)>,
    mut told: Local<HashSet<AssetId<Image>>>,
) {
    for mut text in &mut texts {
        for glyph in &mut text.bypass_change_detection().glyphs {
            let half = glyph.atlas_info.rect.size() / 2.0;
            glyph.position = (glyph.position - half).round() + half;
            let atlas = glyph.atlas_info.texture;
            if told.insert(atlas)
                && let Some(mut image) = images.get_mut(atlas)
            {
                image.sampler = ImageSampler::nearest();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::{
        image::Image,
        text::{GlyphAtlasInfo, PositionedGlyph},
    };

    use super::*;

    #[test]
    fn letters_of_panels_stand_on_whole_pixels_and_those_of_the_board_lie_as_they_are() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>().add_systems(Update, stand_on_pixels);
        let mut written = |width: f32, at: Vec2| {
            let texture = app.world_mut().resource_mut::<Assets<Image>>().add(Image::default());
            let rect = Rect::from_corners(Vec2::splat(20.0), Vec2::new(20.0 + width, 29.0));
            let atlas_info =
                GlyphAtlasInfo { texture: texture.id(), rect, offset: Vec2::ZERO, is_alpha_mask: true };
            let glyph = PositionedGlyph { position: at, atlas_info, section_index: 0, line_index: 0 };
            (texture, TextLayoutInfo { glyphs: vec![glyph], ..default() })
        };
        // Seven wide and nine high: its corner is at 3.3 and 10.2.
        let (panel, text) = written(7.0, Vec2::new(6.8, 14.7));
        let (board, label) = written(8.0, Vec2::new(6.8, 14.7));
        let text = app.world_mut().spawn((Node::default(), text)).id();
        let label = app.world_mut().spawn(label).id();
        app.update();
        let at = |of: Entity| app.world().get::<TextLayoutInfo>(of).unwrap().glyphs[0].position;
        assert_eq!(at(text), Vec2::new(6.5, 14.5));
        assert_eq!(at(label), Vec2::new(6.8, 14.7));
        let images = app.world().resource::<Assets<Image>>();
        let nearest =
            |of: &Handle<Image>| matches!(images.get(of).unwrap().sampler, ImageSampler::Descriptor(_));
        assert!(nearest(&panel) && !nearest(&board));
    }
}

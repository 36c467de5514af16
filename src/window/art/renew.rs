//! Pictures that have changed while the game runs.

use std::collections::BTreeSet;

use super::{Art, layers, tones};
use crate::window::prelude::*;

impl Art {
    /// Reads pictures of these names anew, and shows them wherever they are shown. `folders` are those of now.
    pub fn renew(&mut self, images: &mut Assets<Image>, folders: Vec<PathBuf>, changed: &BTreeSet<String>) {
        self.roots = Self::new(folders).roots;
        self.sources.retain(|name, _| !changed.contains(name));
        self.filled.retain(|name, _| !changed.contains(name));
        let shown: Vec<(String, u32, Handle<Image>)> =
            self.known.iter().map(|((name, size), handle)| (name.clone(), *size, handle.clone())).collect();
        for (name, size, handle) in shown {
            let (picture, side) = match name.split_once('#') {
                Some((picture, side)) => (picture, side.parse::<usize>().ok()),
                None => (name.as_str(), None),
            };
            if !changed.contains(picture) {
                continue;
            }
            let mut pixels = self.pixels(picture, size);
            if let Some(side) = side {
                pixels = tones::toned(&pixels, side);
            }
            if let Err(why) = images.insert(&handle, layers(&[pixels], false)) {
                warn!("{picture} is not shown anew: {why}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_painted_anew_is_shown_anew_where_it_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("art/units")).unwrap();
        let paint = |red: u8| {
            let image = image::RgbaImage::from_pixel(8, 8, image::Rgba([red, 0, 0, 255]));
            image.save(folder.path().join("art/units/heron.png")).unwrap();
        };
        let folders = || vec![folder.path().to_owned()];
        let (mut art, mut images) = (Art::new(folders()), Assets::<Image>::default());
        paint(10);
        let handle = art.image(&mut images, "units/heron", 8);
        let red = |images: &Assets<Image>| images.get(&handle).unwrap().data.as_ref().unwrap()[0];
        paint(200);
        art.renew(&mut images, folders(), &BTreeSet::from(["units/other".to_owned()]));
        assert_eq!(red(&images), 10);
        art.renew(&mut images, folders(), &BTreeSet::from(["units/heron".to_owned()]));
        assert_eq!(red(&images), 200);
        assert_eq!(art.image(&mut images, "units/heron", 8), handle);
    }
}

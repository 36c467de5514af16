//! Properties of tiles, their layers and tilesets in a Tiled map that are probably misspelt.
//!
//! What the right ones mean is in `tiled_import`.

use tiled::{Layer, LayerTile};

use crate::content::prelude::*;

/// Those that mean something.
const PROPERTIES: [&str; 5] = ["terrain", "object", "height", "wall", "sides"];

/// A property that means nothing, and the one that was probably meant.
pub(super) type Misspelt = (String, &'static str);

/// More properties than this of a tile, its layer and its tileset are not looked through.
const MOST: usize = 32;

/// The first misspelt property of a tile that means nothing.
pub(super) fn misspelt(layer: &Layer<'_>, tile: &LayerTile<'_>) -> Option<Misspelt> {
    let own = tile.get_tile();
    let number = own.as_ref().map_or(0, |tile| tile.properties.len());
    if number + layer.properties.len() + tile.get_tileset().properties.len() > MOST {
        return None;
    }
    let of_tile = own.iter().flat_map(|tile| tile.properties.keys());
    let names = of_tile.chain(layer.properties.keys()).chain(tile.get_tileset().properties.keys());
    let found = names.filter_map(|name| Some((name.clone(), suggest(name, PROPERTIES)?)));
    found.min()
}

/// A warning about tiles that mean nothing because of a misspelt property, where that stands in the map.
pub(super) fn told(file: &SourceFile, message: String, (name, near): &Misspelt) -> Diagnostic {
    let written = format!("name=\"{name}\"");
    let mistake = match file.text.find(&written) {
        Some(at) => Diagnostic::at(file, at..at + written.len(), message),
        None => Diagnostic::whole_file(&file.path, message),
    };
    mistake.warning().help(format!("their property \"{name}\" is not known: did you mean \"{near}\"?"))
}

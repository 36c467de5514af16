//! What the tiles, layers and objects of a Tiled map mean, for maps whose maker did not say it with properties.
//!
//! The form of `<map>.mapping.ron`; `tiled_import` applies it.
//!
//! ```ron
//! (
//!     name: "The desert",
//!     default_terrain: "sand",
//!     tilesets: [
//!         (name: "Desert", tiles: [
//!             (from: 29, means: terrain("sand")),
//!             (from: 30, to: 31, means: object("cactus")),
//!             (from: 0, to: 0, means: empty),
//!         ], other: terrain("rubble")),
//!     ],
//!     layers: [
//!         (name: "Fringe", means: object("tree")),
//!         (name: "Over", means: empty),
//!     ],
//!     objects: [
//!         (class: "placement", means: start("heroes")),
//!         (layer: "dynamic_data", class: "foe", means: unit(side: "foes")),
//!         (name: "house", means: object("house")),
//!         (class: "before_init", means: ignored),
//!     ],
//! )
//! ```

use serde::de::DeserializeOwned;
use tiled::{Layer, LayerType};

use crate::content::prelude::*;

/// The mapping `<map>.mapping.ron` beside a map of an editor with its text, if there is one.
pub(super) fn beside<T: DeserializeOwned>(
    root: &ModRoot,
    map: &ModPath,
) -> Result<Option<(T, SourceFile)>, Report> {
    let stem = map.as_str().rsplit_once('.').map_or(map.as_str(), |(stem, _)| stem);
    match ModPath::new(&format!("{stem}.mapping.ron")) {
        Ok(path) if root.exists(&path) => {
            let file = root.read_text(&path)?;
            Ok(Some((decode_file(&file).map_err(Report::from_iter)?, file)))
        }
        _ => Ok(None),
    }
}

/// The content of a mapping file. Properties in the map itself go before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TiledMapping {
    /// The map's name for people. Left out: the map's property `name`, else its file's name.
    pub name: String,
    /// The terrain of squares that nothing else gives one.
    pub default_terrain: Option<Key>,
    /// Meanings of tiles, by tileset. A tile's own range goes before its layer, the layer before `other`.
    pub tilesets: Vec<TilesetMapping>,
    /// Meanings of whole layers: of every square that has a tile there. Groups: the layer's own name.
    pub layers: Vec<LayerMapping>,
    /// Meanings of objects: the first line that fits counts.
    pub objects: Vec<ObjectMapping>,
}

/// Meanings of the tiles of one tileset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilesetMapping {
    /// The tileset's name, as in Tiled.
    pub name: String,
    /// Meanings by local number (from 0); the first range that fits counts.
    #[serde(default)]
    pub tiles: Vec<TileRange>,
    /// The meaning of all others.
    pub other: Option<TileMeaning>,
}

/// A range of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileRange {
    /// First local number.
    pub from: u32,
    /// Last local number. Left out: the same as the first.
    pub to: Option<u32>,
    /// What they mean.
    pub means: TileMeaning,
}

/// What a tile means for its square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileMeaning {
    /// Nothing: as if no tile were there.
    Empty,
    /// The square is of this terrain.
    Terrain(Key),
    /// This stands on the square.
    Object(Key),
}

/// What the tiles of a layer mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerMapping {
    /// The layer's name, as in Tiled.
    pub name: String,
    /// What each tile of it means, unless a range in `tilesets` has the tile.
    pub means: TileMeaning,
}

/// What some objects mean. All that is given must fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectMapping {
    /// The name of the object's layer.
    pub layer: Option<String>,
    /// The object's class (in older files: type).
    pub class: Option<String>,
    /// The object's name.
    pub name: Option<String>,
    /// What they mean.
    pub means: ObjectMeaning,
}

/// What an object means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ObjectMeaning {
    /// Nothing.
    Ignored,
    /// Squares where a side may start.
    Start(Key),
    /// A unit of a side. Which one: `unit`, else the object's property `unit`, else its name.
    Unit {
        /// The side.
        side: Key,
        /// Which unit.
        unit: Option<Key>,
    },
    /// Its squares are of this terrain.
    Terrain(Key),
    /// This stands on its squares.
    Object(Key),
    /// This edge kind stands along its line or outline.
    Wall(Key),
    /// A door.
    Door,
    /// An area that only scenarios know (what is not mapped at all is one too).
    Area,
}

/// Lines of a mapping of which it is told that they fit nothing, at most.
const UNFIT: usize = 64;

impl TiledMapping {
    /// Tells which lines of a mapping file fit nothing on a map, where something is called almost so.
    pub(super) fn tell_unfit(
        &self,
        file: Option<&SourceFile>,
        map: &tiled::Map,
        layers: &[Layer<'_>],
        report: &mut Report,
    ) {
        let Some(file) = file else { return };
        let sets: Vec<&str> = map.tilesets().iter().map(|set| set.name.as_str()).collect();
        let tiles = layers.iter().filter(|layer| matches!(layer.layer_type(), LayerType::Tiles(_)));
        let tiles: Vec<&str> = tiles.map(|layer| layer.name.as_str()).collect();
        let (mut groups, mut classes, mut names) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for layer in layers {
            if let LayerType::Objects(objects) = layer.layer_type() {
                groups.insert(layer.name.clone());
                for object in objects.objects() {
                    classes.insert(object.user_type.clone());
                    names.insert(object.name.clone());
                }
            }
        }
        let all = |set: &BTreeSet<String>| -> Vec<String> { set.iter().cloned().collect() };
        let (groups, classes, names) = (all(&groups), all(&classes), all(&names));
        self.tilesets.iter().for_each(|set| unfit(file, "tileset", &set.name, &sets, report));
        self.layers.iter().for_each(|layer| unfit(file, "layer", &layer.name, &tiles, report));
        for object in &self.objects {
            for (what, word, known) in [
                ("layer of objects", &object.layer, &groups),
                ("class", &object.class, &classes),
                ("object", &object.name, &names),
            ] {
                if let Some(word) = word {
                    unfit(file, what, word, known, report);
                }
            }
        }
    }

    /// What a tile means, if the mapping says so.
    pub(super) fn tile(&self, layer: &str, tileset: &str, id: u32) -> Option<&TileMeaning> {
        let tileset = self.tilesets.iter().find(|set| set.name == tileset);
        let range = tileset
            .and_then(|set| set.tiles.iter().find(|r| (r.from..=r.to.unwrap_or(r.from)).contains(&id)));
        let of_layer = self.layers.iter().find(|line| line.name == layer).map(|line| &line.means);
        range.map(|range| &range.means).or(of_layer).or_else(|| tileset?.other.as_ref())
    }

    /// What an object means, if the mapping says so.
    pub(super) fn object(&self, layer: &str, class: &str, name: &str) -> Option<&ObjectMeaning> {
        let fits =
            |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
        let line = self
            .objects
            .iter()
            .find(|o| fits(&o.layer, layer) && fits(&o.class, class) && fits(&o.name, name));
        line.map(|line| &line.means)
    }
}

/// Tells of a word that nothing on a map is called, if something there is called almost so.
fn unfit(file: &SourceFile, what: &str, word: &str, known: &[impl AsRef<str>], report: &mut Report) {
    if report.len() > UNFIT || known.iter().any(|known| known.as_ref() == word) {
        return;
    }
    let quoted = format!("\"{word}\"");
    let near = suggest(word, known.iter().map(AsRef::as_ref));
    let (Some(near), Some(at)) = (near, file.text.find(&quoted)) else { return };
    let message = format!("no {what} of the map is called {quoted}");
    let mistake = Diagnostic::at(file, at..at + quoted.len(), message);
    report.push(mistake.help(format!("did you mean \"{near}\"?")).warning());
}

//! Maps made with the editor Tiled (`.tmx`, with tilesets in `.tsx` files or inside).
//!
//! They are read inside a folder that they cannot leave. Objects are read by `tiled_objects`, limits are in
//! `tiled_guard` and `tiled_jail`, the form of mapping files is in `tiled_mapping`. Pictures are never opened.
//!
//! Properties, on a tile, else its layer, else its tileset:
//!
//! | property | meaning |
//! | --- | --- |
//! | `terrain` | the square is of this terrain; upper layers win |
//! | `object` | this stands on the square; upper layers win |
//! | `height` | the level of the square's ground, -128 to 127 |
//! | `wall` | this edge kind stands on the tile's sides |
//! | `sides` | which sides: letters of `nesw`; without it all four; flipped tiles flip them |
//!
//! The map's own properties: `name`, and `default_terrain` for squares that nothing else gives one.

use tiled::{Layer, LayerTile, LayerType, Properties, PropertyValue};

use super::{
    map_build::{MapBuilder, MapRefusal},
    tiled_guard,
    tiled_jail::{Jail, MAX_FILE_BYTES, at_fault, explain},
    tiled_mapping::{TileMeaning, TiledMapping, beside},
    tiled_objects,
    tiled_properties::{self, Misspelt},
};
use crate::content::prelude::*;

/// A map that could be read, and what is odd about it.
#[derive(Clone, Debug)]
pub struct TiledImport {
    /// The map and what stands on it.
    pub placed: PlacedMap,
    /// Warnings only.
    pub warnings: Report,
}

/// Imports a map with the mapping file beside it, if there is one. Tilesets may lie anywhere below the root.
///
/// # Errors
/// Everything that makes the map unusable: no square grid, too large, a file missing, a terrain unknown.
pub fn import_tiled(root: &ModRoot, path: &ModPath, palette: Palette<'_>) -> Result<TiledImport, Report> {
    let (mapping, mapping_file) = beside::<TiledMapping>(root, path)?.unzip();
    let mapping = mapping.unwrap_or_default();
    let file = root.read_text_within(path, MAX_FILE_BYTES)?;
    let checked = tiled_guard::check_map(&file.text, root.budget());
    let checked = checked.map_err(|fault| at_fault(&file, fault))?;
    let jail = Jail { root, map: path, text: checked.text };
    let map = tiled::Loader::with_reader(jail).load_tmx_map(path.as_str()).map_err(|e| explain(&file, e))?;
    let refused = |refusal: MapRefusal| refusal.at(|message| Diagnostic::whole_file(&file.path, message));
    let builder = MapBuilder::new(palette, checked.size.0, checked.size.1).map_err(refused)?;
    let mut import = Import {
        mapping: &mapping,
        mapping_file: mapping_file.as_ref(),
        file: &file,
        builder,
        report: Report::new(),
        unknown: BTreeMap::new(),
        misspelt: BTreeMap::new(),
        missing: BTreeSet::new(),
        objects: object_places(&file.text),
        budget: root.budget(),
        full: false,
        origin: checked.origin,
    };
    import.read(&map);
    let name = text_property(&map.properties, "name").filter(|name| !name.is_empty());
    let stem =
        Path::new(path.as_str()).file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let given = Some(import.mapping.name.clone()).filter(|name| !name.is_empty());
    let name = given.or(name).unwrap_or_else(|| stem.clone());
    if import.report.has_errors() {
        return Err(import.report);
    }
    let Import { builder, report, .. } = import;
    let placed = builder.finish(own_id(root.owner(), &stem), name).map_err(refused)?;
    Ok(TiledImport { placed, warnings: report })
}

pub(super) struct Import<'a> {
    pub mapping: &'a TiledMapping,
    pub mapping_file: Option<&'a SourceFile>,
    pub file: &'a SourceFile,
    pub builder: MapBuilder<'a>,
    pub report: Report,
    /// Tiles without a meaning, by layer and tileset.
    unknown: BTreeMap<(String, String), BTreeSet<u32>>,
    /// A misspelt property of these.
    misspelt: BTreeMap<(String, String), Misspelt>,
    /// Terrains and edge kinds that there are not.
    missing: BTreeSet<Key>,
    /// Where the objects stand in the file, by their numbers.
    objects: BTreeMap<u32, usize>,
    budget: &'a ReadBudget,
    /// The mod has no tiles left.
    full: bool,
    /// Column and row of the north-western square, where it is an infinite map.
    pub origin: (i32, i32),
}

#[derive(Clone, Default)]
struct Says {
    terrain: Option<u8>,
    object: Option<u8>,
    height: Option<i8>,
    wall: Option<u8>,
    sides: [bool; 4],
}

impl Import<'_> {
    fn read(&mut self, map: &tiled::Map) {
        let mut layers = Vec::new();
        flatten(map.layers(), &mut layers);
        self.mapping.tell_unfit(self.mapping_file, map, &layers, &mut self.report);
        for layer in &layers {
            match layer.layer_type() {
                LayerType::Tiles(tiles) => {
                    if (layer.offset_x, layer.offset_y) != (0.0, 0.0) {
                        self.warn(format!(
                            "the layer \"{}\" is shifted; the shift is not taken over",
                            layer.name
                        ));
                    }
                    let (left, top) = self.origin;
                    self.tiles(map, layer, |x, y| tiles.get_tile(x + left, y + top));
                }
                LayerType::Objects(objects) => {
                    for object in objects.objects() {
                        if self.full {
                            break;
                        }
                        tiled_objects::place(self, map, layer, &object);
                    }
                }
                _ => {}
            }
        }
        let own = text_property(&map.properties, "default_terrain").map(|id| Key::new(&id));
        if let Some(id) = own.or(self.mapping.default_terrain)
            && let Some(terrain) = self.terrain(id)
        {
            self.builder.fill_rest(terrain);
        }
        for ((layer, tileset), ids) in std::mem::take(&mut self.unknown) {
            let ids: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
            let more = if ids.len() > 12 { format!(" and {} more", ids.len() - 12) } else { String::new() };
            let ids = ids.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
            let text = format!("layer \"{layer}\": these tiles of \"{tileset}\" mean nothing: {ids}{more}");
            if let Some(wrong) = self.misspelt.get(&(layer, tileset.clone())) {
                self.report.push(tiled_properties::told(self.file, text, wrong));
                continue;
            }
            let help = format!(
                "give them a property `terrain` or `object` in Tiled, or say what they are in {}: `tilesets: [(name: \
                 \"{tileset}\", tiles: [..], other: empty)]`",
                self.mapping_path()
            );
            self.report.push(Diagnostic::whole_file(&self.file.path, text).warning().help(help));
        }
        if let Some((x, y)) = self.builder.first_unfilled()
            && !self.report.has_errors()
        {
            let message = format!("the square ({x}, {y}) has no terrain");
            let help = format!(
                "give its tile, its layer or its tileset a property `terrain`, or write {}: `(default_terrain: \
                 \"grass\")`",
                self.mapping_path()
            );
            self.report.push(Diagnostic::whole_file(&self.file.path, message).help(help));
        }
    }

    fn tiles<'m>(
        &mut self,
        map: &'m tiled::Map,
        layer: &Layer<'m>,
        tile_at: impl Fn(i32, i32) -> Option<LayerTile<'m>>,
    ) {
        let mut known: BTreeMap<(usize, u32), Option<Says>> = BTreeMap::new();
        let (width, height) = self.builder.size();
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let (Ok(x), Ok(y)) = (i32::try_from(column), i32::try_from(row)) else { continue };
            let (Some(tile), Some(square)) = (tile_at(x, y), self.builder.square(column, row)) else {
                continue;
            };
            let key = (tile.tileset_index(), tile.id());
            if let std::collections::btree_map::Entry::Vacant(entry) = known.entry(key) {
                let says = self.says(layer, &tile);
                if says.is_none() {
                    let tileset = map.tilesets().get(key.0).map_or_else(String::new, |set| set.name.clone());
                    let place = (layer.name.clone(), tileset);
                    let ids = self.unknown.entry(place.clone()).or_default();
                    // As many as are told.
                    if ids.len() < 12
                        && let Some(wrong) = tiled_properties::misspelt(layer, &tile)
                    {
                        self.misspelt.entry(place).or_insert(wrong);
                    }
                    ids.insert(key.1);
                }
                entry.insert(says);
            }
            if let Some(Some(says)) = known.get(&key) {
                self.apply(square, says, &tile);
            }
        }
    }

    /// What a tile means in a layer; none if nothing says.
    fn says(&mut self, layer: &Layer<'_>, tile: &LayerTile<'_>) -> Option<Says> {
        let own = tile.get_tile();
        let none = Properties::new();
        let of_tile = own.as_ref().map_or(&none, |tile| &tile.properties);
        let levels = [of_tile, &layer.properties, &tile.get_tileset().properties];
        let find = |name: &str| levels.iter().find_map(|level| text_property(level, name));
        let mut says = Says::default();
        let mut said = false;
        // The nearest of terrain and object counts: a layer's terrain does not hold for a tile that is an object.
        let nearest =
            levels.iter().find(|level| level.contains_key("terrain") || level.contains_key("object"));
        if let Some(level) = nearest {
            said = true;
            says.terrain = text_property(level, "terrain").and_then(|id| self.terrain(Key::new(&id)));
            says.object = text_property(level, "object").and_then(|id| self.terrain(Key::new(&id)));
        } else if let Some(meaning) = self.mapping.tile(&layer.name, &tile.get_tileset().name, tile.id()) {
            said = true;
            match meaning {
                TileMeaning::Empty => {}
                TileMeaning::Terrain(id) => says.terrain = self.terrain(*id),
                TileMeaning::Object(id) => says.object = self.terrain(*id),
            }
        }
        if let Some(level) = find("height") {
            said = true;
            says.height = level.parse().ok();
            if says.height.is_none() {
                self.warn(format!("layer \"{}\": \"{level}\" is no height", layer.name));
            }
        }
        if let Some(kind) = find("wall") {
            said = true;
            says.wall = self.edge_kind(Key::new(&kind));
            let sides = find("sides").unwrap_or_else(|| "nesw".to_owned());
            says.sides = ['n', 'e', 's', 'w'].map(|side| sides.contains(side));
        }
        said.then_some(says)
    }

    fn apply(&mut self, square: Square, says: &Says, tile: &LayerTile<'_>) {
        if let Some(terrain) = says.terrain {
            self.builder.set_terrain(square, terrain);
        }
        if let Some(object) = says.object {
            self.builder.set_object(square, object);
        }
        if let Some(level) = says.height {
            self.builder.set_height(square, level);
        }
        let Some(wall) = says.wall else { return };
        let [mut n, mut e, mut s, mut w] = says.sides;
        if tile.flip_d {
            (n, e, s, w) = (w, s, e, n);
        }
        if tile.flip_h {
            (e, w) = (w, e);
        }
        if tile.flip_v {
            (n, s) = (s, n);
        }
        let Square { x, y } = square;
        let edges = [
            (n, Edge::south(Square::new(x, y - 1))),
            (e, Edge::east(square)),
            (s, Edge::south(square)),
            (w, Edge::east(Square::new(x - 1, y))),
        ];
        edges.into_iter().filter(|(there, _)| *there).for_each(|(_, edge)| self.builder.set_edge(edge, wall));
    }

    /// The number of a terrain; if there is none such, that is a mistake.
    pub fn terrain(&mut self, id: Key) -> Option<u8> {
        let found = self.builder.terrain(id);
        self.known(id, found)
    }

    /// The number of an edge kind; if there is none such, that is a mistake.
    pub fn edge_kind(&mut self, id: Key) -> Option<u8> {
        let found = self.builder.edge_kind(id);
        self.known(id, found)
    }

    fn known(&mut self, id: Key, found: Result<u8, MapRefusal>) -> Option<u8> {
        let refusal = match found {
            Ok(number) => return Some(number),
            Err(refusal) => refusal,
        };
        if !self.missing.insert(id) {
            return None;
        }
        let quoted = format!("\"{id}\"");
        // The files are only searched for what will be shown.
        let files = self.mapping_file.into_iter().chain([self.file]);
        let mut files = files.filter(|file| self.report.takes(&file.path));
        let place = files.find_map(|file| Some((file, file.text.find(&quoted)?)));
        self.report.push(refusal.at(|message| match place {
            Some((file, at)) => Diagnostic::at(file, at..at + quoted.len(), message),
            None => Diagnostic::whole_file(&self.file.path, message),
        }));
        None
    }

    fn mapping_path(&self) -> String {
        self.file.path.with_extension("mapping.ron").display().to_string()
    }

    /// Something odd about the map as a whole.
    pub fn warn(&mut self, message: String) {
        self.report.push(Diagnostic::whole_file(&self.file.path, message).warning());
    }

    /// Something odd about an object.
    pub fn warn_object(&mut self, id: u32, message: String) {
        let mistake = self.at_object(id, message);
        self.report.push(mistake.warning());
    }

    /// Counts the squares that an object is going to cover, those counted that it must be held against. None left: the
    /// map is refused.
    pub fn cover(&mut self, id: u32, squares: u64) -> bool {
        if let Err(why) = self.budget.spend(BudgetItem::Tiles, squares) {
            self.full = true;
            let mistake = self.at_object(id, why);
            self.report.push(mistake);
        }
        !self.full
    }

    fn at_object(&self, id: u32, message: String) -> Diagnostic {
        match self.objects.get(&id) {
            Some(at) => at_fault(self.file, (*at, message)),
            None => Diagnostic::whole_file(&self.file.path, message),
        }
    }
}

/// Where the objects of a map begin, by their numbers.
fn object_places(text: &str) -> BTreeMap<u32, usize> {
    const START: &str = "<object id=\"";
    let mut places = BTreeMap::new();
    for (at, _) in text.match_indices(START) {
        let number = text[at + START.len()..].split('"').next();
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            places.entry(number).or_insert(at);
        }
    }
    places
}

/// All layers from the lowest up, groups replaced by what they hold.
fn flatten<'m>(layers: impl Iterator<Item = Layer<'m>>, found: &mut Vec<Layer<'m>>) {
    for layer in layers {
        match layer.layer_type() {
            LayerType::Group(group) => flatten(group.layers(), found),
            _ => found.push(layer),
        }
    }
}

/// A property as text. Fractions, colours, lists and classes have none.
pub(super) fn text_property(properties: &Properties, name: &str) -> Option<String> {
    match properties.get(name)? {
        PropertyValue::StringValue(text) | PropertyValue::FileValue(text) => Some(text.clone()),
        PropertyValue::IntValue(number) => Some(number.to_string()),
        PropertyValue::ObjectValue(number) => Some(number.to_string()),
        PropertyValue::BoolValue(truth) => Some(truth.to_string()),
        _ => None,
    }
}

#[cfg(test)]
#[path = "tiled_import_tests.rs"]
mod tests;

//! Loads maps, as rows and from editors, and holds their things against the rulebooks.

use super::load::Loader;
use crate::content::prelude::*;
use crate::content::{
    map_text::text_map,
    tiled_import::import_tiled,
    uvtt_import::{ENDINGS, import_uvtt},
};

impl Library {
    /// The interactions of things by their whole ids: those without a prefix are the mod's own first, then the base game's.
    fn own_offers(&self, map: &mut PlacedMap, owner: Key) {
        let known = |id: Key| self.books.values().any(|book| book.interactions.get(id).is_some());
        for offer in map.things.iter_mut().flat_map(|thing| &mut thing.offers) {
            let own = own_id(owner, offer.id.as_str());
            if known(own) {
                offer.id = own;
            }
        }
    }

    /// What things of a map offer must be known to some book, and what they work on must be there.
    fn check_things(&self, loader: &mut Loader<'_>, entry: &RawEntry, map: &PlacedMap) {
        let known =
            || self.books.values().flat_map(|book| book.interactions.iter()).map(|def| def.id.as_str());
        let all: BTreeSet<&str> = known().collect();
        let named: BTreeSet<Key> = map.things.iter().map(|thing| thing.id).collect();
        // Where not all interactions could be read, an unknown one may be among those.
        let unsure = loader.unread.iter().any(|(_, kind)| *kind == "interactions")
            || loader.broken_books.iter().any(|book| !self.books.contains_key(book));
        for thing in &map.things {
            let owner = entry.owner_of("");
            let broken =
                |id: Key| [id, own_id(owner, id.as_str())].iter().any(|id| loader.broken.contains(id));
            let unknown = |id: Key| !unsure && !all.contains(id.as_str()) && !broken(id);
            let unknown: Vec<_> = thing.offers.iter().filter(|own| unknown(own.id)).collect();
            for own in unknown {
                let message = format!("no rulebook has an interaction \"{}\"", own.id);
                let mistake = entry.error_at(own.id.as_str(), message);
                if loader.blame.names_deleted("interactions", &[own.id], entry.id, &mistake) {
                    continue;
                }
                // Of the mod's own the prefix may be left out.
                let bare = known().filter_map(|id| id.strip_prefix(owner.as_str())?.strip_prefix(':'));
                loader
                    .report
                    .push_with(entry.file(), || mistake.did_you_mean(own.id.as_str(), known().chain(bare)));
            }
            for other in thing.works.iter().filter(|id| !named.contains(*id)) {
                loader.report.push_with(entry.file(), || {
                    let known = map.things.iter().map(|known| known.id.as_str());
                    let mistake = entry.error_at(other.as_str(), format!("the map has no thing \"{other}\""));
                    mistake.did_you_mean(other.as_str(), known)
                });
            }
        }
    }

    pub(super) fn load_maps(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "maps");
        let mut maps: Vec<(PathBuf, PlacedMap)> = Vec::new();
        for entry in layered.iter() {
            let palette =
                Palette { terrains: &self.terrains, edge_kinds: &self.edges, owner: entry.owner_of("") };
            // When there are no squares left, what is on the map does not matter.
            let read = loader.spend(entry, BudgetItem::Squares, 0).map_err(|mistake| vec![mistake]);
            let read = read.and_then(|()| text_map(entry, palette)).and_then(|map| {
                loader.spend(entry, BudgetItem::Squares, squares(&map)).map_err(|mistake| vec![mistake])?;
                Ok(map)
            });
            match read {
                Ok(mut map) => {
                    self.own_offers(&mut map, entry.owner_of(""));
                    self.check_things(loader, entry, &map);
                    maps.push((entry.file().to_owned(), map));
                }
                Err(mistakes) => {
                    loader.lose(entry.id);
                    let found = mistakes.into_iter().collect();
                    loader.tell_of_map((entry.id, entry.owner_of("")), Some(entry), found);
                }
            }
        }
        for one in loader.mods {
            let Ok(folder) = ModPath::new("maps") else { continue };
            let mut mistakes = Vec::new();
            for path in drawn_maps(&one.root, &folder, &mut mistakes) {
                let budget = one.root.budget();
                let palette = Palette { terrains: &self.terrains, edge_kinds: &self.edges, owner: one.id() };
                if let Err(why) = budget.spend(BudgetItem::Squares, 0) {
                    mistakes.push(Diagnostic::whole_file(&one.root.shown(&path), why));
                    continue;
                }
                let shown = one.root.shown(&path);
                let import = if path.as_str().ends_with(".tmx") { import_tiled } else { import_uvtt };
                match import(&one.root, &path, palette) {
                    Ok(mut import) => {
                        self.own_offers(&mut import.placed, one.id());
                        loader.report.join(import.warnings);
                        match budget.spend(BudgetItem::Squares, squares(&import.placed) as u64) {
                            Ok(()) => maps.push((shown, import.placed)),
                            Err(why) => mistakes.push(Diagnostic::whole_file(&shown, why)),
                        }
                    }
                    Err(found) => {
                        let name = path.as_str().rsplit('/').next().unwrap_or_default();
                        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
                        let id = own_id(one.id(), stem);
                        loader.lose(id);
                        loader.tell_of_map((id, one.id()), None, found);
                    }
                }
            }
            loader.report.extend(mistakes);
        }
        let mut first: BTreeMap<Key, PathBuf> = BTreeMap::new();
        for (file, map) in maps {
            if let Some(other) = first.get(&map.id) {
                let message = format!("the map \"{}\" is already in {}", map.id, other.display());
                let help = "a map from an editor is called as its file: give the file another name";
                loader.tell(Diagnostic::whole_file(&file, message).help(help));
                continue;
            }
            first.insert(map.id, file);
            self.maps.insert(map.id, Arc::new(map));
        }
    }
}

/// The maps of a folder that were drawn with other programs, in the order of their paths.
pub(super) fn drawn_maps(root: &ModRoot, folder: &ModPath, mistakes: &mut Vec<Diagnostic>) -> Vec<ModPath> {
    let mut found = root.list_all(folder, mistakes);
    found.retain(|path| {
        path.as_str().rsplit_once('.').is_some_and(|(_, own)| own == "tmx" || ENDINGS.contains(&own))
    });
    found
}

fn squares(map: &PlacedMap) -> usize {
    usize::from(map.map.width()) * usize::from(map.map.height())
}

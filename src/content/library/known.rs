//! The names that there are for what a rulebook's entries and settings refer to.
//!
//! The references themselves are checked in `names` and `settings`.

use std::cell::RefCell;

use super::{load::Layers, names::Names};
use crate::{
    content::prelude::*,
    rules::{action::Moment, attack::RangeRule, facts::WatchFor},
};

const LAYERED: [(usize, NameKind); 8] = [
    (0, NameKind::Action),
    (1, NameKind::Condition),
    (2, NameKind::Weapon),
    (3, NameKind::Item),
    (4, NameKind::Spell),
    (5, NameKind::Unit),
    (7, NameKind::Interaction),
    (8, NameKind::System),
];

/// What a trace calls the stages between a blow and its victim.
const STAGES: [&str; 15] = [
    "low_shield",
    "medium_shield",
    "high_shield",
    "kinetic_shield",
    "defence",
    "resistance",
    "vulnerability",
    "soak",
    "scale",
    "armour",
    "exceptional",
    "combine",
    "armour_range",
    "per_cent",
    "impact",
];

/// Kinds of which a name that is unknown is no mistake.
pub(super) fn unsure(settings: &BookDef, layers: &Layers) -> Vec<NameKind> {
    // Of a kind whose files could not be read to the end, an unknown name may be the fault of that mistake.
    let more = [(0, NameKind::Tag), (0, NameKind::Winning), (2, NameKind::Gear), (3, NameKind::Gear)];
    let kinds = LAYERED.into_iter().chain(more);
    let mut unsure: Vec<NameKind> =
        kinds.filter(|(at, _)| layers[*at].incomplete).map(|(_, kind)| kind).collect();
    if settings.attack.schools.is_empty() {
        unsure.push(NameKind::School);
    }
    if !matches!(settings.attack.range, RangeRule::Bands { .. }) {
        unsure.push(NameKind::RangeType);
    }
    unsure
}

/// The tags of actions that could not be read: who names them names what there is.
fn lost_tags(written: &Layered, actions: &[(RawEntry, ActionDef)]) -> Vec<Key> {
    let read: BTreeSet<Key> = actions.iter().map(|(entry, _)| entry.id).collect();
    let lost = written.iter().filter(|entry| !read.contains(&entry.id));
    let tags = lost.filter_map(|entry| entry.field("tags")).flat_map(RawField::items);
    tags.map(|place| Key::new(text_content(place.text()))).collect()
}

/// What a book's entries may name: what it has from its parent, its own, and its settings.
pub(super) fn names(book: &Rulebook, layers: &Layers, actions: &[(RawEntry, ActionDef)]) -> Names {
    // An entry with a mistake is still one that others may name.
    let ids = |kind: usize| layers.get(kind).map(|layer| layer.all_ids()).unwrap_or_default();
    let settings = &book.settings;
    let all_actions = || book.actions.iter().map(|def| &**def).chain(actions.iter().map(|(_, def)| def));
    let tags = |of: &dyn Fn(&ActionDef) -> bool| {
        all_actions().filter(|&def| of(def)).flat_map(|def| def.tags.iter().copied()).collect::<Vec<Key>>()
    };
    let lost = lost_tags(&layers[0], actions);
    let (range_types, bands): (Vec<Key>, Vec<Key>) = match &settings.attack.range {
        RangeRule::Bands { types, bands, .. } => {
            (types.keys().copied().collect(), bands.iter().map(|(id, _)| *id).collect())
        }
        _ => (Vec::new(), Vec::new()),
    };
    let pools: Vec<Key> = settings.economy.pools.iter().map(|def| def.id).collect();
    let tracks: Vec<Key> = settings.tracks.iter().map(|def| def.id).collect();
    let checks: Vec<Key> = settings.checks.iter().map(|def| def.id).collect();
    let check_tags = settings.checks.iter().flat_map(|def| def.tags.iter().copied());
    let check_tags: Vec<Key> = check_tags.chain(settings.attack.fire.damage).collect();
    let own_systems = || settings.systems.iter();
    let roles = settings.bonds.iter().flat_map(|def| def.roles.iter().map(|role| role.id));
    let increments = settings.tasks.iter().flat_map(|rule| rule.increments.keys().copied());
    let mut lists = BTreeMap::from([
        (NameKind::Checks, [&checks[..], &check_tags, &["all", "skills"].map(Key::new)].concat()),
        (NameKind::Check, checks),
        (NameKind::Pool, [&pools[..], &[Key::new("points")]].concat()),
        (NameKind::Price, [&pools[..], &tracks, &["points", "initiative"].map(Key::new)].concat()),
        (NameKind::Track, tracks),
        (NameKind::Gear, [ids(2), ids(3)].concat()),
        (NameKind::School, settings.attack.schools.keys().copied().collect()),
        (NameKind::RangeType, range_types),
        (NameKind::Size, settings.sizes.iter().map(|def| def.id).collect()),
        (NameKind::Stat, settings.stat_names()),
        (NameKind::Option, settings.options.keys().copied().collect()),
        (NameKind::Bond, settings.bonds.iter().map(|def| def.id).collect()),
        (NameKind::Increment, increments.collect()),
        (NameKind::Band, bands),
        (NameKind::Role, roles.collect()),
        (NameKind::Column, own_systems().flat_map(|rule| rule.columns.iter().copied()).collect()),
        (
            NameKind::SystemsKind,
            own_systems().flat_map(|rule| rule.kinds.iter().map(|kind| kind.id)).collect(),
        ),
        (NameKind::Tag, [tags(&|_| true), lost.clone()].concat()),
        (NameKind::Winning, [tags(&|def| def.on.contains(&Moment::Won)), lost].concat()),
        (NameKind::Trigger, WatchFor::KINDS.iter().map(|kind| Key::new(kind)).collect()),
        (NameKind::Phase, settings.timing.phases.iter().map(|def| def.id).collect()),
        (NameKind::Stage, STAGES.map(Key::new).to_vec()),
        (NameKind::Location, settings.attack.locations.iter().map(|(_, part)| *part).collect()),
    ]);
    lists.extend(LAYERED.map(|(at, kind)| (kind, ids(at))));
    Names {
        lists,
        pools,
        derived: settings.derived.keys().copied().collect(),
        partners: settings.bonds.iter().map(|def| def.to).collect(),
        facilities: settings.facilities.clone(),
        layers: LAYERED.iter().filter_map(|(at, kind)| Some((*kind, layers.get(*at)?.clone()))).collect(),
        known: RefCell::default(),
        broken: false,
    }
}

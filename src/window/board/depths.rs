//! How deep counters lie while they move, and that all of what they are drawn with follows.
//!
//! Bevy keeps the order in which meshes are drawn until they change; their place alone doesn't count. Sprites are put in
//! order in every frame.

use bevy::asset::AssetEventSystems;

use super::{counters::depth_of, prelude::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, reorder.before(AssetEventSystems));
}

/// The depth at which what a counter is drawn with was put in order.
#[derive(Component, Default)]
pub(super) struct Ordered(f32);

/// Has the meshes of counters put in order anew whose depth has changed.
fn reorder(
    mut moved: Query<(Entity, &Transform, &mut Ordered), Changed<Transform>>,
    children: Query<&Children>,
    mut meshes: Query<&mut Mesh2d>,
) {
    for (entity, transform, mut ordered) in &mut moved {
        let depth = transform.translation.z;
        if ordered.0 == depth {
            continue;
        }
        ordered.0 = depth;
        for part in children.iter_descendants(entity) {
            if let Ok(mut mesh) = meshes.get_mut(part) {
                mesh.set_changed();
            }
        }
    }
}

/// How deep a counter lies while it moves: above all who stand, no lower than it lies at rest; who is `borne` by what moves
/// above that.
pub fn depth_on_the_way(counter: &Counter, borne: bool) -> f32 {
    let upon = if borne { BORNE } else { 0.0 };
    depth_of(counter).max(layer::COUNTERS + MOVING) + upon
}

/// So high above others lies who moves on the ground, and who is borne above that which bears them.
const MOVING: f32 = 4.0;
const BORNE: f32 = 0.6;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Anew(usize);

    fn count(mut anew: ResMut<Anew>, changed: Query<(), Changed<Mesh2d>>) {
        anew.0 = changed.iter().count();
    }

    #[test]
    fn the_meshes_of_a_counter_are_put_in_order_anew_where_its_depth_changes() {
        let mut app = App::new();
        app.init_resource::<Anew>().add_systems(Update, (reorder, count).chain());
        let part = app.world_mut().spawn(Mesh2d::default()).id();
        let root = app.world_mut().spawn((Ordered::default(), Transform::from_xyz(0.0, 0.0, 11.0))).id();
        app.world_mut().entity_mut(root).add_child(part);
        app.update();
        let mut at = |x: f32, depth: f32| {
            app.world_mut().entity_mut(root).insert(Transform::from_xyz(x, 0.0, depth));
            app.update();
            app.world().resource::<Anew>().0
        };
        assert_eq!(at(1.0, 11.0), 0, "it only slides");
        assert_eq!(at(2.0, 9.0), 1, "it sinks");
    }

    #[test]
    fn who_flies_moves_no_lower_than_it_hovers_and_its_crew_above_it() {
        for band in [None, Some(Band::Low), Some(Band::High)] {
            let own = Counter { band, ..default() };
            assert!(depth_on_the_way(&own, false) >= depth_of(&own), "{band:?}");
            assert!(depth_on_the_way(&own, true) > depth_on_the_way(&own, false) + 0.5, "{band:?}");
        }
        let (below, high) = (Counter::default(), Counter { band: Some(Band::High), ..default() });
        assert!(depth_on_the_way(&below, false) < depth_of(&high), "nobody walks over a flyer");
    }
}

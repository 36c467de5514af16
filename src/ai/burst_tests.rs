//! What the computer makes of attacks that burst, and of pseudogravity.

use crate::ai::test_battle::*;

/// What a storm gunner's shot at a foe is worth, with a third one of that side on a square of the same row.
fn worth(third: &str, x: i16) -> f64 {
    let field = Field::new(&book("drive"), 24, 16)
        .unit("gunner", "storm_gunner", "red", (2, 5))
        .unit("foe", "raider", "blue", (12, 5))
        .unit("third", "raider", third, (x, 5));
    attack_worth(&field.facts(), "gunner", "foe", "ranged_attack")
}

#[test]
fn a_burst_is_worth_more_among_foes_and_less_among_friends_d84() {
    let alone = worth("blue", 20);
    assert!(worth("blue", 13) > alone, "two foes side by side");
    assert!(worth("red", 13) < alone, "a friend beside the foe");
}

#[test]
fn of_pseudogravity_as_many_points_are_spent_as_the_weight_asks_for_d107() {
    let field = Field::new(&book("drive"), 24, 16)
        .unit("weigher", "weigher", "red", (2, 5))
        .with(|unit| unit.gear.items.clear())
        .unit("foe", "raider", "blue", (10, 5));
    let spent = look_for(&mut begun(field.in_order()), 6, |prompt, command| match command {
        Command::Act { action, args, .. } if prompt.unit == UnitId::new("weigher") => {
            Some((action.to_string(), args.amount?))
        }
        _ => None,
    });
    // 219 pounds, a fifth or a quarter of them.
    let known = [Some(("lift".to_owned(), 44)), Some(("let_fall".to_owned(), 55))];
    assert!(known.contains(&spent), "{spent:?}");
}

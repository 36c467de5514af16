//! The words of the vocabulary, read from the types: the variants of an enum, and those that a value is made of. Which
//! of them a battle has used is kept by `battle::testing::seen`.

use std::{cell::Cell, collections::BTreeSet};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor, value::Error as Nothing},
    forward_to_deserialize_any, ser,
};

/// A variant: the enum's name and its own.
pub type Word = (&'static str, &'static str);

/// Parts of a value that are words of their own only when their moment comes: effects, triggers, steps, answers.
const LATER: [&str; 7] =
    ["EffectDef", "Trigger", "AttackStep", "HarmStage", "Land", "LedgerEvent", "Reaction"];

/// An enum's name and its variants, in the order written; none for what is no enum written with its variant's name.
pub fn variants<'de, T: Deserialize<'de>>() -> Option<(&'static str, &'static [&'static str])> {
    let found = Cell::new(None);
    let _ = T::deserialize(Asker(&found));
    found.get()
}

/// The variants that a value is made of, its own among them, but for effects, triggers and steps of attacks inside.
pub fn words(value: &(impl Serialize + ?Sized), found: &mut BTreeSet<Word>) {
    let _ = value.serialize(Walk { found, root: true });
}

struct Asker<'a>(&'a Cell<Option<(&'static str, &'static [&'static str])>>);

impl<'de> Deserializer<'de> for Asker<'_> {
    type Error = Nothing;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Nothing> {
        self.0.set(Some((name, variants)));
        Err(Error::custom("nothing"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Nothing> {
        Err(Error::custom("nothing"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Walk<'a> {
    found: &'a mut BTreeSet<Word>,
    root: bool,
}

/// The walk inside something: `on` is false inside what is left for later.
struct Inside<'a> {
    found: &'a mut BTreeSet<Word>,
    on: bool,
}

impl<'a> Walk<'a> {
    fn inside(self) -> Inside<'a> {
        Inside { found: self.found, on: true }
    }

    fn meet(self, name: &'static str, variant: &'static str) -> Inside<'a> {
        let on = self.root || !LATER.contains(&name);
        if on {
            self.found.insert((name, variant));
        }
        Inside { found: self.found, on }
    }
}

impl Inside<'_> {
    fn part(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Nothing> {
        if self.on { value.serialize(Walk { found: self.found, root: false }) } else { Ok(()) }
    }
}

/// What noting something comes to.
type Done = Result<(), Nothing>;

/// The same where there is something inside.
type Walked<'a> = Result<Inside<'a>, Nothing>;

/// What serde calls a type, a variant or a field.
type Name = &'static str;

macro_rules! plain {
    ($($name:ident: $kind:ty),*) => {
        $(fn $name(self, _: $kind) -> Done { Ok(()) })*
    };
}

macro_rules! inside {
    ($life:lifetime, $($name:ident($($kind:ty),*)),*) => {
        $(fn $name(self, $(_: $kind),*) -> Walked<$life> { Ok(self.inside()) })*
    };
}

impl<'a> Serializer for Walk<'a> {
    type Ok = ();
    type Error = Nothing;
    type SerializeSeq = Inside<'a>;
    type SerializeTuple = Inside<'a>;
    type SerializeTupleStruct = Inside<'a>;
    type SerializeTupleVariant = Inside<'a>;
    type SerializeMap = Inside<'a>;
    type SerializeStruct = Inside<'a>;
    type SerializeStructVariant = Inside<'a>;

    plain!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_unit_struct: Name
    );

    fn serialize_none(self) -> Done {
        Ok(())
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, name: Name, _: u32, variant: Name) -> Done {
        self.meet(name, variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Name, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: Name,
        _: u32,
        variant: Name,
        value: &T,
    ) -> Done {
        self.meet(name, variant).part(value)
    }

    inside!('a, serialize_seq(Option<usize>), serialize_map(Option<usize>));
    inside!('a, serialize_tuple(usize), serialize_tuple_struct(Name, usize));

    fn serialize_tuple_variant(self, name: Name, _: u32, variant: Name, _: usize) -> Walked<'a> {
        Ok(self.meet(name, variant))
    }

    fn serialize_struct(self, name: Name, _: usize) -> Walked<'a> {
        let on = self.root || !LATER.contains(&name);
        Ok(Inside { found: self.found, on })
    }

    fn serialize_struct_variant(self, name: Name, _: u32, variant: Name, _: usize) -> Walked<'a> {
        Ok(self.meet(name, variant))
    }
}

macro_rules! parts {
    ($($kind:ident { $($name:ident $(($key:ty))?),+ };)*) => {
        $(impl ser::$kind for Inside<'_> {
            type Ok = ();
            type Error = Nothing;

            $(fn $name<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Done {
                self.part(value)
            })+

            fn end(self) -> Done {
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeSeq { serialize_element };
    SerializeTuple { serialize_element };
    SerializeTupleStruct { serialize_field };
    SerializeTupleVariant { serialize_field };
    SerializeMap { serialize_key, serialize_value };
    SerializeStruct { serialize_field(Name) };
    SerializeStructVariant { serialize_field(Name) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        action::{EffectDef, Step},
        facts::Phase,
        modifier::Until,
    };

    #[test]
    fn an_enum_tells_its_variants() {
        let (name, all) = variants::<Phase>().unwrap();
        assert_eq!((name, all[0], all.len()), ("Phase", "Muster", 9));
        assert!(variants::<Step>().is_some_and(|(_, all)| all.contains(&"Afterwards")));
        assert_eq!(variants::<Vec<u8>>(), None);
    }

    #[test]
    fn a_value_tells_its_words_but_not_those_of_effects_inside() {
        let mut found = BTreeSet::new();
        words(&Step::Do(vec![EffectDef::Press]), &mut found);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [("Step", "Do")]);
        let mut found = BTreeSet::new();
        words(&(Some(Until::Rounds(3)), [Phase::Turns]), &mut found);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [("Phase", "Turns"), ("Until", "Rounds")]);
    }
}

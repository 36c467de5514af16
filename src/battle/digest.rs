//! The canonical bytes of values and their digest: what the hash of a battle and that of its chronicle are made of.
//!
//! Two values of one type have the same bytes only if they are equal; nobody reads them back, so they are short:
//! variants by their number, fields in order and without names.

use std::sync::Arc;

use serde::{Serialize, Serializer, ser};

/// A blake3 hash.
pub(super) type Digest = [u8; 32];

/// A value has no bytes, and why.
pub(super) type Unhashed = serde::de::value::Error;

/// What a value begins with. From `SMALL` on a byte is a number itself, from `SHORT` on the length of a text.
mod tag {
    pub const FALSE: u8 = 0;
    pub const TRUE: u8 = 1;
    pub const NONE: u8 = 2;
    pub const SOME: u8 = 3;
    pub const UNIT: u8 = 4;
    pub const I32: u8 = 5;
    pub const I64: u8 = 6;
    pub const U64: u8 = 7;
    pub const WIDE: u8 = 8;
    pub const FLOAT: u8 = 9;
    pub const TEXT: u8 = 10;
    pub const BYTES: u8 = 11;
    pub const OPEN: u8 = 12;
    pub const CLOSE: u8 = 13;
    pub const SKIPPED: u8 = 14;
    pub const SHORT: u8 = 32;
    pub const SMALL: u8 = 128;
}

/// Texts so long have their length in one byte.
const SHORT: usize = 96;

/// The canonical bytes of values, one behind the other.
#[derive(Debug)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    /// None yet, with room for so many.
    pub fn new(room: usize) -> Self {
        Self(Vec::with_capacity(room))
    }

    /// Adds a value.
    pub fn add(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Unhashed> {
        value.serialize(self)
    }

    /// Adds the digest of something in its place.
    pub fn add_digest(&mut self, digest: &Digest) {
        self.0.extend_from_slice(digest);
    }

    /// The digest of all of them.
    pub fn digest(&self) -> Digest {
        *blake3::hash(&self.0).as_bytes()
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.0.push(tag);
        self.0.extend_from_slice(bytes);
    }

    fn int(&mut self, value: i64) {
        match i32::try_from(value) {
            Ok(small @ -16..=111) => self.0.push((small + 16) as u8 | tag::SMALL),
            Ok(value) => self.tagged(tag::I32, &value.to_le_bytes()),
            Err(_) => self.tagged(tag::I64, &value.to_le_bytes()),
        }
    }

    fn unsigned(&mut self, value: u64) {
        match i64::try_from(value) {
            Ok(value) => self.int(value),
            Err(_) => self.tagged(tag::U64, &value.to_le_bytes()),
        }
    }
}

/// The digest of a value.
fn digest(value: &(impl Serialize + ?Sized)) -> Result<Digest, Unhashed> {
    let mut bytes = Bytes::new(4096);
    bytes.add(value)?;
    Ok(bytes.digest())
}

/// The digest of something shared, with what it is the digest of: nobody changes that as long as it is held here.
#[derive(Debug)]
pub(super) struct Kept<T>(Option<(Arc<T>, Digest)>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Serialize> Kept<T> {
    /// The digest of something shared, made anew only where it is not the thing of the last time.
    pub fn digest(&mut self, of: &Arc<T>) -> Result<Digest, Unhashed> {
        if let Some((own, digest)) = &self.0
            && Arc::ptr_eq(own, of)
        {
            return Ok(*digest);
        }
        let digest = digest(&**of)?;
        self.0 = Some((of.clone(), digest));
        Ok(digest)
    }
}

/// What adding something comes to.
type Done = Result<(), Unhashed>;

/// What serde calls a type, a variant or a field.
type Name = &'static str;

macro_rules! numbers {
    ($into:ident: $($name:ident: $kind:ty),*) => {
        $(fn $name(self, value: $kind) -> Done {
            self.$into(value.into());
            Ok(())
        })*
    };
}

impl Serializer for &mut Bytes {
    type Ok = ();
    type Error = Unhashed;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers!(int: serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);
    numbers!(unsigned: serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);
    numbers!(unsigned: serialize_char: char);

    fn serialize_bool(self, value: bool) -> Done {
        self.0.push(if value { tag::TRUE } else { tag::FALSE });
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Done {
        self.tagged(tag::WIDE, &value.to_le_bytes());
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Done {
        self.tagged(tag::WIDE, &value.to_le_bytes());
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Done {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Done {
        self.tagged(tag::FLOAT, &value.to_bits().to_le_bytes());
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Done {
        if value.len() < SHORT {
            self.0.push(tag::SHORT + value.len() as u8);
        } else {
            self.0.push(tag::TEXT);
            self.unsigned(value.len() as u64);
        }
        self.0.extend_from_slice(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        self.0.push(tag::BYTES);
        self.unsigned(value.len() as u64);
        self.0.extend_from_slice(value);
        Ok(())
    }

    fn serialize_none(self) -> Done {
        self.0.push(tag::NONE);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.0.push(tag::SOME);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.0.push(tag::UNIT);
        Ok(())
    }

    fn serialize_unit_struct(self, _: Name) -> Done {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: Name, index: u32, _: Name) -> Done {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Name, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: Name,
        index: u32,
        _: Name,
        value: &T,
    ) -> Done {
        self.unsigned(index.into());
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Unhashed> {
        self.0.push(tag::OPEN);
        Ok(self)
    }

    fn serialize_tuple(self, len: usize) -> Result<Self, Unhashed> {
        if len == 0 {
            self.0.push(tag::UNIT);
        }
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: Name, len: usize) -> Result<Self, Unhashed> {
        self.serialize_tuple(len)
    }

    fn serialize_tuple_variant(self, _: Name, index: u32, _: Name, _: usize) -> Result<Self, Unhashed> {
        self.unsigned(index.into());
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Unhashed> {
        self.0.push(tag::OPEN);
        Ok(self)
    }

    fn serialize_struct(self, _: Name, len: usize) -> Result<Self, Unhashed> {
        self.serialize_tuple(len)
    }

    fn serialize_struct_variant(self, _: Name, index: u32, _: Name, _: usize) -> Result<Self, Unhashed> {
        self.unsigned(index.into());
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// What takes the parts of a value: each with what stands in place of a part that is left out, and behind the last.
macro_rules! parts {
    ($($kind:ident { $($name:ident $(($key:ty))?),+ } $(skip $skip:ident)? $(end $end:ident)?;)*) => {
        $(impl ser::$kind for &mut Bytes {
            type Ok = ();
            type Error = Unhashed;

            $(fn $name<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Done {
                self.add(value)
            })+

            $(fn skip_field(&mut self, _: Name) -> Done {
                self.0.push(tag::$skip);
                Ok(())
            })?

            fn end(self) -> Done {
                $(self.0.push(tag::$end);)?
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeSeq { serialize_element } end CLOSE;
    SerializeTuple { serialize_element };
    SerializeTupleStruct { serialize_field };
    SerializeTupleVariant { serialize_field };
    SerializeMap { serialize_key, serialize_value } end CLOSE;
    SerializeStruct { serialize_field(Name) } skip SKIPPED;
    SerializeStructVariant { serialize_field(Name) } skip SKIPPED;
}

#[cfg(test)]
#[path = "digest_tests.rs"]
mod tests;

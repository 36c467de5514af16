//! What fields are that may be left out: plain numbers, of whatever type a field has, and `true`.
//!
//! A field names one as `#[serde(default = "defaults::ten")]`. A default that has a meaning of its own stands beside its
//! type.

/// Whether something is what its type usually is, so that it need not be written.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// 1.
pub fn one<T: From<u8>>() -> T {
    T::from(1)
}

/// 2.
pub fn two<T: From<u8>>() -> T {
    T::from(2)
}

/// 3.
pub fn three<T: From<u8>>() -> T {
    T::from(3)
}

/// 4.
pub fn four<T: From<u8>>() -> T {
    T::from(4)
}

/// 5.
pub fn five<T: From<u8>>() -> T {
    T::from(5)
}

/// 6.
pub fn six<T: From<u8>>() -> T {
    T::from(6)
}

/// 10.
pub fn ten<T: From<u8>>() -> T {
    T::from(10)
}

/// 20.
pub fn twenty<T: From<u8>>() -> T {
    T::from(20)
}

/// 25.
pub fn twenty_five<T: From<u8>>() -> T {
    T::from(25)
}

/// 34.
pub fn thirty_four<T: From<u8>>() -> T {
    T::from(34)
}

/// 50.
pub fn fifty<T: From<u8>>() -> T {
    T::from(50)
}

/// 100.
pub fn hundred<T: From<u8>>() -> T {
    T::from(100)
}

/// True.
pub fn yes() -> bool {
    true
}

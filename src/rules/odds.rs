//! The exact distribution of an attack.

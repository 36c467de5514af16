//! Everything on the screen.

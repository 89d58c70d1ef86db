//! Sections of keys and values.

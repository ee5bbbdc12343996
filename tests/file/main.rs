//! What holds for file naming beyond the cases: the observed set, properties, canaries.

mod checks;
mod observed;
mod properties;
mod secrets;

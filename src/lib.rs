//! One implementation of the rules by which OpenLineage producers name datasets.
//!
//! A dataset is the pair `(namespace, name)`. Two events that carry the same pair meet in one node of the
//! lineage graph; two that do not, never meet. This crate derives the pair from what a producer has in hand.
#![deny(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod config;
pub mod contract;
#[cfg(feature = "sql")]
pub mod datasets;
pub mod event;
#[doc(hidden)]
pub mod ffi;
pub mod file;
mod guard;
pub mod identity;
pub mod jdbc;
#[cfg(feature = "jni")]
mod jni;
pub mod reason;
pub mod relational;
pub mod request;
pub mod run;
pub mod settings;
#[cfg(feature = "sql")]
pub mod sql;
pub mod store;
pub mod text;
#[cfg(feature = "validate")]
pub mod validate;

pub use config::{Config, ConfigError};
pub use contract::Contract;
pub use identity::{Identity, NoIdentity, Resolution};
pub use reason::{Code, Warning};

/// The version of this library, as in `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

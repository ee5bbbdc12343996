//! The configuration file.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::Args;
use lineage_identity::config::Config;
use lineage_identity::request::Context;

/// Where the configuration is.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// What named connections stand for, namespace resolvers and name trimmers, as docs/configuration.md has them
    #[arg(
        long,
        value_name = "FILE",
        env = "LINEAGE_IDENTITY_CONFIG",
        hide_env_values = true
    )]
    config: Option<OsString>,
}

impl ConfigArgs {
    /// Reads the configuration, where there is one. A variable that is set to nothing is none.
    pub fn read(&self) -> io::Result<Option<Config>> {
        match &self.config {
            Some(path) if !path.is_empty() => Config::from_file(Path::new(path))
                .map(Some)
                .map_err(|error| io::Error::other(format!("{}: {error}", error.code))),
            _ => Ok(None),
        }
    }
}

/// What requests are answered with.
pub fn context(config: Option<&Config>) -> Context<'_> {
    config.map(Context::with_config).unwrap_or_default()
}

//! What is said of wrong usage.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

/// Prints help, the version or what is wrong, without what stood in place of a flag or its value: it may well be
/// a URI with a password, put where it does not belong.
pub fn explain(mut error: clap::Error) -> ExitCode {
    for kind in [
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
        ContextKind::InvalidSubcommand,
    ] {
        if let Some(ContextValue::String(text)) = error.get(kind)
            && !is_flag(text)
        {
            error.insert(kind, ContextValue::String("…".to_owned()));
        }
    }
    // Standard error may be closed: then nobody wants to know.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Whether the text is the name of a flag, or of an argument as the usage line has it.
fn is_flag(text: &str) -> bool {
    let named = |c: char| c.is_ascii_alphanumeric() || " -_<>[].".contains(c);
    (text.starts_with('-') || text.starts_with('<') || text.starts_with('[')) && text.chars().all(named)
}

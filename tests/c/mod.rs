//! Compiles and runs the C programs of this folder.

pub mod typed;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How a program is compiled.
#[derive(Clone, Copy)]
pub enum Language {
    C11,
    Cpp17,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of this folder.
pub fn source(name: &str) -> String {
    std::fs::read_to_string(root().join("tests/c").join(name)).unwrap()
}

/// The shared library that cargo built beside this test.
pub fn library() -> PathBuf {
    let folder = std::env::current_exe().unwrap();
    let folder = folder.parent().unwrap();
    let name = format!(
        "{}lineage_identity{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    // Tests run from `deps`; cargo puts the library there, and a copy one folder up.
    let places = [folder.join(&name), folder.with_file_name(&name)];
    let found = places.iter().find(|path| path.is_file());
    found
        .unwrap_or_else(|| panic!("cargo built no {name} in {}", folder.display()))
        .clone()
}

/// Compiles a file of this folder into a program of its own for each call.
pub fn compile(name: &str, language: Language) -> PathBuf {
    compile_file(&root().join("tests/c").join(name), language)
}

/// Compiles any file against the header and the library.
pub fn compile_file(file: &Path, language: Language) -> PathBuf {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let program =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{stem}-{}-{count}", std::process::id()));
    let (variable, default, standard) = match language {
        Language::C11 => ("CC", "cc", "-std=c11"),
        Language::Cpp17 => ("CXX", "c++", "-std=c++17"),
    };
    let compiler = std::env::var(variable).unwrap_or_else(|_| default.to_owned());
    let library = library();
    let folder = library.parent().unwrap();
    let status = Command::new(&compiler)
        .args([
            standard,
            "-g",
            "-pthread",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
        ])
        // `= {sizeof x}` leaves the other fields zero, which is what is meant.
        .arg("-Wno-missing-field-initializers")
        .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I"])
        .arg(root().join("include"))
        .arg(file)
        .arg("-o")
        .arg(&program)
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", folder.display()))
        .status()
        .unwrap_or_else(|error| panic!("{compiler} cannot be run ({error}): install a C and a C++ compiler"));
    assert!(status.success(), "{} does not compile", file.display());
    program
}

/// Runs a program with this input, then deletes it.
pub fn run(program: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(program)
        .args(arguments.iter().map(OsStr::new))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().unwrap()
    })
}

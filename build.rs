//! Tells the code whether the parsers of SQL were optimised: without that, they need far more stack.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(small_frames)");
    // Only optimisation is sure to have small frames. A profile that optimises this crate fully and the parsers not at
    // all would not be noticed; ours have none, and `make sql-limits` runs what `dist` has.
    if std::env::var("OPT_LEVEL").as_deref() == Ok("3") {
        println!("cargo::rustc-cfg=small_frames");
    }
}

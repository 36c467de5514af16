//! Makes the released program smaller where the linker that comes with Rust is used: functions of the same code are
//! kept once, and the program is linked to a fixed address, which spares a table of every address in it.

#![allow(clippy::print_stdout, reason = "what a build script prints is what it tells cargo")]

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_LINKER"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    if own_linker() {
        for argument in ["-Wl,--icf=all", "-no-pie"] {
            println!("cargo:rustc-link-arg-bins={argument}");
        }
    }
}

/// Whether the released program for 64-bit Linux is linked by the lld of the toolchain, which nothing replaces.
fn own_linker() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|own| own == value);
    let set = |name: &str| env::var(name).is_ok_and(|own| !own.is_empty());
    let target = "x86_64-unknown-linux-gnu";
    if !is("TARGET", target) || !is("HOST", target) || !is("PROFILE", "release") {
        return false;
    }
    if set("CARGO_ENCODED_RUSTFLAGS") || set("RUSTC_LINKER") {
        return false;
    }
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let Ok(answer) = Command::new(rustc).args(["--print", "sysroot"]).output() else { return false };
    let sysroot = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    Path::new(&sysroot).join("lib/rustlib").join(target).join("bin/gcc-ld/ld.lld").exists()
}

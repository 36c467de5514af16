//! Can a window be opened here? Asked in a child process before the app starts, so that whatever goes wrong (no
//! display, a library that is not there, a driver that crashes) becomes one sentence and a status, never a panic.
//!
//! The program runs itself with [`ARGUMENT`]; that child opens an unseen window with the whole graphics set-up and
//! reports its panic, if any, on its standard output.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use bevy::{log::LogPlugin, prelude::*};

/// The hidden argument of the child.
pub const ARGUMENT: &str = "--probe-window";

/// How long the child may take before the window counts as impossible.
const PATIENCE: Duration = Duration::from_secs(40);

/// Asks a child process. The error is the sentence for the user.
pub fn ask() -> Result<(), String> {
    let named = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let display = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].iter().any(named);
    if cfg!(all(unix, not(target_os = "macos"))) && !display {
        return Err(sentence("no display"));
    }
    let program = std::env::current_exe()
        .map_err(|e| format!("The window cannot be opened: the program does not find itself ({e})."))?;
    let mut child = Command::new(program)
        .arg(ARGUMENT)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("The window cannot be opened: the program cannot run itself ({e})."))?;
    let output = child.stdout.take();
    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut output) = output {
            // A child that dies closes its end; what it said until then is what counts.
            let _ = output.read_to_string(&mut text);
        }
        let _ = sender.send(text);
    });
    let said = match receiver.recv_timeout(PATIENCE) {
        Ok(said) => said,
        Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            return Err(sentence("timeout"));
        }
    };
    let _ = reader.join();
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) if status.code().is_none() => Err(sentence(&format!("signal {said}"))),
        _ => Err(sentence(&said)),
    }
}

/// The child's part: opens an unseen window and ends after its first frames. Never returns to a panic message on the
/// terminal. The caller ends the process with the status returned (0 for "it works").
pub fn answer() -> u8 {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic
            .payload()
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.payload().downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_default();
        let _ = writeln!(std::io::stdout(), "{text}");
        // A panic on a thread of the renderer does not end the program by itself.
        std::process::exit(2);
    }));
    let window = Window {
        title: "Threat Range".into(),
        resolution: (64_u32, 64_u32).into(),
        visible: false,
        focused: false,
        ..default()
    };
    let status = App::new()
        .add_plugins(
            DefaultPlugins
                .build()
                .disable::<LogPlugin>()
                .set(WindowPlugin { primary_window: Some(window), ..default() }),
        )
        .add_plugins(super::driver::plugin)
        .add_systems(Update, |mut frames: Local<u32>, mut exit: MessageWriter<AppExit>| {
            *frames += 1;
            if *frames > 3 {
                exit.write(AppExit::Success);
            }
        })
        .run();
    u8::from(status.is_error())
}

/// The sentence for what a child said.
fn sentence(said: &str) -> String {
    let lower = said.to_lowercase();
    let start = "The window cannot be opened: ";
    let end = " The battles also run without it; see `threat-range --help`.";
    let cause = if lower.contains("no display") {
        "there is no display here. Start the program from a desktop session or set DISPLAY or WAYLAND_DISPLAY; without \
         one install a display in memory (on Debian and Ubuntu: apt install xvfb) and start it by xvfb-run."
            .into()
    } else if let Some(library) = library_in(said) {
        format!("the library {library} is missing. {}", package_of(&library))
    } else if lower.contains("gpu")
        || lower.contains("adapter")
        || lower.contains("vulkan")
        || lower.contains("surface")
    {
        "no usable graphics adapter was found. Install a Vulkan driver (on Debian and Ubuntu: mesa-vulkan-drivers), \
         or update the one of your graphics card."
            .into()
    } else if lower.starts_with("signal") {
        "the graphics driver crashed. Update it, or install a software one (on Debian and Ubuntu: mesa-vulkan-drivers)."
            .into()
    } else if lower.contains("timeout") {
        "the display or the graphics driver does not answer. Update the driver, or install a software one (on Debian \
         and Ubuntu: mesa-vulkan-drivers)."
            .into()
    } else if ["event loop", "eventloop", "connect", "xopendisplay", "wayland", "compositor"]
        .iter()
        .any(|w| lower.contains(w))
    {
        "the display cannot be reached. Check DISPLAY or WAYLAND_DISPLAY, and that the libraries of X11 or Wayland are \
         there (on Debian and Ubuntu: libx11-6 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0 libwayland-client0)."
            .into()
    } else {
        let first = said.lines().next().unwrap_or_default().trim();
        let first =
            if first.is_empty() { "the display or its driver failed without saying why" } else { first };
        format!("{first}.")
    };
    format!("{start}{cause}{end}")
}

/// The name of a shared library in a text, as in "libxkbcommon-x11.so could not be loaded".
fn library_in(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "\"'`,;:()[]".contains(c))
        .find(|word| word.starts_with("lib") && word.contains(".so"))
        .map(|word| word.trim_end_matches('.').to_owned())
}

fn package_of(library: &str) -> String {
    let known = [
        ("libxkbcommon-x11", "libxkbcommon-x11-0"),
        ("libxkbcommon", "libxkbcommon0"),
        ("libX11-xcb", "libx11-xcb1"),
        ("libX11", "libx11-6"),
        ("libXcursor", "libxcursor1"),
        ("libXi", "libxi6"),
        ("libXrandr", "libxrandr2"),
        ("libwayland", "libwayland-client0"),
        ("libvulkan", "libvulkan1 mesa-vulkan-drivers"),
        ("libEGL", "libegl1"),
    ];
    match known.iter().find(|(start, _)| library.starts_with(start)) {
        Some((_, package)) => format!("Install it (on Debian and Ubuntu: {package})."),
        None => "Install it.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_named_with_its_package() {
        let text = sentence("Library libxkbcommon-x11.so could not be loaded.");
        assert!(text.contains("libxkbcommon-x11.so"), "{text}");
        assert!(text.contains("libxkbcommon-x11-0"), "{text}");
    }

    #[test]
    fn every_failure_is_one_line_that_says_what_to_do() {
        for said in [
            "no display",
            "Unable to find a GPU! Make sure you have installed required drivers!",
            "signal ",
            "timeout",
            "Failed to build event loop: Os(OsError { line: 765 })",
            "something else\nsecond line",
            "",
        ] {
            let text = sentence(said);
            assert!(!text.contains('\n') && text.ends_with('.'), "{text}");
        }
        assert!(sentence("Unable to find a GPU!").contains("mesa-vulkan-drivers"));
        assert!(sentence("no display").contains("DISPLAY"));
    }
}

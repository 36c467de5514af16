//! The English of the base game when the program was built, said where its files are not there.

use std::sync::Arc;

use fluent_bundle::FluentResource;

macro_rules! files {
    ($($name:ident)+) => {
        &[$(include_str!(concat!("../../assets/locales/en/", stringify!($name), ".ftl"))),+]
    };
}

pub(super) const FILES: &[&str] = files! {
    aftermath briefing cards check core driving evening fog glossary guide language lessons log
    menus pages prompt row rules saves screens settings spells telling tips trace turn words
};

pub(super) fn resources() -> Vec<Arc<FluentResource>> {
    let read = |text: &&str| {
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*text).to_owned());
        Arc::new(resource)
    };
    FILES.iter().map(read).collect()
}

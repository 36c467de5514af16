//! Where the base game, mods, saves and replays lie.

use etcetera::AppStrategy;

use crate::{
    cli::prelude::*,
    content::{diagnostics::Diagnostic, library::Sources},
    saves,
};

/// The folders of this run.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The base game.
    pub assets: PathBuf,
    /// Folders that hold mods.
    pub mods: Vec<PathBuf>,
    /// Where replays and saves go.
    pub data: PathBuf,
    /// Where settings go.
    pub config: PathBuf,
}

/// The folder of the base game: beside the program, in the working folder, or where it was built.
pub fn assets() -> PathBuf {
    let beside =
        std::env::current_exe().ok().and_then(|exe| exe.parent().map(|folder| folder.join("assets")));
    let built = Path::new(threat_range_base::CHECKOUT).join("assets");
    let here = PathBuf::from("assets");
    let given = std::env::var_os("THREAT_RANGE_ASSETS").map(PathBuf::from);
    let all = given.into_iter().chain(beside).chain([here.clone(), built]);
    all.into_iter().find(|folder| folder.join("mod.ron").is_file()).unwrap_or(here)
}

impl Default for Folders {
    fn default() -> Self {
        Self::new(None, Vec::new())
    }
}

impl Folders {
    /// The folders, with those given on the command line.
    pub fn new(given: Option<PathBuf>, mods: Vec<PathBuf>) -> Self {
        let names = etcetera::AppStrategyArgs {
            top_level_domain: "org".to_owned(),
            author: "threat-range".to_owned(),
            app_name: "threat-range".to_owned(),
        };
        let (data, config) = match etcetera::choose_app_strategy(names) {
            Ok(strategy) => (strategy.data_dir(), strategy.config_dir()),
            Err(_) => (PathBuf::from("threat-range-data"), PathBuf::from("threat-range-config")),
        };
        let own = data.join("mods");
        let mods = std::iter::once(own).filter(|folder| folder.is_dir()).chain(mods).collect();
        Self { assets: given.unwrap_or_else(assets), mods, data, config }
    }

    /// Loads everything.
    pub fn load(&self) -> (Library, Report) {
        Library::load(&self.assets, &self.mods)
    }

    /// Loads everything, and single mods besides.
    pub fn load_with(&self, own: &[PathBuf]) -> (Library, Report) {
        Library::load_besides(&self.assets, &self.mods, own)
    }

    /// Loads the base game and the mods that the user wants, in the order wanted.
    pub fn load_chosen(&self) -> (Library, Report) {
        match saves::mods::read(&self.config) {
            Ok(choice) => Library::load_chosen(&self.assets, &self.mods, &choice),
            Err(why) => {
                let (library, mut report) = self.load();
                let path = saves::mods::path(&self.config);
                report.push(Diagnostic::whole_file(&path, say!("mods-unread-choice", why = why)));
                (library, report)
            }
        }
    }

    /// What is written in the files of the base game and the mods that the user wants.
    pub fn sources(&self) -> Sources {
        match saves::mods::read(&self.config) {
            Ok(choice) => Sources::load_chosen(&self.assets, &self.mods, &choice),
            Err(_) => Sources::load(&self.assets, &self.mods),
        }
    }

    /// What is written in the files of the base game, the mods, and single mods besides.
    pub fn sources_with(&self, own: &[PathBuf]) -> Sources {
        Sources::load_besides(&self.assets, &self.mods, own)
    }

    pub(super) fn print(&self) -> u8 {
        tell!("base game  {}", self.assets.display());
        tell!("mods       {}", self.data.join("mods").display());
        for folder in self.mods.iter().filter(|folder| **folder != self.data.join("mods")) {
            tell!("more mods  {}", folder.display());
        }
        tell!("replays    {}", self.data.join("replays").display());
        tell!("saves      {}", self.data.join("saves").display());
        tell!("cases      {}", self.data.join("cases").display());
        tell!("settings   {}", self.config.display());
        0
    }
}

//! The settings of rulebooks: what a book inherits, and what the mods change of it.

use super::{
    load::{Layers, Loader, load_book},
    lost::{lost_settings, lost_stats},
};
use crate::content::{
    decode::Stitched,
    layer::{NO_ENTRY, VERBS},
    patch::{Edit, PATH_VERBS, SettingChange},
    prelude::*,
    source::{after_end, fields_of, read_single},
};

pub(super) fn setting_path(written: &str) -> &str {
    let path = text_content(written);
    path.strip_prefix("r#").unwrap_or(path)
}

/// What a book does not inherit.
const OWN: [&str; 4] = ["id", "name", "text", "extends"];

/// Whether a field of a `book.ron` changes settings and states none.
fn is_verb(field: &RawField) -> bool {
    let name = field.name.as_str();
    VERBS.contains(&name) || PATH_VERBS.contains(&name)
}

/// A `book.ron`: a whole rulebook, what it changes of one, or both.
struct BookFile<'a> {
    source: SourceFile,
    stated: Vec<RawField>,
    verbs: Vec<RawField>,
    from: &'a ModFolder,
}

impl BookFile<'_> {
    /// Whether it states a rulebook and does not only change one.
    fn is_whole(&self) -> bool {
        self.verbs.is_empty() || self.stated.iter().any(|field| field.name != "id")
    }

    fn extends(&self) -> Option<Key> {
        let field = self.stated.iter().find(|field| field.name == "extends")?;
        field.text().split('"').nth(1).map(Key::new)
    }

    /// Where its first verb stands, or its first letter.
    fn place(&self) -> SourcePlace {
        let span = self.verbs.first().map_or(0..0, |verb| verb.name_span.clone());
        SourcePlace { file: self.source.clone(), span }
    }
}

pub(super) struct Built {
    def: BookDef,
    pub(super) root: Node,
    /// What was written of them, the latest first.
    pub(super) written: RawEntry,
    mods: Vec<Key>,
    /// What was changed of them, the first first.
    pub(super) changes: Vec<SettingChange>,
    /// Its entries, once they are read.
    pub(super) layers: Option<Layers>,
}

impl Library {
    pub(super) fn load_books(&mut self, loader: &mut Loader<'_>) -> BTreeMap<Key, Built> {
        let mut waiting: Vec<(String, Vec<BookFile<'_>>)> = files(loader).into_iter().collect();
        let mut built: BTreeMap<Key, Built> = BTreeMap::new();
        while !waiting.is_empty() {
            let is_built =
                |file: &BookFile<'_>| file.extends().is_none_or(|parent| built.contains_key(&parent));
            let Some(at) = waiting.iter().position(|(_, files)| files.iter().all(is_built)) else {
                self.lost(loader, &mut waiting, &built);
                continue;
            };
            let (name, files) = waiting.remove(at);
            let known =
                built.keys().map(|key| key.as_str()).chain(waiting.iter().map(|(name, _)| name.as_str()));
            let known: Vec<&str> = known.collect();
            if files.iter().filter_map(BookFile::extends).any(|parent| loader.broken_books.contains(&parent))
            {
                loader.broken_books.insert(Key::new(&name));
            }
            if let Some(mut book) = build(loader, &name, &files, &built, &known) {
                let parent = book.def.extends.and_then(|parent| {
                    let layers = built.get(&parent)?.layers.as_ref()?;
                    Some((&**self.books.get(&parent)?, layers))
                });
                let (resolved, layers) = load_book(loader, &name, (book.def.clone(), &book.written), parent);
                book.layers = Some(layers);
                // Whoever names it by its folder names what there is not, and which of the two is meant is not known.
                if resolved.id != name.as_str() {
                    loader.broken_books.extend([Key::new(&name), resolved.id]);
                }
                built.insert(resolved.id, book);
                self.books.insert(resolved.id, Arc::new(resolved));
            }
        }
        self.check_refers(loader, &built);
        self.check_guides(loader, &built);
        loader.report.advise(|mistake| elsewhere(mistake, &built));
        self.refer();
        built
    }

    /// Tells books that a book refers to and that there are not.
    fn check_refers(&self, loader: &mut Loader<'_>, built: &BTreeMap<Key, Built>) {
        for book in built.values() {
            for other in &book.def.refers {
                if !self.books.contains_key(other) && !loader.broken_books.contains(other) {
                    loader.tell(book.written.unknown("rulebook", other.as_str(), self.books.keys()));
                }
            }
        }
    }

    /// Tells steps of guides that name rules that there are not.
    fn check_guides(&self, loader: &mut Loader<'_>, built: &BTreeMap<Key, Built>) {
        // Where not all rules could be read, it is not known which there are.
        if loader.unread.iter().any(|(_, kind)| *kind == "rules") || !loader.broken_books.is_empty() {
            return;
        }
        // Neither is it where a book that is referred to is not there, which is told already.
        let whole = |book: &&Built| book.def.refers.iter().all(|other| self.books.contains_key(other));
        for book in built.values().filter(whole) {
            let read = std::iter::once(&book.def.id).chain(&book.def.refers);
            let read: Vec<&Rulebook> = read.filter_map(|id| self.books.get(id)).map(|book| &**book).collect();
            for rule in book.def.guide.iter().flat_map(|step| &step.rules) {
                if !read.iter().any(|book| book.rule(*rule).is_some()) {
                    let known = read.iter().flat_map(|book| book.rules.iter()).map(|rule| &rule.id);
                    loader.tell(book.written.unknown("rule", rule.as_str(), known).warning());
                }
            }
        }
    }

    /// Leaves out the files that extend what there is not; where all wait for one another, all of those.
    fn lost(
        &self,
        loader: &mut Loader<'_>,
        waiting: &mut Vec<(String, Vec<BookFile<'_>>)>,
        built: &BTreeMap<Key, Built>,
    ) {
        let names: Vec<Key> = waiting.iter().map(|(name, _)| Key::new(name)).collect();
        let there = |parent: Key| built.contains_key(&parent) || names.contains(&parent);
        let parents = || waiting.iter().flat_map(|(_, files)| files).filter_map(BookFile::extends);
        let circle = parents().all(there);
        let above: BTreeMap<Key, Key> = waiting
            .iter()
            .filter_map(|(name, files)| Some((Key::new(name), files.iter().find_map(BookFile::extends)?)))
            .collect();
        for (name, files) in waiting.iter_mut() {
            files.retain(|file| {
                let lost = |parent: &Key| !built.contains_key(parent) && (circle || !there(*parent));
                let Some(parent) = file.extends().filter(lost) else { return true };
                let told = loader.broken_books.contains(&parent);
                loader.broken_books.insert(Key::new(name.as_str()));
                if told && !circle {
                    return false;
                }
                let place = file.stated.iter().find(|field| field.name == "extends").map(RawField::place);
                let place = place.unwrap_or_else(|| file.place());
                if circle {
                    let ring = ring(&above, Key::new(name.as_str()), parent);
                    loader.tell(place.error(format!("rulebooks extend each other in a circle: {ring}")));
                    return false;
                }
                let message = format!("it extends \"{parent}\", which cannot be loaded");
                let mistake = place.error(message);
                let known = self.books.keys().map(|key| key.as_str());
                loader.tell(mistake.did_you_mean(parent.as_str(), known));
                false
            });
        }
        waiting.retain(|(_, files)| files.iter().any(BookFile::is_whole));
    }
}

/// What to do about a mistake of changing an entry that another book has, or another kind of entries: where it stands.
fn elsewhere(mistake: &Diagnostic, built: &BTreeMap<Key, Built>) -> Option<String> {
    let id = Key::new(mistake.message.strip_prefix(NO_ENTRY)?.split('"').next()?);
    let folder = mistake.file.iter().skip_while(|part| part.to_str() != Some("rulebooks")).nth(1);
    let all = built.iter().flat_map(|(book, built)| {
        // What the book itself inherits is changed there for it alone.
        let own = folder.is_some_and(|folder| folder.to_str() == Some(book.as_str()));
        let layers = KINDS.into_iter().zip(built.layers.iter().flatten());
        layers.filter_map(move |(kind, layer)| {
            let entry = if own { layer.found(id) } else { layer.get(id) };
            Some((!own, *book, kind, entry?))
        })
    });
    let (_, book, kind, entry) = all.min_by_key(|(other, _, _, entry)| (*other, entry.patched))?;
    let here = entry.place().error("");
    let (file, line) = (here.file.display(), here.line);
    Some(format!("it stands in {file} line {line}: change it in rulebooks/{book}/{kind}.ron"))
}

/// Who extends whom, from a book on until one comes again.
fn ring(above: &BTreeMap<Key, Key>, from: Key, parent: Key) -> String {
    let mut names = vec![from];
    let mut next = Some(parent);
    while let Some(name) = next {
        let again = names.contains(&name);
        names.push(name);
        next = above.get(&name).copied().filter(|_| !again);
    }
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(" > ")
}

/// The files of all books, by the folders that they stand in, in the order of the mods.
fn files<'a>(loader: &mut Loader<'a>) -> BTreeMap<String, Vec<BookFile<'a>>> {
    let mut found: BTreeMap<String, Vec<BookFile<'a>>> = BTreeMap::new();
    for one in loader.mods {
        let Ok(folder) = ModPath::new("rulebooks") else { continue };
        let mut mistakes = Vec::new();
        for path in one.root.list(&folder, "ron", &mut mistakes) {
            let name =
                path.as_str().strip_prefix("rulebooks/").and_then(|rest| rest.strip_suffix("/book.ron"));
            let Some(name) = name else { continue };
            if let Err(why) = one.root.budget().spend(BudgetItem::Books, 1) {
                mistakes.push(Diagnostic::whole_file(&one.root.shown(&path), why));
                break;
            }
            let source = one.root.read_text(&path).map_err(|mistake| vec![mistake]);
            match source.and_then(|source| read(source, one)) {
                Ok(file) => found.entry(name.to_owned()).or_default().push(file),
                Err(wrong) => {
                    loader.broken_books.insert(Key::new(name));
                    mistakes.extend(wrong);
                }
            }
        }
        loader.report.extend(mistakes);
    }
    found
}

fn read(source: SourceFile, from: &ModFolder) -> Result<BookFile<'_>, Vec<Diagnostic>> {
    let (outline, mut mistakes) = Outline::read(&source);
    after_end(&source, &outline, &mut mistakes);
    let open = outline.tokens().first().map(|token| token.kind) == Some(TokenKind::Open(b'('));
    if !open || !mistakes.is_empty() {
        decode_file::<BookDef>(&source)?;
        read_single(&source)?;
        return Err(mistakes);
    }
    let fields = match fields_of(&source, &outline, 0) {
        Ok(fields) => fields,
        Err(mistake) => {
            decode_file::<BookDef>(&source)?;
            return Err(vec![mistake]);
        }
    };
    let (verbs, stated): (Vec<RawField>, Vec<RawField>) = fields.into_iter().partition(is_verb);
    Ok(BookFile { source, stated, verbs, from })
}

/// A book from its files: what the first states, then what each changes.
fn build(
    loader: &mut Loader<'_>,
    name: &str,
    files: &[BookFile<'_>],
    built: &BTreeMap<Key, Built>,
    known: &[&str],
) -> Option<Built> {
    let mut now: Option<Built> = None;
    for file in files {
        let mut next = if file.is_whole() {
            match whole(file, built) {
                Ok(book) => Some(book),
                Err(mistakes) => {
                    loader.broken_books.insert(Key::new(name));
                    let help = "to change only some of a rulebook, write `(update: { \"path\": value })`";
                    let bare = |mistake: &Diagnostic| mistake.help.is_none() && now.is_some();
                    let add = |mistake: Diagnostic| {
                        if bare(&mistake) { mistake.help(help) } else { mistake }
                    };
                    loader.report.extend(mistakes.into_iter().map(add));
                    continue;
                }
            }
        } else {
            None
        };
        if let Some(book) = &next {
            loader.report.extend(said_of(name, file, book, now.as_ref()));
        }
        if !file.verbs.is_empty() {
            let helps = loader.report.takes(&file.source.path);
            let result = match (&next, &now) {
                (Some(book), _) | (None, Some(book)) => changed(book, file, helps),
                // What it changes is wrong itself, and that is said already.
                (None, None) if loader.broken_books.contains(&Key::new(name)) => Err(Vec::new()),
                (None, None) => {
                    let mistake = file.place().error(format!("there is no rulebook \"{name}\" to change"));
                    Err(vec![mistake.did_you_mean(name, known.iter().copied())])
                }
            };
            match result {
                Ok(book) => {
                    if let Some(before) = next.as_ref().or(now.as_ref()) {
                        let lost = lost_settings((&before.def, &book.def), &file.verbs, &file.place());
                        loader.blame.note_lost(lost);
                    }
                    next = Some(book);
                }
                Err(mistakes) => {
                    loader.broken_books.insert(Key::new(name));
                    let told = mistakes
                        .into_iter()
                        .map(|mistake| loader.blame.or_deletion(file.source.owner, mistake));
                    let told: Vec<Diagnostic> = told.collect();
                    loader.report.extend(told);
                }
            }
        }
        now = next.or(now);
    }
    now
}

/// What is odd about a whole rulebook: its id, and what it takes the place of.
fn said_of(name: &str, file: &BookFile<'_>, book: &Built, before: Option<&Built>) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    if book.def.id != name {
        let message = format!("the rulebook in the folder \"{name}\" calls itself \"{}\"", book.def.id);
        let mistake = book.written.place().error(message);
        said.push(mistake.help("give folder and rulebook the same id"));
    }
    let own = file.source.owner;
    let lost = before.and_then(|before| before.mods.iter().find(|one| **one != BASE && **one != own));
    if let Some(lost) = lost {
        let message = format!("this replaces the whole rulebook, with what the mod \"{lost}\" makes of it");
        let help = "to change only some of it, write `(update: { \"path\": value })`";
        said.push(book.written.place().error(message).help(help).warning());
    }
    said
}

/// A rulebook that a file states, with what it inherits.
fn whole(file: &BookFile<'_>, built: &BTreeMap<Key, Built>) -> Result<Built, Vec<Diagnostic>> {
    let parent = file.extends().and_then(|parent| built.get(&parent));
    let mods = vec![file.source.owner];
    if parent.is_none() && file.verbs.is_empty() {
        let def = decode_file(&file.source)?;
        let written = read_single(&file.source)?;
        let root = Node::Written(written.origin.clone());
        return Ok(Built { def, root, written, mods, changes: Vec::new(), layers: None });
    }
    let mut written = read_single(&file.source)?;
    written.fields.retain(|field| !is_verb(field));
    let mut root = Node::Written(written.origin.clone());
    let mut above = parent.map(|parent| parent.root.clone());
    if let Some(own) = root.opened() {
        for verb in VERBS.into_iter().chain(PATH_VERBS) {
            if let Ok(Some(at)) = own.find(verb) {
                own.remove(at);
            }
        }
        if let Some(above) = above.as_mut().and_then(Node::opened) {
            for member in above.members() {
                if !OWN.contains(&member.name.as_str()) && !own.knows(&member.name) {
                    own.push(member.clone());
                }
            }
        }
    }
    let inherited: Vec<RawField> = parent
        .into_iter()
        .flat_map(|parent| &parent.written.fields)
        .filter(|field| !OWN.contains(&field.name.as_str()) && written.field(field.name.as_str()).is_none())
        .cloned()
        .collect();
    let first = |path: &SourcePlace| setting_path(path.text()).split(['.', '[']).next().map(str::to_owned);
    let stated = |path: &SourcePlace| first(path).is_none_or(|name| written.field(&name).is_some());
    let above = parent.into_iter().flat_map(|parent| &parent.changes);
    let changes = above.filter(|(_, path, _)| !stated(path)).cloned().collect();
    written.fields.extend(inherited);
    let def = decode_tree(&root, written.place()).map_err(|mistake| vec![mistake])?;
    Ok(Built { def, root, written, mods, changes, layers: None })
}

/// A rulebook with the changes of a file: all of them, or none if one is wrong.
fn changed(book: &Built, file: &BookFile<'_>, helps: bool) -> Result<Built, Vec<Diagnostic>> {
    let maker = book.written.origin.file.owner;
    let own = file.source.owner;
    let needs = || file.from.manifest.dependencies.iter().any(|(need, _)| *need == maker);
    if maker != BASE && maker != own && !needs() {
        let message =
            format!("\"{own}\" changes a rulebook of \"{maker}\" but does not say that it needs it");
        let help = format!("add (\"{maker}\", \"*\") to the dependencies in mod.ron");
        return Err(vec![file.place().error(message).help(help)]);
    }
    let mut edit = Edit::new(&file.source, file.from.root.budget(), helps);
    let mut root = book.root.clone();
    file.verbs.iter().for_each(|verb| edit.carry_out(&mut root, verb));
    if !edit.mistakes.is_empty() {
        return Err(edit.mistakes);
    }
    let def = decode_tree(&root, file.place()).map_err(|mistake| vec![of_file(file, mistake)])?;
    let lost = lost_stats((&book.def, &def), &file.verbs, &file.place());
    if !lost.is_empty() {
        return Err(lost);
    }
    let mut fields = edit.fields;
    fields.extend(book.written.fields.iter().cloned());
    let mut mods = book.mods.clone();
    mods.push(own);
    let mut changes = book.changes.clone();
    changes.extend(edit.done);
    let written = RawEntry { fields, tree: Some(root.clone()), ..book.written.clone() };
    Ok(Built { def, root, written, mods, changes, layers: None })
}

/// A mistake that shows in another file, where a change makes a setting wrong that stands there, is one of the change.
fn of_file(file: &BookFile<'_>, mistake: Diagnostic) -> Diagnostic {
    if mistake.file == file.source.path {
        return mistake;
    }
    let message = format!("with these changes the rulebook is wrong: {}", mistake.message);
    let (path, line) = (mistake.file.display(), mistake.line);
    file.place().error(message).help(format!("it shows at {path} line {line}"))
}

fn decode_tree(root: &Node, home: SourcePlace) -> Result<BookDef, Diagnostic> {
    let mut text = Stitched::new(home);
    root.write(&mut text);
    text.decode()
}

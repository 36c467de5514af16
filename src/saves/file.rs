//! Writing a file of the user so that a crash at any moment leaves the old one or the new one, whole.
//!
//! [`write`] is the one way by which saves, replays and settings reach the disk: a temporary file in the same folder,
//! flushed; the old file kept beside it as a backup; the temporary file renamed over it; the folder flushed. [`read`]
//! is its counterpart with a limit; [`writable`] says where anything at all may be written to.

use std::{
    ffi::OsString,
    fmt,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::locale::say;

/// How the names of temporary files begin and end, so that what a crash left behind is known again.
const PART: (&str, &str) = (".threat-range-", ".part");

/// After this long a temporary file belongs to nobody.
const LEFT_BEHIND: Duration = Duration::from_hours(1);

/// Whether the file that is written over is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// As a backup beside it, see [`backup`].
    Old,
    /// It is forgotten.
    Nothing,
}

/// Why a file could not be written or read. Nothing that was there is lost.
#[derive(Debug)]
pub enum FileError {
    /// Writing failed.
    Write(PathBuf, io::Error),
    /// Reading failed.
    Read(PathBuf, io::Error),
    /// It is longer than it may be: its name, the limit in bytes.
    TooLong(PathBuf, u64),
    /// It is no file but a folder, a pipe, a device or the like.
    NoFile(PathBuf),
    /// It is a link that leads out of its folder.
    LeadsOut(PathBuf),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |path: &Path| path.display().to_string();
        f.write_str(&match self {
            Self::Write(path, why) => say!("file-not-written", path = shown(path), why = why.to_string()),
            Self::Read(path, why) => say!("file-not-read", path = shown(path), why = why.to_string()),
            Self::TooLong(path, limit) => say!("file-too-long", path = shown(path), mebibytes = limit >> 20),
            Self::NoFile(path) => say!("file-no-file", path = shown(path)),
            Self::LeadsOut(path) => say!("file-leads-out", path = shown(path)),
        })
    }
}

impl std::error::Error for FileError {}

/// A file of this name in a folder that is not there yet: with a number from the second on.
pub fn free(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    let mut path = folder.join(format!("{stem}.{ending}"));
    let mut n = 1;
    while path.exists() {
        n += 1;
        path = folder.join(format!("{stem}-{n}.{ending}"));
    }
    path
}

/// Where [`write`] keeps the old one of a file: the same name with `.old` after it.
pub fn backup(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".old");
    PathBuf::from(name)
}

/// Where a file goes that is written to a path: every writer asks here first. Nothing or a file may stand there, or a
/// link to a file of the same folder, which is the one that is written then.
///
/// # Errors
/// A folder, a pipe, a device or the like stands there, or a link that leads out of the folder or nowhere.
pub fn writable(path: &Path) -> Result<PathBuf, FileError> {
    let failed = |why| FileError::Write(path.to_owned(), why);
    let about = match fs::symlink_metadata(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound && path.file_name().is_some() => {
            return Ok(path.to_owned());
        }
        about => about.map_err(failed)?,
    };
    if about.is_file() {
        return Ok(path.to_owned());
    }
    if !about.is_symlink() {
        return Err(FileError::NoFile(path.to_owned()));
    }
    let real = fs::canonicalize(path).map_err(failed)?;
    let folder = fs::canonicalize(folder_of(path)).map_err(failed)?;
    if !real.starts_with(folder) {
        return Err(FileError::LeadsOut(path.to_owned()));
    }
    let file = fs::metadata(&real).map_err(failed)?.is_file();
    if file { Ok(real) } else { Err(FileError::NoFile(path.to_owned())) }
}

/// A file that is going to be written. Whether it can be is known before there is anything to write.
#[derive(Debug)]
pub struct Draft {
    target: PathBuf,
    temporary: NamedTempFile,
}

impl Draft {
    /// Makes ready to write to a path. Its folder must be there; what stands at the path stays until the end.
    ///
    /// # Errors
    /// See [`writable`]; or nothing can be written in that folder.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let target = writable(path)?;
        let temporary = part().make_in(folder_of(&target), create);
        let temporary = temporary.map_err(|why| FileError::Write(path.to_owned(), why))?;
        Ok(Self { target, temporary })
    }

    /// Writes the file over whatever lies there: after it, and after a crash in the middle of it, the file is whole,
    /// the old or the new.
    ///
    /// # Errors
    /// It cannot be written; then the old file is untouched.
    pub fn finish(self, bytes: &[u8], keep: Keep) -> Result<(), FileError> {
        let Self { target, mut temporary } = self;
        let failed = |why| FileError::Write(target.clone(), why);
        let folder = folder_of(&target);
        temporary.write_all(bytes).map_err(failed)?;
        temporary.as_file().sync_all().map_err(failed)?;
        if keep == Keep::Old && target.is_file() {
            let old = writable(&backup(&target))?;
            let second = second(&target, folder).map_err(failed)?;
            second.persist(old).map_err(|why| failed(why.error))?;
        }
        temporary.persist(&target).map_err(|why| failed(why.error))?;
        flush_folder(folder).map_err(failed)
    }
}

/// Writes a file over whatever lies there: after it, and after a crash in the middle of it, the file is whole, the old
/// or the new. Folders above it are made.
///
/// # Errors
/// The folder or file cannot be written, see [`writable`]; then the old file is untouched.
pub fn write(path: &Path, bytes: &[u8], keep: Keep) -> Result<(), FileError> {
    let target = writable(path)?;
    fs::create_dir_all(folder_of(&target)).map_err(|why| FileError::Write(path.to_owned(), why))?;
    Draft::open(path)?.finish(bytes, keep)
}

/// Gives a file another name, over the file of that name if there is one.
///
/// # Errors
/// It is no file, or cannot go there, see [`writable`]; then it is where it was.
pub fn rename(from: &Path, to: &Path) -> Result<(), FileError> {
    let about = fs::symlink_metadata(from).map_err(|why| FileError::Read(from.to_owned(), why))?;
    if !about.is_file() {
        return Err(FileError::NoFile(from.to_owned()));
    }
    let to = writable(to)?;
    fs::rename(from, &to).map_err(|why| FileError::Write(to, why))
}

/// A second name for a file, or, where the file system knows no such thing, a copy of it.
fn second(file: &Path, folder: &Path) -> io::Result<TempPath> {
    let linked = part().make_in(folder, |name| fs::hard_link(file, name));
    if let Ok(linked) = linked {
        return Ok(linked.into_temp_path());
    }
    let mut copy = part().make_in(folder, create)?;
    io::copy(&mut File::open(file)?, copy.as_file_mut())?;
    copy.as_file().sync_all()?;
    Ok(copy.into_temp_path())
}

fn part() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PART.0).suffix(PART.1);
    builder
}

fn create(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(path)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The rename itself reaches the disk. Windows has no such call for folders and does it by itself.
#[cfg(not(windows))]
fn flush_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(windows)]
fn flush_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// It is not there, no file, longer than the limit, or cannot be read.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    // One more than allowed: the file may have grown since it was measured.
    let (bytes, _) = read_top(path, limit.saturating_add(1))?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLong(path.to_owned(), limit));
    }
    Ok(bytes)
}

/// The first bytes of a file, at most `most`, and how many it has.
///
/// # Errors
/// It is not there, no file, or cannot be read.
pub fn read_top(path: &Path, most: u64) -> Result<(Vec<u8>, u64), FileError> {
    let failed = |why| FileError::Read(path.to_owned(), why);
    let about = fs::metadata(path).map_err(failed)?;
    // A pipe would be waited for, and a device may never end.
    if !about.is_file() {
        return Err(FileError::NoFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(most).read_to_end(&mut bytes).map_err(failed)?;
    Ok((bytes, about.len()))
}

/// The files of a folder that end so, in no order. A folder that cannot be read has none.
pub(super) fn listed(folder: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(move |path| path.extension().is_some_and(|own| own == ending))
}

/// Removes a file, with its backup. The backup goes first, so that a crash never brings an older one back.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    for path in [backup(path), path.to_owned()] {
        match fs::remove_file(&path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(FileError::Write(path, why)),
            _ => {}
        }
    }
    // The files are gone for this run in any case; a power cut may bring them back, never break them.
    let _ = flush_folder(folder_of(path));
    Ok(())
}

/// Clears away temporary files that a crash left in a folder. Fresh ones may be another program's at work, and stay.
pub fn sweep(folder: &Path, now: SystemTime) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name: OsString = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PART.0) && name.ends_with(PART.1));
        let age = entry.metadata().and_then(|about| about.modified()).ok();
        let age = age.and_then(|then| now.duration_since(then).ok());
        if ours && age.is_some_and(|age| age > LEFT_BEHIND) {
            // What cannot be cleared away does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_is_kept_beside_the_new() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/one.save");
        write(&path, b"first", Keep::Old).unwrap();
        assert!(!backup(&path).exists());
        write(&path, b"second", Keep::Old).unwrap();
        write(&path, b"third", Keep::Old).unwrap();
        assert_eq!(read(&path, 100).unwrap(), b"third");
        assert_eq!(read(&backup(&path), 100).unwrap(), b"second");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2, "nothing else is left");
        write(&path, b"fourth", Keep::Nothing).unwrap();
        assert_eq!(read(&backup(&path), 100).unwrap(), b"second");
        remove(&path).unwrap();
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
    }

    #[test]
    fn what_cannot_be_written_or_read_is_said_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.save");
        write(&path, b"0123456789", Keep::Old).unwrap();
        let long = read(&path, 9).unwrap_err().to_string();
        assert!(long.contains("one.save is larger than"), "{long}");
        assert_eq!(read(&path, 10).unwrap().len(), 10);
        assert!(matches!(read(folder.path(), 10), Err(FileError::NoFile(_))));
        assert!(matches!(write(folder.path(), b"x", Keep::Old), Err(FileError::NoFile(_))));
        assert!(write(&path.join("below a file"), b"x", Keep::Old).is_err());
        assert_eq!(read(&path, 10).unwrap(), b"0123456789");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write(&link, b"new", Keep::Nothing).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_but_a_file_is_written_over_and_no_link_is_followed_out() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (socket, link) = (at("socket"), at("link"));
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        symlink(&socket, &link).unwrap();
        for path in [&socket, &link] {
            assert!(matches!(write(path, b"x", Keep::Old), Err(FileError::NoFile(_))));
            assert!(matches!(Draft::open(path), Err(FileError::NoFile(_))));
            assert!(matches!(rename(&link, path), Err(FileError::NoFile(_))));
        }
        let outside = tempfile::tempdir().unwrap();
        let real = outside.path().join("real");
        fs::write(&real, "old").unwrap();
        symlink(&real, at("out")).unwrap();
        symlink(outside.path().join("not there"), at("nowhere")).unwrap();
        assert!(matches!(write(&at("out"), b"new", Keep::Old), Err(FileError::LeadsOut(_))));
        assert!(matches!(write(&at("nowhere"), b"new", Keep::Old), Err(FileError::Write(..))));
        assert_eq!(fs::read(&real).unwrap(), b"old");
        // The backup is written as well.
        fs::write(at("one"), "old").unwrap();
        symlink(&real, backup(&at("one"))).unwrap();
        assert!(matches!(write(&at("one"), b"new", Keep::Old), Err(FileError::LeadsOut(_))));
        assert_eq!(fs::read(at("one")).unwrap(), b"old");
        assert_eq!(fs::read(&real).unwrap(), b"old");
        let left = fs::read_dir(folder.path()).unwrap().flatten();
        assert_eq!(left.filter(|entry| entry.file_name().to_string_lossy().ends_with(PART.1)).count(), 0);
    }

    #[test]
    fn a_draft_that_comes_to_nothing_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        fs::write(&path, "old").unwrap();
        drop(Draft::open(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        Draft::open(&path).unwrap().finish(b"new", Keep::Nothing).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(Draft::open(&folder.path().join("no/such/folder")).is_err());
    }

    #[test]
    fn only_old_temporary_files_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = folder.path().join(".threat-range-1.part");
        let stale = folder.path().join(".threat-range-2.part");
        let other = folder.path().join("other.part");
        for path in [&fresh, &stale, &other] {
            let file = File::create(path).unwrap();
            if path != &fresh {
                file.set_modified(SystemTime::now() - 2 * LEFT_BEHIND).unwrap();
            }
        }
        sweep(folder.path(), SystemTime::now());
        assert!(fresh.exists() && other.exists() && !stale.exists());
    }
}

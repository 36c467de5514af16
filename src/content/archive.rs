//! Mods in one file: a zip that is read as if it were a folder, and never written out.
//!
//! Only what packers usually write is read: files stored or deflated, without encryption. Names are those of
//! [`ModPath`], so none leads out; links are refused; what a file holds is counted as it comes out, not as is said.

use std::io::{Read, Write};

use flate2::{Compression, Crc, read::DeflateDecoder, write::DeflateEncoder};

use crate::content::prelude::*;

pub(super) const MAX_BYTES: u64 = 128 * 1024 * 1024;
const MAX_FILES: usize = 10_000;
/// The longest comment at the end, and what stands before it.
const END: usize = 22;
const MAX_COMMENT: usize = 65_535;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The first day that a zip can name: what is packed does not depend on the day.
const DAY: u16 = 0x0021;
const UTF_8: u16 = 0x0800;

pub(super) struct Archive {
    bytes: Vec<u8>,
    files: BTreeMap<String, Packed>,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Archive of {} files", self.files.len())
    }
}

struct Packed {
    start: usize,
    len: usize,
    size: u64,
    method: u16,
    sum: u32,
}

impl Archive {
    /// Reads what files there are.
    ///
    /// # Errors
    /// One sentence: it is none that can be read.
    pub fn read(bytes: Vec<u8>) -> Result<Self, String> {
        let end = find_end(&bytes).ok_or("this is no zip file")?;
        let count = usize::from(number16(&bytes, end + 10)?);
        let mut at = number32(&bytes, end + 16)? as usize;
        if count > MAX_FILES {
            return Err(format!("there are more than {MAX_FILES} files in it"));
        }
        let (mut files, mut seen, mut packed) = (BTreeMap::new(), BTreeSet::new(), 0_usize);
        for _ in 0..count {
            let (name, one, next) = entry(&bytes, at)?;
            at = next;
            let Some(one) = one else { continue };
            ModPath::new(&name)?;
            if !seen.insert(name.to_lowercase()) {
                return Err(format!("\"{name}\" is in it twice"));
            }
            // Files that share their bytes would be more than the archive holds.
            packed = packed.saturating_add(one.len);
            if packed > bytes.len() {
                return Err("its files overlap".to_owned());
            }
            files.insert(name, one);
        }
        Ok(Self { bytes, files: without_folder(files) })
    }

    /// Whether a file is there.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// How many bytes a file says that it has.
    pub fn size(&self, path: &str) -> Option<u64> {
        self.files.get(path).map(|file| file.size)
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// One sentence: it is not there, or is not what the archive says.
    pub fn file(&self, path: &str) -> Result<Vec<u8>, String> {
        let Some(file) = self.files.get(path) else { return Err("this file is missing".to_owned()) };
        let packed = self.bytes.get(file.start..file.start.saturating_add(file.len)).unwrap_or_default();
        let mut bytes = Vec::new();
        let limit = file.size.saturating_add(1);
        let read = match file.method {
            STORED => packed.take(limit).read_to_end(&mut bytes),
            _ => DeflateDecoder::new(packed).take(limit).read_to_end(&mut bytes),
        };
        let mut sum = Crc::new();
        sum.update(&bytes);
        if read.is_err() || bytes.len() as u64 != file.size || sum.sum() != file.sum {
            return Err("this file is broken inside the zip".to_owned());
        }
        Ok(bytes)
    }

    /// All files below a folder, in the order of their paths; an empty folder is the whole.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        self.files.keys().map(String::as_str).filter(move |path| {
            folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        })
    }
}

/// Packers often put everything into one folder: then that folder is the mod.
fn without_folder(files: BTreeMap<String, Packed>) -> BTreeMap<String, Packed> {
    if files.contains_key("mod.ron") {
        return files;
    }
    let folder =
        files.keys().find_map(|path| path.strip_suffix("/mod.ron")).filter(|folder| !folder.contains('/'));
    let Some(folder) = folder.map(|folder| format!("{folder}/")) else { return files };
    if !files.keys().all(|path| path.starts_with(&folder)) {
        return files;
    }
    files.into_iter().map(|(path, file)| (path[folder.len()..].to_owned(), file)).collect()
}

fn broken() -> String {
    "this zip file is broken".to_owned()
}

fn number16(bytes: &[u8], at: usize) -> Result<u16, String> {
    let two = bytes.get(at..at.saturating_add(2)).ok_or_else(broken)?;
    Ok(u16::from_le_bytes(two.try_into().map_err(|_| broken())?))
}

fn number32(bytes: &[u8], at: usize) -> Result<u32, String> {
    let four = bytes.get(at..at.saturating_add(4)).ok_or_else(broken)?;
    Ok(u32::from_le_bytes(four.try_into().map_err(|_| broken())?))
}

fn find_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END)?;
    let first = last.saturating_sub(MAX_COMMENT);
    (first..=last).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"))
}

/// One line of the list of files: its name, the file if it is one, and where the next line begins.
fn entry(bytes: &[u8], at: usize) -> Result<(String, Option<Packed>, usize), String> {
    if !bytes.get(at..).is_some_and(|rest| rest.starts_with(b"PK\x01\x02")) {
        return Err(broken());
    }
    let (flags, method) = (number16(bytes, at + 8)?, number16(bytes, at + 10)?);
    let (sum, len, size) = (number32(bytes, at + 16)?, number32(bytes, at + 20)?, number32(bytes, at + 24)?);
    let (named, extra) = (usize::from(number16(bytes, at + 28)?), usize::from(number16(bytes, at + 30)?));
    let comment = usize::from(number16(bytes, at + 32)?);
    let (made_by, mode) = (number16(bytes, at + 4)? >> 8, number32(bytes, at + 38)? >> 16);
    let local = number32(bytes, at + 42)? as usize;
    let name = bytes.get(at + 46..at + 46 + named).ok_or_else(broken)?;
    let name = std::str::from_utf8(name).map_err(|_| "a name in it is no UTF-8 text".to_owned())?.to_owned();
    let next = at + 46 + named + extra + comment;
    if name.ends_with('/') {
        return Ok((name, None, next));
    }
    if flags & 1 != 0 {
        return Err(format!("\"{name}\" is encrypted"));
    }
    // Bits that only Unix gives.
    if made_by == 3 && mode & 0o170_000 == 0o120_000 {
        return Err(format!("\"{name}\" is a link"));
    }
    if method != STORED && method != DEFLATED {
        return Err(format!("\"{name}\" is packed in a way that is not read: pack with \"deflate\""));
    }
    if len == u32::MAX || size == u32::MAX {
        return Err(format!("\"{name}\" is too large"));
    }
    if !bytes.get(local..).is_some_and(|rest| rest.starts_with(b"PK\x03\x04")) {
        return Err(broken());
    }
    let before = usize::from(number16(bytes, local + 26)?) + usize::from(number16(bytes, local + 28)?);
    let (start, len) = (local + 30 + before, len as usize);
    if start.saturating_add(len) > bytes.len() {
        return Err(broken());
    }
    Ok((name, Some(Packed { start, len, size: u64::from(size), method, sum }), next))
}

/// A zip of some files. The same files give the same bytes.
///
/// # Errors
/// One sentence: they are too many, or too large.
pub fn pack(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, String> {
    if files.len() > MAX_FILES {
        return Err(format!("there are more than {MAX_FILES} files"));
    }
    let (mut out, mut list): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).map_err(|error| error.to_string())?;
        let packed = encoder.finish().map_err(|error| error.to_string())?;
        let mut sum = Crc::new();
        sum.update(bytes);
        let small = |amount: usize| u32::try_from(amount).map_err(|_| format!("\"{name}\" is too large"));
        let (local, len, size) = (small(out.len())?, small(packed.len())?, small(bytes.len())?);
        let named = u16::try_from(name.len()).map_err(|_| format!("the name \"{name}\" is too long"))?;
        // What stands before a file and in the list alike.
        let mut about: Vec<u8> = Vec::new();
        for number in [20, UTF_8, DEFLATED, 0, DAY] {
            about.extend(number.to_le_bytes());
        }
        for number in [sum.sum(), len, size] {
            about.extend(number.to_le_bytes());
        }
        about.extend(named.to_le_bytes());
        about.extend(0_u16.to_le_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(&packed);
        list.extend(b"PK\x01\x02");
        list.extend(20_u16.to_le_bytes());
        list.extend(&about);
        list.extend([0_u8; 10]);
        list.extend(local.to_le_bytes());
        list.extend(name.as_bytes());
    }
    if out.len() + list.len() > MAX_BYTES as usize {
        return Err(format!("it is larger than {} MiB", MAX_BYTES / 1024 / 1024));
    }
    let count = u16::try_from(files.len()).map_err(|error| error.to_string())?;
    let (start, len) = (out.len() as u32, list.len() as u32);
    out.extend(&list);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(len.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend(0_u16.to_le_bytes());
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<(String, Vec<u8>)> {
        names.iter().map(|name| ((*name).to_owned(), name.repeat(9).into_bytes())).collect()
    }

    fn read(bytes: Vec<u8>) -> Result<Archive, String> {
        Archive::read(bytes)
    }

    #[test]
    fn what_is_packed_is_read_again() {
        for names in [vec!["a/b.ron", "mod.ron"], vec!["fen/a/b.ron", "fen/mod.ron"]] {
            let packed = pack(&files(&names)).unwrap();
            let archive = read(packed.clone()).unwrap();
            assert_eq!(archive.below("").collect::<Vec<_>>(), ["a/b.ron", "mod.ron"]);
            assert_eq!(archive.below("a").collect::<Vec<_>>(), ["a/b.ron"]);
            assert_eq!(archive.file("a/b.ron").unwrap(), names[0].repeat(9).into_bytes());
            let size = names[1].len() as u64 * 9;
            assert_eq!((archive.size("mod.ron"), archive.has("b.ron")), (Some(size), false));
            assert_eq!(pack(&files(&names)).unwrap(), packed);
        }
    }

    #[test]
    fn names_that_lead_out_or_come_twice_are_refused() {
        for (names, why) in [
            (["../a.ron", "mod.ron"], "cannot be a path"),
            (["/a.ron", "mod.ron"], "cannot be a path"),
            (["a\\b.ron", "mod.ron"], "cannot be a path"),
            (["c:a.ron", "mod.ron"], "cannot be a path"),
            (["MOD.ron", "mod.ron"], "twice"),
        ] {
            let said = read(pack(&files(&names)).unwrap()).err().unwrap_or_default();
            assert!(said.contains(why), "{names:?}: {said}");
        }
    }

    #[test]
    fn whatever_is_cut_or_changed_is_no_panic_and_no_other_file() {
        let packed = pack(&files(&["a.ron", "mod.ron"])).unwrap();
        let whole = files(&["a.ron", "mod.ron"]);
        for end in 0..packed.len() {
            let _ = read(packed[..end].to_vec());
        }
        for at in 0..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 0xFF;
            let Ok(archive) = read(changed) else { continue };
            for (name, bytes) in &whole {
                if let Ok(found) = archive.file(name) {
                    assert_eq!(&found, bytes, "{at}");
                }
            }
        }
    }
}

//! What a PNG file must be before it is unpacked.
//!
//! What stands at the front of such a file, and its limits. The window's `art` unpacks it.

/// The largest file, in bytes.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// The widest and the highest that one may be, in pixels.
pub const MAX_SIDE: u32 = 2048;

const START: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Width and height of a painted picture.
///
/// # Errors
/// Why it is not unpacked, to be read after the file's name: it is too large, or no PNG from beginning to end.
pub fn check(bytes: &[u8]) -> Result<(u32, u32), String> {
    let mut rest = bytes.strip_prefix(START).ok_or("it is no PNG file")?;
    let (mut size, mut painted) = (None, false);
    loop {
        let (Some(length), Some(kind)) = (number(rest, 0), rest.get(4..8)) else {
            return Err("it ends before the picture does".to_owned());
        };
        let length = length as usize;
        let Some(body) = rest.get(8..).and_then(|rest| rest.get(..length)) else {
            return Err("it ends before the picture does".to_owned());
        };
        match (kind, size) {
            (b"IHDR", None) => size = Some(measure(body)?),
            (b"IHDR", Some(_)) => return Err("it says its size twice".to_owned()),
            (_, None) => return Err("it does not begin with its size".to_owned()),
            (b"IDAT", _) => painted = true,
            (b"IEND", _) => break,
            _ => {}
        }
        // A sum follows each part.
        rest = rest.get(length.saturating_add(12)..).unwrap_or_default();
    }
    size.filter(|_| painted).ok_or_else(|| "there is no picture in it".to_owned())
}

fn measure(body: &[u8]) -> Result<(u32, u32), String> {
    let (Some(width), Some(height)) = (number(body, 0), number(body, 4)) else {
        return Err("it does not say its size".to_owned());
    };
    let possible = 1..=MAX_SIDE;
    if possible.contains(&width) && possible.contains(&height) {
        return Ok((width, height));
    }
    Err(format!("it is {width} by {height} pixels, and 1 to {MAX_SIDE} are read either way"))
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
}

#[cfg(test)]
mod tests {
    use super::{START, check};

    fn part(kind: &[u8], body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len()).unwrap().to_be_bytes();
        [&length[..], kind, body, &[0; 4]].concat()
    }

    fn size(width: u32, height: u32) -> Vec<u8> {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        part(b"IHDR", &[&size[..], &[8, 6, 0, 0, 0]].concat())
    }

    fn png(parts: &[Vec<u8>]) -> Vec<u8> {
        [START.to_vec(), parts.concat()].concat()
    }

    #[test]
    fn a_painting_has_its_size_at_the_front_and_is_whole() {
        let (data, end) = (part(b"IDAT", &[1, 2, 3]), part(b"IEND", &[]));
        assert_eq!(check(&png(&[size(40, 20), data.clone(), end.clone()])), Ok((40, 20)));
        for (bytes, why) in [
            (Vec::new(), "no PNG"),
            (png(&[]), "ends before"),
            (png(&[size(40, 20), data.clone()]), "ends before"),
            (png(&[size(40, 20), end.clone()]), "no picture"),
            (png(&[size(2049, 1), data.clone(), end.clone()]), "2049 by 1 pixels"),
            (png(&[size(0, 9), data.clone(), end.clone()]), "0 by 9 pixels"),
            (png(&[part(b"tEXt", &[0; 13]), size(40, 20), data.clone(), end]), "begin with its size"),
            (png(&[size(40, 20), [&[0xff; 4][..], b"IDAT"].concat()]), "ends before"),
        ] {
            let said = check(&bytes).unwrap_err();
            assert!(said.contains(why), "{why}: {said}");
        }
    }
}

//! WAV files as far as they are played: PCM of 16 bits, one or two channels, 8,000 to 48,000 samples a second, at most
//! ten seconds.
//!
//! What passes the check is written anew, so that the player meets nothing else. By hand, because `hound` does not pass
//! over the byte that follows a part of odd length, which editors write.

const LONGEST: u32 = 10;

/// The same sound with nothing in the file but what is played.
///
/// # Errors
/// What is wrong with it, to be read after the file's name.
pub fn checked(file: &[u8]) -> Result<Vec<u8>, String> {
    if file.len() < 12 || &file[..4] != b"RIFF" || &file[8..12] != b"WAVE" {
        return Err("is no WAV file".to_owned());
    }
    let (mut form, mut samples) = (None, None);
    let mut rest = &file[12..];
    while let (Some(name), Some(length)) = (rest.get(..4), number(rest, 4)) {
        let length = length as usize;
        let Some(body) = rest.get(8..).and_then(|body| body.get(..length)) else {
            return Err("ends before its data does".to_owned());
        };
        match name {
            b"fmt " => form = Some(body),
            b"data" => samples = Some(body),
            _ => {}
        }
        // Parts are padded to an even length.
        rest = rest.get(8 + length + length % 2..).unwrap_or_default();
    }
    let form = form.filter(|form| form.len() >= 16).ok_or("does not say how it was recorded")?;
    let samples = samples.filter(|samples| !samples.is_empty()).ok_or("holds no sound")?;
    let short = |at: usize| form.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]));
    let (kind, channels, bits) = (short(0), short(2), short(14));
    let rate = number(form, 4).unwrap_or(0);
    if kind != 1 || bits != 16 {
        return Err("is not PCM of 16 bits: save it as such".to_owned());
    }
    if !(1..=2).contains(&channels) || !(8_000..=48_000).contains(&rate) {
        return Err(format!(
            "has {channels} channels at {rate} samples a second: one or two at 8,000 to 48,000 are played"
        ));
    }
    let step = u32::from(channels) * 2;
    let whole = samples.len() - samples.len() % step as usize;
    if whole as u64 > u64::from(LONGEST * rate * step) {
        return Err(format!("is longer than {LONGEST} seconds"));
    }
    let whole_u32 = u32::try_from(whole).map_err(|_| "is too large".to_owned())?;
    let mut clean = Vec::with_capacity(44 + whole);
    clean.extend(b"RIFF");
    clean.extend((36 + whole_u32).to_le_bytes());
    clean.extend(b"WAVEfmt ");
    clean.extend(16_u32.to_le_bytes());
    clean.extend(1_u16.to_le_bytes());
    clean.extend(channels.to_le_bytes());
    clean.extend(rate.to_le_bytes());
    clean.extend((rate * step).to_le_bytes());
    clean.extend((channels * 2).to_le_bytes());
    clean.extend(16_u16.to_le_bytes());
    clean.extend(b"data");
    clean.extend(whole_u32.to_le_bytes());
    clean.extend(&samples[..whole]);
    Ok(clean)
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

#[cfg(test)]
mod tests {
    use super::checked;

    fn file(channels: u16, rate: u32, bits: u16, samples: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        file.extend(b"RIFF\0\0\0\0WAVEnote\x03\0\0\0abc\0fmt ");
        file.extend(16_u32.to_le_bytes());
        file.extend(1_u16.to_le_bytes());
        file.extend(channels.to_le_bytes());
        file.extend(rate.to_le_bytes());
        file.extend([0; 6]);
        file.extend(bits.to_le_bytes());
        file.extend(b"data");
        file.extend((samples.len() as u32).to_le_bytes());
        file.extend(samples);
        file
    }

    #[test]
    fn what_is_played_holds_nothing_else() {
        let clean = checked(&file(1, 22_050, 16, &[1, 0, 2, 0])).unwrap();
        assert_eq!((clean.len(), &clean[44..]), (48, [1, 0, 2, 0].as_slice()));
        assert_eq!(checked(&clean), Ok(clean.clone()), "and it stays as it is");
    }

    #[test]
    fn others_are_refused_in_words() {
        assert!(checked(b"OggS and so on").unwrap_err().contains("no WAV"));
        assert!(checked(&file(1, 22_050, 8, &[1, 2])).unwrap_err().contains("16 bits"));
        assert!(checked(&file(6, 22_050, 16, &[0; 12])).unwrap_err().contains("6 channels"));
        assert!(checked(&file(1, 22_050, 16, &[])).unwrap_err().contains("no sound"));
        assert!(checked(&file(1, 8_000, 16, &[0; 160_002])).unwrap_err().contains("longer"));
    }

    #[test]
    fn no_truncation_panics() {
        let whole = file(2, 44_100, 16, &[0; 64]);
        for length in 0..whole.len() {
            assert!(checked(&whole[..length]).is_err(), "{length} bytes");
        }
    }
}

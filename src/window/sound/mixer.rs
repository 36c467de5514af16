//! The mixer: sounds that are heard at once, as one stream of samples. Knows nothing of who plays it.
//!
//! A stream ends by itself when nothing has been heard for a while, so that a quiet game costs nothing.

use std::sync::Arc;

/// Frames a second, each of a left and a right sample.
pub const RATE: u32 = 44_100;

/// Bytes of a frame.
pub const FRAME: usize = 4;

/// So many are heard at once; a further one takes the place of the oldest.
const VOICES: usize = 16;

/// Frames of silence before a stream ends: the next sound of the same turn need not open another one.
const LINGER: usize = RATE as usize;

/// Full loudness.
const FULL: i32 = 1 << 12;

/// The frames of a sound, at [`RATE`].
#[derive(Clone)]
pub struct Clip(Arc<[[i16; 2]]>);

impl Clip {
    /// Of a WAV file that `content::wav` has written anew: a head of 44 bytes, then samples. None: it is none of these.
    pub fn of_wav(file: &[u8]) -> Option<Self> {
        let short = |at: usize| file.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]]));
        let channels = usize::from(short(22)?);
        let rate = u64::from(short(24)?) | u64::from(short(26)?) << 16;
        let samples = file.get(44..)?;
        if !(1..=2).contains(&channels) || rate == 0 {
            return None;
        }
        let frame = |bytes: &[u8]| {
            let sample = |at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            [sample(0), sample(bytes.len() - 2)]
        };
        let frames: Vec<[i16; 2]> = samples.chunks_exact(2 * channels).map(frame).collect();
        let count = frames.len() as u64 * u64::from(RATE) / rate;
        let between = |n: u64| {
            let (at, share) = ((n * rate / u64::from(RATE)) as usize, n * rate % u64::from(RATE));
            let one = frames.get(at).copied().unwrap_or_default();
            let next = frames.get(at + 1).copied().unwrap_or(one);
            let mix = |side: usize| {
                let (one, next) = (i64::from(one[side]), i64::from(next[side]));
                (one + (next - one) * share as i64 / i64::from(RATE)) as i16
            };
            [mix(0), mix(1)]
        };
        Some(Self((0..count).map(between).collect()))
    }
}

/// A sound that is being heard.
struct Voice {
    clip: Clip,
    at: usize,
    gain: i32,
}

/// What is heard.
#[derive(Default)]
pub struct Mixer {
    voices: Vec<Voice>,
    /// Frames given since the last that was heard.
    quiet: usize,
    open: bool,
    taken: u64,
}

impl Mixer {
    /// A sound begins, so loud from 0 to 1.
    pub fn play(&mut self, clip: Clip, loudness: f32) {
        if self.voices.len() >= VOICES {
            self.voices.remove(0);
        }
        self.voices.push(Voice { clip, at: 0, gain: (loudness.clamp(0.0, 1.0) * FULL as f32) as i32 });
        self.quiet = 0;
    }

    /// All that is heard stops.
    pub fn hush(&mut self) {
        self.voices.clear();
    }

    /// Is nothing to be heard?
    #[cfg(test)]
    pub fn is_silent(&self) -> bool {
        self.voices.is_empty()
    }

    /// A stream begins.
    pub fn open(&mut self) {
        self.open = true;
        self.quiet = 0;
    }

    /// The stream is given nothing more.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Is there a stream that has not ended?
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// How often the stream has been given something: it stands still when nobody plays it.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The next frames, as bytes: how many of them were filled. 0: the stream has ended.
    pub fn fill(&mut self, out: &mut [u8]) -> usize {
        self.taken += 1;
        let count = out.len() / FRAME;
        if !self.open || count == 0 || (self.voices.is_empty() && self.quiet >= LINGER) {
            self.open = false;
            return 0;
        }
        self.quiet = if self.voices.is_empty() { self.quiet + count } else { 0 };
        for bytes in out.chunks_exact_mut(FRAME) {
            let mut sum = [0_i32; 2];
            for voice in &mut self.voices {
                let frame = voice.clip.0.get(voice.at).copied().unwrap_or_default();
                voice.at += 1;
                for (sum, sample) in sum.iter_mut().zip(frame) {
                    *sum += i32::from(sample) * voice.gain / FULL;
                }
            }
            for (bytes, sum) in bytes.chunks_exact_mut(2).zip(sum) {
                let sample = sum.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
                bytes.copy_from_slice(&sample.to_le_bytes());
            }
        }
        self.voices.retain(|voice| voice.at < voice.clip.0.len());
        count * FRAME
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of these samples, as `content::wav` writes it.
    fn wav(channels: u16, rate: u32, samples: &[i16]) -> Vec<u8> {
        let mut file = vec![0; 44];
        file[22..24].copy_from_slice(&channels.to_le_bytes());
        file[24..28].copy_from_slice(&rate.to_le_bytes());
        file.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
        file
    }

    fn clip(samples: &[i16]) -> Clip {
        Clip::of_wav(&wav(1, RATE, samples)).unwrap()
    }

    /// The left samples of the next so many frames; empty when the stream has ended.
    fn next(mixer: &mut Mixer, count: usize) -> Vec<i16> {
        let mut out = vec![0; count * FRAME];
        let filled = mixer.fill(&mut out);
        let left = |bytes: &[u8]| i16::from_le_bytes([bytes[0], bytes[1]]);
        out[..filled].chunks_exact(FRAME).map(left).collect()
    }

    #[test]
    fn a_sound_of_another_rate_keeps_its_length() {
        let half = Clip::of_wav(&wav(1, 22_050, &[0, 100, 200])).unwrap();
        assert_eq!(half.0.iter().map(|frame| frame[0]).collect::<Vec<_>>(), [0, 50, 100, 150, 200, 200]);
        assert_eq!(*Clip::of_wav(&wav(2, RATE, &[1, 2, 3, 4])).unwrap().0, [[1, 2], [3, 4]]);
        assert!(Clip::of_wav(&[0; 30]).is_none() && Clip::of_wav(&wav(0, RATE, &[])).is_none());
    }

    #[test]
    fn what_is_heard_at_once_is_added_as_loud_as_it_is_wanted_and_no_louder_than_can_be() {
        let mut mixer = Mixer::default();
        mixer.open();
        mixer.play(clip(&[1_000, 30_000]), 1.0);
        mixer.play(clip(&[500, 20_000, -800]), 0.5);
        assert_eq!(next(&mut mixer, 4), [1_250, i16::MAX, -400, 0]);
        assert!(mixer.is_silent());
    }

    #[test]
    fn of_too_many_the_oldest_stops() {
        let mut mixer = Mixer::default();
        mixer.open();
        mixer.play(clip(&[10_000; 2]), 1.0);
        for _ in 0..VOICES {
            mixer.play(clip(&[1; 2]), 1.0);
        }
        assert_eq!(next(&mut mixer, 1), [VOICES as i16]);
    }

    #[test]
    fn hushed_it_is_silent_and_after_a_while_the_stream_ends() {
        let mut mixer = Mixer::default();
        mixer.play(clip(&[900; 8]), 1.0);
        assert!(next(&mut mixer, 4).is_empty(), "nothing is given before a stream is open");
        mixer.open();
        assert_eq!(next(&mut mixer, 2), [900, 900]);
        mixer.hush();
        assert_eq!(next(&mut mixer, LINGER), vec![0; LINGER]);
        assert!(next(&mut mixer, 2).is_empty() && !mixer.is_open());
        mixer.play(clip(&[7]), 1.0);
        assert!(!mixer.is_open(), "another stream has to be opened");
        mixer.open();
        assert_eq!(next(&mut mixer, 2), [7, 0]);
    }
}

//! Makes the sounds of the base game out of sines and noise: `cargo run --example make_sounds` writes `assets/sounds`.
//!
//! One channel, 16 bits, 22,050 samples a second. The same program always makes the same files.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for whoever works on the sounds")]

use std::{f32::consts::TAU, fs, path::Path};

/// Samples a second.
const RATE: f32 = 22_050.0;

/// Noise that is the same each time.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / u32::MAX as f32 * 2.0 - 1.0
    }
}

/// A resonator that lets a band of frequencies through.
#[derive(Default)]
struct Band {
    low: f32,
    band: f32,
}

impl Band {
    /// The band around a frequency; a larger `narrow` is narrower.
    fn pass(&mut self, sample: f32, hertz: f32, narrow: f32) -> f32 {
        let f = 2.0 * (TAU * 0.5 * hertz / RATE).sin().min(0.6);
        let high = sample - self.low - self.band / narrow;
        self.band += f * high;
        self.low += f * self.band;
        self.band
    }

    /// What lies below a frequency.
    fn below(&mut self, sample: f32, hertz: f32) -> f32 {
        self.pass(sample, hertz, 0.8);
        self.low
    }
}

fn decay(t: f32, rate: f32) -> f32 {
    if t < 0.0 { 0.0 } else { (-t * rate).exp() }
}

/// Rises from 0 at the start to 1 in the middle and falls to 0 at the end.
fn swell(t: f32, length: f32) -> f32 {
    (t / length * std::f32::consts::PI).sin().max(0.0)
}

fn sine(t: f32, hertz: f32) -> f32 {
    (t * hertz * TAU).sin()
}

/// Something hard that rings: some tones, each with its share, all dying away.
fn ring(t: f32, tones: &[(f32, f32)], rate: f32) -> f32 {
    if t < 0.0 {
        0.0
    } else {
        tones.iter().map(|(hertz, share)| sine(t, *hertz) * share).sum::<f32>() * decay(t, rate)
    }
}

/// One sound: seconds, loudest sample, and its samples by time.
fn sound(name: &str, seconds: f32, peak: f32, mut at: impl FnMut(f32, &mut Noise) -> f32) {
    let mut noise = Noise(0x9E37_79B9 ^ name.bytes().map(u32::from).sum::<u32>());
    let count = (seconds * RATE) as usize;
    let mut samples: Vec<f32> = (0..count).map(|n| at(n as f32 / RATE, &mut noise)).collect();
    let most = samples.iter().fold(0.001_f32, |most, sample| most.max(sample.abs()));
    for (n, sample) in samples.iter_mut().enumerate() {
        // No click at either end.
        let edge = (n.min(count - 1 - n) as f32 / 60.0).min(1.0);
        *sample *= peak / most * edge;
    }
    let bytes = (count * 2) as u32;
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((36 + bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend((RATE as u32).to_le_bytes());
    file.extend((RATE as u32 * 2).to_le_bytes());
    file.extend(2_u16.to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(bytes.to_le_bytes());
    for sample in samples {
        file.extend(((sample * 32_767.0) as i16).to_le_bytes());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sounds");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.wav"));
    fs::write(&path, file).unwrap();
    println!("{}", path.display());
}

fn main() {
    let mut a = Band::default();

    // A card drawn over wood: a breath of noise whose pitch rises.
    sound("card", 0.16, 0.22, |t, noise| a.pass(noise.next(), 1_400.0 + 14_000.0 * t, 2.0) * swell(t, 0.16));
    // A wooden counter set down.
    a = Band::default();
    sound("counter", 0.16, 0.5, |t, noise| {
        let wood = ring(t, &[(212.0, 0.5), (534.0, 0.55), (1_190.0, 0.40), (2_130.0, 0.20)], 62.0);
        wood + 0.5 * a.below(noise.next(), 2_600.0) * decay(t, 170.0)
    });
    // Dice: clacks that come closer together and grow softer.
    let clacks = [0.0, 0.11, 0.19, 0.25, 0.30, 0.335, 0.36];
    sound("dice", 0.50, 0.6, |t, noise| {
        (clacks.iter().enumerate())
            .map(|(n, start)| {
                let own = 1.0 + 0.13 * (n as f32 * 1.7).sin();
                let tones = [(920.0 * own, 0.6), (1_730.0 * own, 0.4), (2_610.0 * own, 0.25)];
                let since = t - start;
                (ring(since, &tones, 95.0) + 0.3 * noise.next() * decay(since, 300.0))
                    * 0.8_f32.powi(n as i32)
            })
            .sum()
    });
    // A blade: air, then a short ring.
    a = Band::default();
    sound("strike_light", 0.30, 0.42, |t, noise| {
        let air = a.pass(noise.next(), 700.0 + 9_000.0 * t, 2.5)
            * swell(t, 0.14)
            * if t < 0.14 { 1.0 } else { 0.0 };
        air + 0.5 * ring(t - 0.11, &[(1_830.0, 0.5), (2_760.0, 0.35), (4_120.0, 0.2)], 22.0)
    });
    // A blow that tells: weight and crunch.
    a = Band::default();
    sound("strike_heavy", 0.42, 0.8, |t, noise| {
        // Small loudspeakers give nothing of the deep note: the blow is in what rings above it.
        let weight = 0.30 * sine(t, 105.0 - 70.0 * t) * decay(t, 15.0);
        let body = 0.75 * ring(t, &[(238.0, 0.6), (391.0, 0.5), (655.0, 0.3)], 24.0);
        weight + body + 1.9 * a.pass(noise.next(), 1_050.0, 1.1) * decay(t, 21.0)
    });
    // A blow that goes past: air alone, and it passes.
    a = Band::default();
    sound("miss", 0.28, 0.30, |t, noise| {
        let way = (t / 0.28 * std::f32::consts::PI).cos();
        a.pass(noise.next(), 900.0 + 700.0 * way, 3.0) * swell(t, 0.28)
    });
    // A parry: edge on rim, wood behind it.
    a = Band::default();
    sound("block", 0.34, 0.6, |t, noise| {
        let rim = 0.35 * ring(t, &[(1_480.0, 0.5), (2_210.0, 0.4), (3_050.0, 0.3)], 34.0);
        let wood = ring(t, &[(176.0, 0.5), (302.0, 0.6), (468.0, 0.4)], 30.0);
        rim + wood + 0.8 * a.below(noise.next(), 1_800.0) * decay(t, 90.0)
    });
    // A string is let go: a twang that falls, and the arrow's breath.
    a = Band::default();
    sound("loose", 0.36, 0.45, |t, noise| {
        let string = ring(t, &[(196.0, 0.6), (393.0, 0.4), (592.0, 0.3), (792.0, 0.2)], 16.0);
        let slap = 0.5 * noise.next() * decay(t, 260.0);
        let arrow = a.pass(noise.next(), 2_900.0 - 3_200.0 * t, 2.2) * swell((t - 0.04).max(0.0), 0.30);
        0.6 * string + slap + 0.35 * arrow
    });
    // A spell: fifths that rise and beat against each other, and something that glitters over them.
    let mut phase = 0.0_f32;
    sound("spell", 0.85, 0.42, |t, noise| {
        phase += (220.0 + 130.0 * t) / RATE;
        let tone = |share: f32| (phase * share * TAU).sin();
        let chord = tone(1.0) + 0.7 * tone(1.5) + 0.5 * tone(2.01) + 0.3 * tone(3.02);
        let glitter = tone(8.0) * (0.5 + 0.5 * sine(t, 19.0)) + 0.15 * noise.next();
        (0.5 * chord + 0.22 * glitter) * swell(t, 0.85)
    });
    // A shot: a crack, its body, and the echo off a wall.
    let (mut b, mut c) = (Band::default(), Band::default());
    a = Band::default();
    sound("shot", 0.48, 0.75, |t, noise| {
        let white = noise.next();
        a.below(white, 3_600.0) * decay(t, 48.0)
            + 0.30 * sine(t, 115.0) * decay(t, 30.0)
            + 0.9 * c.pass(white, 780.0, 1.2) * decay(t, 34.0)
            + 0.28 * b.below(white, 1_100.0) * decay(t - 0.13, 14.0)
    });
    // Off a shield: a click and a whine that falls.
    let mut phase = 0.0_f32;
    sound("ricochet", 0.50, 0.45, |t, noise| {
        phase += (2_700.0 * decay(t, 2.2) + 60.0 * sine(t, 23.0)) / RATE;
        let plate = 0.5 * ring(t, &[(1_120.0, 0.5), (1_870.0, 0.4), (3_310.0, 0.3)], 30.0);
        let whine = 0.6 * (phase * TAU).sin() + 0.22 * (phase * 1.51 * TAU).sin();
        whine * decay(t, 7.0) + plate + 0.6 * noise.next() * decay(t, 200.0)
    });
    // Cloth and leather giving way.
    let mut b = Band::default();
    a = Band::default();
    sound("tear", 0.36, 0.36, |t, noise| {
        let threads = if b.below(noise.next(), 90.0).abs() > 0.02 { 1.0 } else { 0.25 };
        a.pass(noise.next(), 2_400.0 + 1_800.0 * t, 1.2) * threads * swell(t, 0.36)
    });
    // Somebody falls: knee, shoulder, gear.
    a = Band::default();
    sound("collapse", 0.62, 0.65, |t, noise| {
        let soft = a.pass(noise.next(), 900.0, 0.9);
        [(0.0, 0.7), (0.16, 1.0), (0.30, 0.5)]
            .iter()
            .map(|(start, share)| {
                let since = t - start;
                let body = 0.5 * ring(since, &[(196.0, 0.6), (317.0, 0.5), (540.0, 0.25)], 26.0);
                (0.4 * sine(since, 88.0) * decay(since, 20.0) + body + 1.5 * soft * decay(since, 24.0))
                    * share
            })
            .sum()
    });
    // An engine passes.
    (a, phase) = (Band::default(), 0.0);
    sound("engine", 0.80, 0.7, |t, noise| {
        phase += (52.0 + 16.0 * swell(t, 0.8)) / RATE;
        let saw = phase.fract() * 2.0 - 1.0;
        let pulse = if phase.fract() < 0.18 { 1.0 } else { -0.2 };
        let exhaust = a.pass(0.5 * saw + 0.8 * pulse + 0.25 * noise.next(), 430.0, 1.3);
        (exhaust + 0.15 * saw) * (0.75 + 0.25 * sine(t, 17.0)) * swell(t, 0.8)
    });
    // Wind under wings.
    a = Band::default();
    sound("wind", 0.90, 0.35, |t, noise| {
        a.pass(noise.next(), 380.0 + 160.0 * sine(t, 1.6), 1.6) * swell(t, 0.9)
    });
    // A page is turned.
    a = Band::default();
    sound("page", 0.30, 0.24, |t, noise| {
        a.pass(noise.next(), 2_600.0, 0.9)
            * (0.5 * swell(t, 0.12).max(0.0) * if t < 0.12 { 1.0 } else { 0.0 }
                + swell((t - 0.10).max(0.0), 0.20))
    });
    // The lamp goes out: a click, then a breath.
    a = Band::default();
    sound("lamp", 0.45, 0.5, |t, noise| {
        ring(t, &[(1_250.0, 0.5), (2_900.0, 0.3)], 130.0)
            + 0.5 * a.below(noise.next(), 1_400.0 * decay(t, 3.0) + 200.0) * swell(t, 0.45)
    });
    // Something bursts: a crack, a push of air, and what comes down after it.
    let (mut b, mut c) = (Band::default(), Band::default());
    a = Band::default();
    sound("blast", 0.95, 0.85, |t, noise| {
        let white = noise.next();
        1.4 * a.below(white, 2_400.0 * decay(t, 5.0) + 180.0) * decay(t, 6.0)
            + 0.45 * sine(t, 74.0 - 30.0 * t) * decay(t, 7.0)
            + 0.9 * b.pass(white, 520.0, 1.0) * decay(t, 18.0)
            + 0.25 * c.pass(white, 1_700.0, 1.2) * swell((t - 0.25).max(0.0), 0.70)
    });
    // Metal runs into something: a knock, plates that ring, splinters.
    a = Band::default();
    sound("crash", 0.70, 0.8, |t, noise| {
        let tones = [(147.0, 0.6), (263.0, 0.5), (431.0, 0.4), (977.0, 0.25), (1_613.0, 0.15)];
        let splinters =
            decay(t, 34.0) + decay(t - 0.09, 34.0) + decay(t - 0.17, 34.0) + decay(t - 0.31, 34.0);
        0.7 * ring(t, &tones, 9.0) + 1.2 * a.pass(noise.next(), 1_300.0, 1.0) * splinters
    });
    // Wounds close: three soft tones, each above the last.
    sound("heal", 0.80, 0.36, |t, _| {
        let tone = |start: f32, hertz: f32| {
            let since = t - start;
            ring(since, &[(hertz, 0.7), (2.0 * hertz, 0.15)], 6.0) * (since * 40.0).clamp(0.0, 1.0)
        };
        tone(0.0, 523.0) + tone(0.14, 659.0) + tone(0.28, 784.0)
    });
    // A door: hinges that groan, then the latch.
    (a, phase) = (Band::default(), 0.0);
    sound("door", 0.60, 0.45, |t, noise| {
        phase += (96.0 + 40.0 * sine(t, 3.1)) / RATE;
        let groan = a.pass(phase.fract() * 2.0 - 1.0, 760.0, 3.0) * swell(t.min(0.42), 0.42);
        let latch = ring(t - 0.43, &[(188.0, 0.6), (420.0, 0.4), (1_340.0, 0.2)], 45.0);
        0.5 * groan + latch + 0.2 * noise.next() * decay(t - 0.43, 160.0)
    });
    // Somebody is asked: a small bell, struck once.
    sound("bell", 0.60, 0.30, |t, _| {
        ring(t, &[(1_046.0, 0.6), (2_093.0, 0.25), (3_150.0, 0.12)], 7.0) * (t * 200.0).min(1.0)
    });
    // A battle is over: two strokes of a drum.
    a = Band::default();
    sound("drum", 1.10, 0.75, |t, noise| {
        let skin = a.below(noise.next(), 900.0);
        let stroke = |start: f32| {
            let tones = [(92.0, 0.7), (147.0, 0.5), (214.0, 0.35), (331.0, 0.15)];
            ring(t - start, &tones, 6.5) + 0.8 * skin * decay(t - start, 60.0)
        };
        0.7 * stroke(0.0) + stroke(0.36)
    });
}

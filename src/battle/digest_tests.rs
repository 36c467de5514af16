use std::collections::{BTreeMap, BTreeSet};

use super::*;

fn bytes(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    let mut bytes = Bytes::new(0);
    bytes.add(value).unwrap();
    bytes.0
}

#[test]
fn different_numbers_and_texts_have_different_bytes() {
    let edges = [0, 1, 15, 16, 17, 110, 111, 112, 127, 128, 255, 256, 65_535, 65_536, 1 << 31, 1 << 40];
    let numbers: BTreeSet<i64> = edges.into_iter().flat_map(|n| [n, -n]).collect();
    let all: BTreeSet<Vec<u8>> = numbers.iter().map(bytes).collect();
    assert_eq!(all.len(), numbers.len());
    assert_eq!(bytes(&u64::MAX).len(), 9);
    let texts: BTreeSet<Vec<u8>> = (0..200).map(|n| bytes(&"a".repeat(n))).collect();
    assert_eq!(texts.len(), 200);
}

#[test]
fn lists_and_what_is_missing_are_told_apart() {
    let lists: [Vec<Vec<u8>>; 5] =
        [vec![], vec![vec![]], vec![vec![], vec![]], vec![vec![1]], vec![vec![1], vec![]]];
    let all: BTreeSet<Vec<u8>> = lists.iter().map(|list| bytes(&(list, 1))).collect();
    assert_eq!(all.len(), lists.len());
    assert_ne!(bytes(&(Some(1), None::<i32>)), bytes(&(None::<i32>, Some(1))));
    assert_ne!(bytes(&Some(None::<i32>)), bytes(&None::<Option<i32>>));
    // Keys that are no texts are no hindrance.
    let map = |at: (i32, i32)| bytes(&BTreeMap::from([(at, true)]));
    assert_ne!(map((1, 2)), map((2, 1)));
}

#[derive(Serialize)]
struct Sparse {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i32>,
}

#[test]
fn fields_left_out_are_told_apart() {
    let (one, other) = (Sparse { a: Some(1), b: None }, Sparse { a: None, b: Some(1) });
    assert_ne!(bytes(&one), bytes(&other));
}

struct Shy;

impl Serialize for Shy {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(ser::Error::custom("not to be written"))
    }
}

#[test]
fn what_cannot_be_written_has_no_digest() {
    assert_eq!(digest(&(1, Shy)).unwrap_err().to_string(), "not to be written");
    assert!(Kept::default().digest(&Arc::new(Shy)).is_err());
}

#[test]
fn a_kept_digest_follows_what_is_shared() {
    let mut kept = Kept::default();
    let mut shared = Arc::new(vec![1, 2]);
    let first = kept.digest(&shared).unwrap();
    Arc::make_mut(&mut shared).push(3);
    assert_ne!(kept.digest(&shared).unwrap(), first);
    assert_eq!(kept.digest(&Arc::new(vec![1, 2])).unwrap(), first);
}

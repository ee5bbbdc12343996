//! How a file identity travels to Java in one `long`: as places in the text that Java gave.
//!
//! A Java string made in native code costs more than the whole derivation; a substring that Java takes costs
//! little. So the answer says where namespace and name stand in the text.
//!
//! | bits | meaning |
//! |---|---|
//! | 63 | no places: −1 is "no identity", −2 and below ask for room of that many bytes more than −2 |
//! | 62 | the answer was written into `room`, see below |
//! | 60 | the text is plain ASCII |
//! | 48–55 | head, with which the namespace begins: so many first characters of the text, or from 128 on the number of a text in [`HEADS`] |
//! | 36–47, 24–35 | place, which follows the head in the namespace: from, to |
//! | 12–23, 0–11 | name: from, to |
//!
//! What is not part of the text (an escape was decoded), or lies too far behind, goes as UTF-8 into the array
//! that Java brought along, name behind namespace:
//!
//! | bits | meaning |
//! |---|---|
//! | 60 | all of it is ASCII |
//! | 30–59 | bytes of the namespace |
//! | 0–29 | bytes of the name |

use crate::file::{FileName, Places};
use crate::identity::Identity;

/// No identity.
pub(super) const NONE: i64 = -1;
const IN_ROOM: i64 = 1 << 62;
const IS_ASCII: i64 = 1 << 60;
/// Texts, and so places, below this can be packed.
const PLACES: usize = 1 << 12;
/// Heads from this on are numbers of [`HEADS`].
const NUMBERED: usize = 128;

/// Beginnings that often replace the text's own (`s3a` is `s3`). Whatever is not here goes into the room, so
/// that this list decides speed and nothing else.
pub(super) const HEADS: [&str; 5] = ["s3://", "gs://", "abfss://", "wasbs://", "file"];

/// The packed answer for a plain text of so many bytes.
#[inline]
pub(super) fn plain(length: usize, places: &Places) -> Option<i64> {
    let head = match places.as_written {
        true => places.scheme.len(),
        false => numbered(places.scheme)?,
    };
    (length < PLACES).then(|| pack(head, places.place, (places.name, length)) | IS_ASCII)
}

#[inline]
fn pack(head: usize, place: (usize, usize), name: (usize, usize)) -> i64 {
    let pair = |(from, to): (usize, usize)| (from << 12 | to) as i64;
    (head as i64) << 48 | pair(place) << 24 | pair(name)
}

/// The packed answer where every part of it is part of the text, which has so many UTF-16 units.
pub(super) fn borrowed(text: &str, units: usize, name: &FileName<'_>) -> Option<i64> {
    if text.len() >= PLACES {
        return None;
    }
    let head = head(text, name.scheme)?;
    let place = find(text, &name.place)?;
    let name = find(text, &name.name)?;
    let ascii = text.len() == units;
    let units = |at: usize| {
        if ascii {
            at
        } else {
            text.get(..at).map_or(0, utf16_length)
        }
    };
    let places = |(from, to)| (units(from), units(to));
    Some(pack(head, places(place), places(name)))
}

/// As many UTF-16 units has the text.
pub(super) fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The head's number. One that the text begins with is ASCII, for such a head is a scheme.
#[inline]
fn head(text: &str, head: &str) -> Option<usize> {
    // Byte by byte: heads are short, and a call of memcmp costs more.
    let begins = head.len() < NUMBERED.min(text.len())
        && head.bytes().zip(text.bytes()).all(|(a, b)| a == b && a < 0x80);
    if begins {
        return Some(head.len());
    }
    numbered(head)
}

#[inline]
fn numbered(head: &str) -> Option<usize> {
    let number = HEADS.iter().position(|known| *known == head)?;
    Some(NUMBERED + number)
}

/// Where a part stands in the text: where it was borrowed from, and for a single character anywhere.
#[inline]
fn find(text: &str, part: &str) -> Option<(usize, usize)> {
    if part.is_empty() {
        return Some((0, 0));
    }
    let from = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    let to = from.wrapping_add(part.len());
    if from < text.len() && to <= text.len() {
        return Some((from, to));
    }
    let from = (part.len() == 1).then(|| text.find(part))??;
    Some((from, from + 1))
}

/// The answer that asks for room of so many bytes.
pub(super) fn needs(size: usize) -> i64 {
    -2 - i64::try_from(size).unwrap_or(i64::MAX / 2)
}

/// The packed answer for an identity of so many bytes, all ASCII, that stands in the room.
pub(super) fn ascii_in_room(namespace: usize, name: usize) -> i64 {
    IN_ROOM | IS_ASCII | (namespace as i64) << 30 | name as i64
}

/// The packed answer for an identity that stands in the room.
pub(super) fn in_room(identity: &Identity) -> i64 {
    let ascii = identity.namespace.is_ascii() && identity.name.is_ascii();
    let flags = IN_ROOM | if ascii { IS_ASCII } else { 0 };
    flags | (identity.namespace.len() as i64) << 30 | identity.name.len() as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{HEADS, IS_ASCII, NUMBERED, borrowed, plain};
    use crate::file::{self, FileOptions, Form, Places};
    use crate::identity::Identity;

    /// What `LineageFileIdentity` does with a packed answer.
    fn unpack(text: &str, packed: i64) -> Identity {
        let units: Vec<u16> = text.encode_utf16().collect();
        let field = |shift: u32| (packed >> shift) as usize & 0xfff;
        let part = |shift: u32| String::from_utf16(&units[field(shift + 12)..field(shift)]).unwrap();
        let head = (packed >> 48) as usize & 0xff;
        let head = match head.checked_sub(NUMBERED) {
            Some(number) => HEADS[number].to_owned(),
            None => text[..head].to_owned(),
        };
        Identity::new(head + &part(24), part(0))
    }

    #[track_caller]
    fn assert_same(text: &str, form: Form) {
        let options = FileOptions {
            form,
            ..FileOptions::default()
        };
        let Ok(name) = file::read(text, &options) else {
            return;
        };
        let borrowed = borrowed(text, text.encode_utf16().count(), &name);
        let plain = Places::of(text.as_bytes()).and_then(|places| plain(text.len(), &places));
        for packed in borrowed.into_iter().chain(plain) {
            assert_eq!(unpack(text, packed), Identity::from(name.clone()), "{text}");
        }
        assert!(
            plain.is_none() || plain == borrowed.map(|packed| packed | IS_ASCII),
            "{text}"
        );
        assert!(plain.is_none() || text.is_ascii(), "{text}");
    }

    proptest! {
        #[test]
        fn packed_places_name_the_same_identity(
            text in "(s3a?|gs|gcs|file|sftp|abfss|hdfs|my s3|zip:s3):/{0,3}(u:p@)?[a-zé😀_.]{0,8}(:[0-9]{1,4})?[/a-z%0-9é😀 ]{0,20}",
        ) {
            assert_same(&text, Form::Vfs);
            assert_same(&text, Form::Path);
        }

        #[test]
        fn any_text_is_taken(text in any::<String>()) {
            assert_same(&text, Form::Vfs);
        }
    }
}

//! Timestamps as OpenLineage takes them: RFC 3339, with a zone.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Whether the text is an RFC 3339 timestamp: date, `T`, time, and `Z` or an offset.
///
/// A timestamp without a zone, one with the name of a zone and a day that no calendar has are none. Fractions
/// have up to nine digits, as readers of events on the JVM take no more; a second is 59 at most, as they know
/// no leap seconds.
///
/// Source: RFC 3339, section 5.6; the `date-time` format of the OpenLineage schemas.
///
/// ```
/// use lineage_identity::event::is_rfc3339;
/// assert!(is_rfc3339("2026-01-01T00:00:00.000Z"));
/// assert!(is_rfc3339("2026-01-01T00:00:00+05:30"));
/// assert!(!is_rfc3339("2026-01-01T00:00:00"));
/// assert!(!is_rfc3339("2026-01-01T00:00:00Z[Europe/London]"));
/// assert!(!is_rfc3339("2026-02-30T00:00:00Z"));
/// ```
#[must_use]
pub fn is_rfc3339(text: &str) -> bool {
    instant(text).is_some()
}

/// The instant of an RFC 3339 timestamp, in nanoseconds since 1970.
pub(crate) fn instant(text: &str) -> Option<i128> {
    let (date, rest) = text.split_at_checked(10)?;
    let year = number(date.get(0..4)?)?;
    let (month, day) = (number(date.get(5..7)?)?, number(date.get(8..10)?)?);
    let dashes = date.as_bytes().get(4) == Some(&b'-') && date.as_bytes().get(7) == Some(&b'-');
    let in_calendar = (1..=12).contains(&month) && (1..=days_of_month(year, month)).contains(&day);
    let (clock, rest) = rest.strip_prefix(['T', 't'])?.split_at_checked(8)?;
    let (hour, minute) = clock_pair(clock.get(0..5)?, 23)?;
    let second = number(clock.get(5..8)?.strip_prefix(':')?).filter(|second| *second <= 59)?;
    if !dashes || !in_calendar {
        return None;
    }
    let (nanos, zone) = fraction(rest)?;
    let offset = offset_minutes(zone)?;
    let minutes = (days_since_1970(year, month, day) * 24 + hour) * 60 + minute - offset;
    Some(i128::from(minutes * 60 + second) * 1_000_000_000 + i128::from(nanos))
}

/// A number of ASCII digits only.
fn number(digits: &str) -> Option<i64> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}

/// `hh:mm` with hours up to this.
fn clock_pair(text: &str, hours: i64) -> Option<(i64, i64)> {
    let (hour, minute) = text
        .split_once(':')
        .filter(|(hour, minute)| hour.len() == 2 && minute.len() == 2)?;
    let (hour, minute) = (number(hour)?, number(minute)?);
    (hour <= hours && minute <= 59).then_some((hour, minute))
}

/// The nanoseconds of `.123`, if there is such a fraction, and what follows.
fn fraction(text: &str) -> Option<(i64, &str)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((0, text));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let value = number(&rest[..digits]).filter(|_| digits <= 9)?;
    let scale = (digits..9).fold(1, |scale, _| scale * 10);
    Some((value * scale, &rest[digits..]))
}

/// The minutes of `Z`, `+05:30` or `-08:00`.
fn offset_minutes(zone: &str) -> Option<i64> {
    if matches!(zone, "Z" | "z") {
        return Some(0);
    }
    let (sign, pair) = match zone.as_bytes().first()? {
        b'+' => (1, &zone[1..]),
        b'-' => (-1, &zone[1..]),
        _ => return None,
    };
    let (hours, minutes) = clock_pair(pair, 23)?;
    Some(sign * (hours * 60 + minutes))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(is_leap(year)),
        _ => 31,
    }
}

/// The days from the first of January 1970 to this day.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let leap_days = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let of_years = (year - 1970) * 365 + leap_days(year - 1) - leap_days(1969);
    let of_months: i64 = (1..month).map(|month| days_of_month(year, month)).sum();
    of_years + of_months + day - 1
}

/// A time as RFC 3339 in UTC with milliseconds: `2026-01-01T00:00:00.000Z`. Times before 1970 become 1970.
#[must_use]
pub fn rfc3339_millis(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    of_unix_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX)).unwrap_or_default()
}

/// Milliseconds since 1970 as RFC 3339 in UTC; nothing outside the years 0 to 9999, which RFC 3339 ends at.
pub(crate) fn of_unix_millis(millis: i64) -> Option<String> {
    let (day, of_day) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
    // A guess from the mean length of a year is at most one year off.
    let mut year = 1970 + (day as f64 / 365.2425).floor() as i64;
    if !(-1..=10_000).contains(&year) {
        return None;
    }
    while days_since_1970(year, 1, 1) > day {
        year -= 1;
    }
    while days_since_1970(year + 1, 1, 1) <= day {
        year += 1;
    }
    let mut left = day - days_since_1970(year, 1, 1);
    let mut month = 1;
    while left >= days_of_month(year, month) {
        left -= days_of_month(year, month);
        month += 1;
    }
    let (seconds, millis) = (of_day / 1000, of_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    (0..=9999).contains(&year).then(|| {
        format!(
            "{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z",
            left + 1
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{instant, is_rfc3339, of_unix_millis};

    #[test]
    fn only_whole_timestamps_with_a_zone_are_taken() {
        for text in [
            "2026-01-01T00:00:00Z",
            "2024-02-29T23:59:59.123456789-08:00",
            "2000-02-29t00:00:00z",
            "0000-01-01T00:00:00Z",
        ] {
            assert!(is_rfc3339(text), "{text}");
        }
        for text in [
            "",
            "2026-01-01",
            "2026-01-01T00:00:00",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:60Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.1234567890Z",
            "2026-01-01T00:00:00+0530",
            "2026-01-01T00:00:00+05",
            "2026-01-01T00:00:00+24:00",
            "2025-03-04T05:06:07.080910Z[Europe/London]",
            "2026-01-01T00:00:00 Z",
            "+026-01-01T00:00:00Z",
            "2026-01-01T00:00:00Z ",
            "２０２６-01-01T00:00:00Z",
            "2026-01-01T00:00:é0Z",
        ] {
            assert!(!is_rfc3339(text), "{text}");
        }
    }

    #[test]
    fn instants_compare_across_zones() {
        assert_eq!(
            instant("2026-01-01T01:00:00+01:00"),
            instant("2026-01-01T00:00:00.000Z")
        );
        assert!(instant("2026-01-01T00:00:00.1Z") > instant("2026-01-01T00:00:00.09Z"));
    }

    #[test]
    fn made_timestamps_read_back() {
        // Every 11th hour of 130 years, and the days around leap days.
        for millis in (-2_208_988_800_000..4_000_000_000_000_i64).step_by(39_600_123) {
            let text = of_unix_millis(millis).unwrap();
            assert_eq!(instant(&text), Some(i128::from(millis) * 1_000_000), "{text}");
        }
        assert_eq!(of_unix_millis(0).unwrap(), "1970-01-01T00:00:00.000Z");
        assert_eq!(
            of_unix_millis(1_709_210_096_789).unwrap(),
            "2024-02-29T12:34:56.789Z"
        );
        assert_eq!(of_unix_millis(i64::MAX), None);
        assert_eq!(of_unix_millis(i64::MIN), None);
    }
}

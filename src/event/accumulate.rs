//! Several events of one run, made into its cumulative state.
//!
//! Source: the specification, "Run State Updates" and "Facets": events of a run add up; a facet that comes later
//! replaces the one before, and one with `_deleted` removes it.

use std::collections::HashMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::lineage::Pairs;
use super::time::instant;
use crate::reason::Code;
use crate::request::{RequestError, Text};

/// What the events of one run, or of one job or dataset without a run, add up to: itself an event.
///
/// The state of the run is that of its last event which is not `OTHER`; the time that of its last event. Values
/// of facets are kept as they were written.
#[derive(Debug, Default)]
pub struct Cumulative<'a> {
    event_type: Option<&'a RawValue>,
    event_time: Option<&'a RawValue>,
    run: Option<Part<'a>>,
    job: Option<Part<'a>>,
    dataset: Option<Part<'a>>,
    inputs: Datasets<'a>,
    outputs: Datasets<'a>,
    rest: Sum<'a>,
}

/// The cumulative states of these events, in the order in which their runs, jobs and datasets first appear.
///
/// Events count in the order of their times; those of one time as they stand.
///
/// ```
/// use lineage_identity::event::accumulate;
/// use serde_json::value::RawValue;
///
/// let event = |kind: &str, time: u8, facet: &str| {
///     let run = r#"{"runId":"00000000-0000-4000-8000-000000000000","facets":{"f":"#;
///     let event = format!(
///         r#"{{"eventType":"{kind}","eventTime":"2026-01-01T00:00:0{time}Z","run":{run}{facet}}}}},"job":{{"namespace":"n","name":"j"}}}}"#
///     );
///     RawValue::from_string(event).unwrap()
/// };
/// let (start, end) = (event("START", 0, "1"), event("COMPLETE", 1, "2"));
/// let states = accumulate(&[&end, &start])?;
/// let state = serde_json::to_string(&states[0]).unwrap();
/// assert!(state.starts_with(r#"{"eventType":"COMPLETE","eventTime":"2026-01-01T00:00:01Z""#));
/// assert!(state.contains(r#""facets":{"f":2}"#));
/// # Ok::<(), lineage_identity::request::RequestError>(())
/// ```
///
/// # Errors
///
/// The event, or its part, that is none: `events[3].eventTime`.
pub fn accumulate<'a>(events: &[&'a RawValue]) -> Result<Vec<Cumulative<'a>>, RequestError> {
    let mut read = Vec::with_capacity(events.len());
    for (at, event) in events.iter().enumerate() {
        read.push((
            at,
            Event::read(event)
                .map_err(|(code, part)| RequestError::of_field(code, format!("events[{at}]{part}")))?,
        ));
    }
    let mut states: Vec<Cumulative<'a>> = Vec::new();
    let mut by_subject: HashMap<String, usize> = HashMap::new();
    let mut of_event = Vec::with_capacity(read.len());
    for (_, event) in &read {
        let next = by_subject.len();
        of_event.push(*by_subject.entry(event.subject.clone()).or_insert(next));
    }
    states.resize_with(by_subject.len(), Cumulative::default);
    read.sort_by_key(|(_, event)| event.instant);
    for (at, event) in read {
        let field = |part: &str| RequestError::of_field(Code::InvalidField, format!("events[{at}].{part}"));
        states[of_event[at]].add(event).map_err(field)?;
    }
    Ok(states)
}

type Members<'a> = Pairs<'a, &'a RawValue>;

/// An event, taken apart so far as to know what it is about.
struct Event<'a> {
    /// The run, else the dataset, else the job.
    subject: String,
    instant: i128,
    members: Members<'a>,
}

impl<'a> Event<'a> {
    fn read(event: &'a RawValue) -> Result<Self, (Code, &'static str)> {
        let members: Members<'a> = read(event).ok_or((Code::InvalidField, ""))?;
        let time: Text<'_> = members
            .get("eventTime")
            .and_then(read)
            .ok_or((Code::MissingField, ".eventTime"))?;
        let instant = instant(time.as_str()).ok_or((Code::InvalidField, ".eventTime"))?;
        let subject = members.subject().ok_or((Code::MissingField, ".run"))?;
        Ok(Event {
            subject,
            instant,
            members,
        })
    }
}

/// A value of this form; nothing when it has another.
fn read<'a, T: Deserialize<'a>>(json: &'a RawValue) -> Option<T> {
    serde_json::from_str(json.get()).ok()
}

fn is_null(json: &RawValue) -> bool {
    json.get() == "null"
}

impl<'a> Members<'a> {
    fn get(&self, key: &str) -> Option<&'a RawValue> {
        let found = self.0.iter().find(|(name, _)| name.as_str() == key);
        found.map(|(_, value)| *value).filter(|value| !is_null(value))
    }

    fn text(&self, key: &str) -> Option<Text<'a>> {
        self.get(key).and_then(read)
    }

    /// The identity of a dataset or a job, as one text.
    fn identity(&self) -> Option<String> {
        let (namespace, name) = (self.text("namespace")?, self.text("name")?);
        // A length keeps the two apart.
        Some(format!(
            "{}:{}{}",
            namespace.as_str().len(),
            namespace.as_str(),
            name.as_str()
        ))
    }

    fn subject(&self) -> Option<String> {
        if let Some(run) = self.get("run").and_then(read::<Members<'_>>) {
            return Some(format!(
                "run {}",
                run.text("runId")?.as_str().to_ascii_lowercase()
            ));
        }
        let part = |key: &str| {
            Some(format!(
                "{key} {}",
                self.get(key).and_then(read::<Members<'_>>)?.identity()?
            ))
        };
        part("dataset").or_else(|| part("job"))
    }
}

/// Members that add up: each key once, in the order in which the keys came. Finding one takes no search, so that a
/// thousand facets cost a thousand times what one does.
#[derive(Debug, Default)]
struct Sum<'a> {
    /// Nothing in the place of one that was removed.
    members: Vec<Option<(Text<'a>, &'a RawValue)>>,
    places: HashMap<Text<'a>, usize>,
}

impl<'a> Sum<'a> {
    /// Sets a member; one that is there keeps its place.
    fn set(&mut self, key: Text<'a>, value: &'a RawValue) {
        let next = self.members.len();
        match *self.places.entry(key.clone()).or_insert(next) {
            at if at == next => self.members.push(Some((key, value))),
            at => self.members[at] = Some((key, value)),
        }
    }

    fn remove(&mut self, key: &Text<'a>) {
        if let Some(at) = self.places.remove(key) {
            self.members[at] = None;
        }
    }

    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        let members = self.members.iter().flatten();
        members.map(|(key, value)| (key.as_str(), *value))
    }

    /// Writes the members into an object.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.iter()
            .try_for_each(|(key, value)| map.serialize_entry(key, value))
    }
}

/// As a JSON object.
impl Serialize for Sum<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A run, a job or a dataset: its members, and its facets by the group they stand in.
#[derive(Debug, Default)]
struct Part<'a> {
    members: Sum<'a>,
    groups: [Sum<'a>; 3],
}

/// The members that hold facets.
const GROUPS: [&str; 3] = ["facets", "inputFacets", "outputFacets"];

impl<'a> Part<'a> {
    /// Adds what an event says; nothing when it is no object.
    fn add(&mut self, part: &'a RawValue) -> Option<()> {
        for (key, value) in read::<Members<'a>>(part)?.0 {
            match GROUPS.iter().position(|group| *group == key.as_str()) {
                Some(_) if is_null(value) => {}
                Some(group) => self.add_facets(group, value)?,
                None => self.members.set(key, value),
            }
        }
        Some(())
    }

    fn add_facets(&mut self, group: usize, facets: &'a RawValue) -> Option<()> {
        #[derive(Deserialize)]
        struct Deletable {
            #[serde(default, rename = "_deleted")]
            deleted: Option<bool>,
        }
        for (key, facet) in read::<Members<'a>>(facets)?.0 {
            let deleted =
                is_null(facet) || read::<Deletable>(facet).is_some_and(|facet| facet.deleted == Some(true));
            match deleted {
                true => self.groups[group].remove(&key),
                false => self.groups[group].set(key, facet),
            }
        }
        Some(())
    }
}

/// Datasets by their identity, in order of appearance.
#[derive(Debug, Default)]
struct Datasets<'a> {
    parts: Vec<Part<'a>>,
    by_identity: HashMap<String, usize>,
    given: bool,
}

impl<'a> Datasets<'a> {
    fn add(&mut self, datasets: &'a RawValue) -> Option<()> {
        self.given = true;
        for dataset in read::<Vec<&'a RawValue>>(datasets)? {
            let identity = read::<Members<'a>>(dataset)?.identity()?;
            let next = self.parts.len();
            let at = *self.by_identity.entry(identity).or_insert(next);
            if at == next {
                self.parts.push(Part::default());
            }
            self.parts[at].add(dataset)?;
        }
        Some(())
    }
}

impl<'a> Cumulative<'a> {
    /// Adds an event that is not before those that were added; the name of the member that is not as it must be.
    fn add(&mut self, event: Event<'a>) -> Result<(), &'static str> {
        for (key, value) in event.members.0 {
            if is_null(value) {
                continue;
            }
            let part = |part: &mut Option<Part<'a>>| part.get_or_insert_with(Part::default).add(value);
            match key.as_str() {
                "eventType" => {
                    let new: Text<'a> = read(value).ok_or("eventType")?;
                    if self.event_type.is_none() || new.as_str() != "OTHER" {
                        self.event_type = Some(value);
                    }
                }
                "eventTime" => self.event_time = Some(value),
                "run" => part(&mut self.run).ok_or("run")?,
                "job" => part(&mut self.job).ok_or("job")?,
                "dataset" => part(&mut self.dataset).ok_or("dataset")?,
                "inputs" => self.inputs.add(value).ok_or("inputs")?,
                "outputs" => self.outputs.add(value).ok_or("outputs")?,
                _ => self.rest.set(key, value),
            }
        }
        Ok(())
    }
}

impl Serialize for Cumulative<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in [("eventType", self.event_type), ("eventTime", self.event_time)] {
            value.map_or(Ok(()), |value| map.serialize_entry(key, value))?;
        }
        for (key, part) in [("run", &self.run), ("job", &self.job), ("dataset", &self.dataset)] {
            part.as_ref()
                .map_or(Ok(()), |part| map.serialize_entry(key, part))?;
        }
        for (key, datasets) in [("inputs", &self.inputs), ("outputs", &self.outputs)] {
            if datasets.given {
                map.serialize_entry(key, &datasets.parts)?;
            }
        }
        self.rest.write(&mut map)?;
        map.end()
    }
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.members.write(&mut map)?;
        for (group, facets) in GROUPS.iter().zip(&self.groups) {
            if !facets.is_empty() {
                map.serialize_entry(group, facets)?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use serde_json::value::RawValue;

    use super::accumulate;

    /// With a search for each facet this would take minutes.
    #[test]
    fn a_hundred_thousand_facets_add_up() {
        let count = 100_000;
        let event = |second: u8, value: &str| {
            let mut facets = String::new();
            for number in 0..count {
                let separator = if number == 0 { "" } else { "," };
                write!(facets, "{separator}\"f{number}\":{value}").unwrap();
            }
            let event = format!(
                r#"{{"eventTime":"2026-01-01T00:00:{second:02}Z","run":{{"runId":"r","facets":{{{facets}}}}}}}"#
            );
            RawValue::from_string(event).unwrap()
        };
        let (first, again, deleted) = (event(1, "1"), event(2, "2"), event(3, r#"{"_deleted":true}"#));
        let state = accumulate(&[&first, &again]).unwrap();
        let text = serde_json::to_string(&state[0]).unwrap();
        assert_eq!(text.matches(":2,").count() + text.matches(":2}").count(), count);
        assert!(text.contains(r#"{"f0":2,"f1":2,"#), "{}", &text[..200]);
        let state = accumulate(&[&first, &again, &deleted]).unwrap();
        let text = serde_json::to_string(&state[0]).unwrap();
        assert_eq!(
            text,
            r#"{"eventTime":"2026-01-01T00:00:03Z","run":{"runId":"r"}}"#
        );
    }
}

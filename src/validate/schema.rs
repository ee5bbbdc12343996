//! The JSON Schemas of OpenLineage, as they ship with the crate.

use std::collections::HashMap;
use std::sync::OnceLock;

use jsonschema::{Registry, ValidationError, Validator};
use serde_json::{Value, json};

macro_rules! schemas {
    ($($path:literal,)+) => {
        /// The path of each schema file in `schemas/openlineage`, and its text.
        const FILES: &[(&str, &str)] =
            &[$(($path, include_str!(concat!("../../schemas/openlineage/", $path))),)+];
    };
}

schemas! {
    "2-0-2/OpenLineage.json",
    "facets/1-0-0/HierarchyDatasetFacet.json",
    "facets/1-0-0/InputStatisticsInputDatasetFacet.json",
    "facets/1-0-1/DatasetTypeDatasetFacet.json",
    "facets/1-0-1/DatasetVersionDatasetFacet.json",
    "facets/1-0-1/DatasourceDatasetFacet.json",
    "facets/1-0-1/ErrorMessageRunFacet.json",
    "facets/1-0-1/LifecycleStateChangeDatasetFacet.json",
    "facets/1-0-1/NominalTimeRunFacet.json",
    "facets/1-0-1/OwnershipDatasetFacet.json",
    "facets/1-0-1/OwnershipJobFacet.json",
    "facets/1-0-1/SourceCodeJobFacet.json",
    "facets/1-0-1/StorageDatasetFacet.json",
    "facets/1-0-1/SymlinksDatasetFacet.json",
    "facets/1-0-2/OutputStatisticsOutputDatasetFacet.json",
    "facets/1-1-0/CatalogDatasetFacet.json",
    "facets/1-1-0/DocumentationDatasetFacet.json",
    "facets/1-1-0/DocumentationJobFacet.json",
    "facets/1-1-0/SQLJobFacet.json",
    "facets/1-1-0/SourceCodeLocationJobFacet.json",
    "facets/1-1-1/ProcessingEngineRunFacet.json",
    "facets/1-1-2/ExtractionErrorRunFacet.json",
    "facets/1-2-0/ColumnLineageDatasetFacet.json",
    "facets/1-2-0/ParentRunFacet.json",
    "facets/1-2-0/SchemaDatasetFacet.json",
    "facets/2-0-4/JobTypeJobFacet.json",
}

/// The address under which the schemas are known.
const BASE: &str = "https://openlineage.io/spec/";

/// The kinds of events in the core schema, and the key by which each is known.
///
/// Source: `2-0-2/OpenLineage.json`.
const KINDS: &[(&str, &str)] = &[
    ("run", "RunEvent"),
    ("dataset", "DatasetEvent"),
    ("job", "JobEvent"),
];

/// What checks events and facets.
pub(super) struct Schemas {
    kinds: Vec<(&'static str, Validator)>,
    event: Validator,
    /// By the facet's `_schemaURL`.
    facets: HashMap<String, Validator>,
}

impl Schemas {
    /// The schemas, read when they are first needed; nothing if they cannot be read, which a test excludes.
    pub(super) fn shipped() -> Option<&'static Schemas> {
        static SCHEMAS: OnceLock<Option<Schemas>> = OnceLock::new();
        SCHEMAS.get_or_init(|| Schemas::read().ok()).as_ref()
    }

    fn read() -> Result<Schemas, ValidationError<'static>> {
        let unreadable = |_| ValidationError::custom("a schema file is no JSON");
        let broken = |_| ValidationError::custom("a schema file has no address");
        let mut registry = Registry::new();
        for (path, text) in FILES {
            let schema: Value = serde_json::from_str(text).map_err(unreadable)?;
            registry = registry.add(format!("{BASE}{path}"), schema).map_err(broken)?;
        }
        let registry = registry.prepare().map_err(broken)?;
        let at = |url: &str| {
            let schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": url});
            jsonschema::options()
                .offline()
                .with_registry(&registry)
                .should_validate_formats(true)
                .build(&schema)
        };
        let core = format!("{BASE}2-0-2/OpenLineage.json");
        let kinds = KINDS
            .iter()
            .map(|(key, kind)| Ok((*key, at(&format!("{core}#/$defs/{kind}"))?)));
        let mut facets = HashMap::new();
        for (path, _) in FILES.iter().filter(|(path, _)| path.starts_with("facets/")) {
            let name = path
                .rsplit('/')
                .next()
                .and_then(|file| file.strip_suffix(".json"))
                .unwrap_or_default();
            let url = format!("{BASE}{path}#/$defs/{name}");
            let validator = at(&url)?;
            facets.insert(url, validator);
        }
        Ok(Schemas {
            kinds: kinds.collect::<Result<_, ValidationError<'static>>>()?,
            event: at(&core)?,
            facets,
        })
    }

    /// What checks an event with these keys; the whole core schema when its kind is not clear.
    pub(super) fn of_event(&self, event: &Value) -> &Validator {
        let kind = self.kinds.iter().find(|(key, _)| event.get(key).is_some());
        kind.map_or(&self.event, |(_, validator)| validator)
    }

    /// What checks any event.
    pub(super) fn any_event(&self) -> &Validator {
        &self.event
    }

    /// What checks a facet with this `_schemaURL`.
    pub(super) fn of_facet(&self, url: &str) -> Option<&Validator> {
        self.facets.get(url)
    }
}

#[cfg(test)]
mod tests {
    use super::{BASE, FILES, Schemas};

    #[test]
    fn every_schema_file_is_embedded_and_compiles() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/openlineage");
        let mut found = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "json") {
                    found.push(
                        path.strip_prefix(&root)
                            .unwrap()
                            .to_str()
                            .unwrap()
                            .replace('\\', "/"),
                    );
                }
            }
        }
        found.sort();
        assert_eq!(found, FILES.iter().map(|(path, _)| *path).collect::<Vec<_>>());
        for (path, text) in FILES {
            let schema: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(schema["$id"], format!("{BASE}{path}"));
        }
        let schemas = Schemas::read().unwrap();
        assert_eq!(schemas.facets.len(), FILES.len() - 1);
    }

    #[test]
    fn every_facet_that_is_written_can_be_checked() {
        for facet in crate::event::facet::Facet::ALL {
            assert!(
                Schemas::shipped().unwrap().of_facet(facet.schema_url()).is_some(),
                "{facet:?}"
            );
        }
    }
}

//! The operations `sql` and `sql_datasets`.

use serde::Deserialize;

use super::answer::Response;
use super::connection::ConnectionField;
use super::field::Text;
#[cfg(feature = "sql")]
use super::field::{contract, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::reason::Code;

/// `{"op":"sql","dialect","sql","default_schema","columns","contract","connection"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    not(feature = "sql"),
    expect(dead_code, reason = "read for the fields that are wrong, then refused")
)]
pub(super) struct SqlRequest<'a> {
    #[serde(borrow)]
    dialect: Option<Text<'a>>,
    #[serde(borrow)]
    sql: Text<'a>,
    #[serde(borrow)]
    default_schema: Option<Text<'a>>,
    columns: Option<bool>,
    contract: Option<i64>,
    #[serde(borrow)]
    connection: Option<ConnectionField<'a>>,
}

#[cfg(feature = "sql")]
impl<'de> Operation<'de> for SqlRequest<'de> {
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError> {
        use crate::sql::{Options, lineage};
        let contract = contract(self.contract)?;
        let options = Options {
            dialect: self.dialect()?,
            default_schema: crate::text::non_blank(text(&self.default_schema)),
            connection: self
                .connection
                .as_ref()
                .map(|connection| connection.read(contract)),
            contract,
            columns: self.columns.unwrap_or(false),
        };
        let mut lineage = lineage(self.sql.as_str(), &options);
        if context.config.is_some() {
            resolve_namespaces(context, &mut lineage);
        }
        Ok(Response::written(&lineage))
    }
}

/// Gives the datasets of an answer the logical names of their namespaces, as `relational` does.
#[cfg(feature = "sql")]
fn resolve_namespaces(context: &Context, lineage: &mut crate::sql::Lineage) {
    use crate::sql::Dataset;
    let resolve = |dataset: &mut Dataset| {
        if let Dataset::Identity(identity) = dataset {
            context.resolve_namespace(&mut identity.namespace);
        }
    };
    for datasets in [&mut lineage.inputs, &mut lineage.outputs] {
        datasets.iter_mut().for_each(resolve);
        // Two of them may have become one.
        datasets.sort();
        datasets.dedup();
    }
    for traced in lineage.column_lineage.iter_mut().flatten() {
        traced.output.iter_mut().for_each(resolve);
        let fields = traced.facet.fields.values_mut();
        let fields = fields.flat_map(|field| &mut field.input_fields);
        for field in fields.chain(&mut traced.facet.dataset) {
            if let Some(namespace) = &mut field.namespace {
                context.resolve_namespace(namespace);
            }
        }
    }
}

#[cfg(not(feature = "sql"))]
impl<'de> Operation<'de> for SqlRequest<'de> {
    fn answer(self, _: &Context) -> Result<Response<'de>, RequestError> {
        Err(RequestError::of_field(Code::UnsupportedOperation, "op"))
    }
}

#[cfg(feature = "sql")]
impl SqlRequest<'_> {
    /// The dialect that is named, else the one of the connection's type or URL.
    fn dialect(&self) -> Result<crate::sql::Dialect, RequestError> {
        use crate::sql::Dialect;
        use crate::text::non_blank;
        if let Some(name) = non_blank(text(&self.dialect)) {
            return Dialect::find(name)
                .ok_or_else(|| RequestError::of_field(Code::UnknownDialect, "dialect"));
        }
        let connection = self.connection.as_ref();
        let of_url = connection.and_then(|connection| Dialect::find(non_blank(text(&connection.url))?));
        let Some(hop_type) = connection.and_then(|connection| non_blank(text(&connection.hop_type))) else {
            return of_url.ok_or_else(|| RequestError::of_field(Code::MissingField, "dialect"));
        };
        // GENERIC says nothing of the database behind it; its URL does.
        let of_type = Dialect::find(hop_type).filter(|dialect| of_url.is_none() || !dialect.is_generic());
        let unknown = || RequestError::of_field(Code::UnknownDialect, "connection.type");
        of_type.or(of_url).ok_or_else(unknown)
    }
}

/// `{"op":"sql_datasets","metadata","identity","job_namespace","dialects"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    not(feature = "sql"),
    expect(dead_code, reason = "read for the fields that are wrong, then refused")
)]
pub(super) struct SqlDatasetsRequest<'a> {
    metadata: serde_json::Value,
    #[serde(borrow)]
    identity: Option<Text<'a>>,
    #[serde(borrow)]
    job_namespace: Option<Text<'a>>,
    #[serde(borrow)]
    dialects: Option<Text<'a>>,
}

#[cfg(feature = "sql")]
impl<'de> Operation<'de> for SqlDatasetsRequest<'de> {
    fn answer(self, _: &Context) -> Result<Response<'de>, RequestError> {
        use super::field::one_of;
        use crate::datasets::{Metadata, Naming, sql_datasets_named};
        let legacy = one_of(
            "identity",
            &self.identity,
            &[("datasource", false), ("legacy", true)],
            false,
        )?;
        let all = one_of(
            "dialects",
            &self.dialects,
            &[("page", false), ("all", true)],
            false,
        )?;
        let naming = match (legacy, all) {
            (true, _) => {
                let missing = || RequestError::of_field(Code::MissingField, "job_namespace");
                Naming::Legacy(text(&self.job_namespace).ok_or_else(missing)?)
            }
            (false, true) => Naming::AllDialects,
            (false, false) => Naming::Datasource,
        };
        let metadata = Metadata::from_json(&self.metadata);
        Ok(Response::written(&sql_datasets_named(&metadata, naming)))
    }
}

#[cfg(not(feature = "sql"))]
impl<'de> Operation<'de> for SqlDatasetsRequest<'de> {
    fn answer(self, _: &Context) -> Result<Response<'de>, RequestError> {
        Err(RequestError::of_field(Code::UnsupportedOperation, "op"))
    }
}

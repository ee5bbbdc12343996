//! The Rust core beside its peers, in one run: a URI beside the `url` crate's parse, a request beside serde_json's.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lineage_identity::file::{self, FileOptions};
use lineage_identity::jdbc::{self, JdbcOptions};
use lineage_identity::request::{Context, evaluate};
use lineage_identity_bench::{JDBC_URLS, URIS, requests};

fn uris(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uri");
    group.throughput(Throughput::Elements(URIS.len() as u64));
    let options = FileOptions::default();
    group.bench_function("read", |b| {
        b.iter(|| {
            URIS.iter()
                .filter(|uri| file::read(black_box(uri), &options).is_ok())
                .count()
        })
    });
    group.bench_function("identity", |b| {
        b.iter(|| {
            URIS.iter()
                .map(|uri| file::identity(black_box(uri)))
                .filter(Result::is_ok)
                .count()
        })
    });
    group.bench_function("url::Url::parse", |b| {
        b.iter(|| {
            URIS.iter()
                .filter(|uri| url::Url::parse(black_box(uri)).is_ok())
                .count()
        })
    });
    group.finish();
}

fn jdbc_urls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("jdbc");
    group.throughput(Throughput::Elements(JDBC_URLS.len() as u64));
    let options = JdbcOptions::default();
    group.bench_function("resolve", |b| {
        b.iter(|| {
            JDBC_URLS
                .iter()
                .filter(|url| {
                    jdbc::resolve(black_box(url), "s.orders", &options)
                        .identity
                        .is_ok()
                })
                .count()
        });
    });
    group.finish();
}

/// What any reader of the same lines must do: read the fields into a type.
#[derive(serde::Deserialize)]
struct Bare<'a> {
    op: &'a str,
    uri: Option<&'a str>,
    #[serde(rename = "type")]
    hop_type: Option<&'a str>,
    host: Option<&'a str>,
    database: Option<&'a str>,
    schema: Option<&'a str>,
    table: Option<&'a str>,
}

impl Bare<'_> {
    fn len(&self) -> usize {
        let fields = [
            self.uri,
            self.hop_type,
            self.host,
            self.database,
            self.schema,
            self.table,
        ];
        self.op.len() + fields.into_iter().flatten().map(str::len).sum::<usize>()
    }
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("request");
    let (requests, context) = (requests(), Context::default());
    group.throughput(Throughput::Elements(requests.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| {
            requests
                .iter()
                .map(|r| evaluate(black_box(r), &context).len())
                .sum::<usize>()
        })
    });
    group.bench_function("serde_json, typed", |b| {
        b.iter(|| {
            requests
                .iter()
                .map(|r| serde_json::from_str::<Bare>(black_box(r)).map_or(0, |bare| bare.len()))
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, uris, jdbc_urls, evaluation);
criterion_main!(benches);

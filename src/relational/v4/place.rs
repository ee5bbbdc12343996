//! Where a connection leads: the namespace.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use super::{Placed, Warnings, account, file};
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::relational::Connection;
use crate::relational::host::{Host, is_name, push_port, read_default_port, read_port, symbolic_port};
use crate::relational::types::{self, DatabaseType, Place};
use crate::relational::v3::push_unknown_scheme;
use crate::text::{has_variable, non_blank, trim};

/// The place of a connection.
///
/// Source: `identifiers.json`, the namespace form of each type, with the exceptions of `DECISIONS`.
pub(super) fn of<'a>(
    connection: &Connection<'a>,
    row: &DatabaseType,
    warnings: &mut Warnings,
) -> Result<Placed<'a>, NoIdentity> {
    let place = Builder {
        connection,
        row,
        warnings,
    };
    match row.place {
        Place::Host => place.host_and_port(),
        Place::HostOfField if connection.from_url => place.host_and_port(),
        Place::HostOfField | Place::HostAlone => place.host_alone(),
        Place::HostOrFile if non_blank(connection.host).is_none() => place.file(),
        Place::HostOrFile => place.host_and_port(),
        Place::File => place.file(),
        Place::Ingres => place.ingres(),
        Place::Hive => place.hive(),
        Place::Oracle => place.oracle(),
        Place::SqlServer => place.sql_server(),
        Place::Fabric => place.fabric(),
        Place::Redshift => place.redshift(),
        Place::Snowflake => place.snowflake(),
        Place::BigQuery => place.big_query(),
        Place::Spanner => place.spanner(),
        Place::Url => Err(Code::NoUrl.into()),
        Place::Nowhere => Err(Code::NoConnectionType.into()),
    }
}

struct Builder<'c, 'a, 'w> {
    connection: &'c Connection<'a>,
    row: &'c DatabaseType,
    warnings: &'w mut Warnings,
}

impl<'a> Builder<'_, 'a, '_> {
    /// A place with this namespace and the connection's database.
    fn placed(self, namespace: String) -> Placed<'a> {
        Placed {
            row: *self.row,
            namespace,
            database: non_blank(self.connection.database).map(Cow::Borrowed),
            names_database: true,
        }
    }

    /// `{scheme}://`.
    fn scheme(&self) -> Result<String, NoIdentity> {
        let mut namespace = String::with_capacity(48);
        if self.row.v4_scheme.is_empty() {
            push_unknown_scheme(&mut namespace, trim(self.connection.hop_type.unwrap_or_default()))?;
        } else {
            namespace.push_str(self.row.v4_scheme);
        }
        namespace.push_str("://");
        Ok(namespace)
    }

    /// The default port: the connection's own, else the type's.
    fn default_port(&self) -> Result<u16, NoIdentity> {
        self.connection
            .default_port
            .map_or(Ok(self.row.v4_port), read_default_port)
    }

    fn port(&self) -> Result<Option<u16>, NoIdentity> {
        read_port(self.connection.port, self.default_port()?)
    }

    /// Writes a host, without a zone, and says when every machine has its own.
    ///
    /// Source: `identifiers.json`, common rules, host.
    fn push_host(&mut self, out: &mut String, host: Option<&str>) -> Result<(), NoIdentity> {
        let mut host = Host::read(host, false)?;
        if host.text.eq_ignore_ascii_case("none") {
            return Err(Code::InvalidHost.into());
        }
        if let (true, Some((address, _))) = (host.ipv6, host.text.split_once('%')) {
            host.text = address;
            self.warnings.add(Warning::ZoneDropped);
        }
        let is_loopback = host.ipv6 && host.text.parse() == Ok(Ipv6Addr::LOCALHOST);
        if is_loopback || host.text == "127.0.0.1" || host.text.eq_ignore_ascii_case("localhost") {
            self.warnings.add(Warning::LocalHost);
        }
        host.write_to(out);
        Ok(())
    }

    fn host_and_port(mut self) -> Result<Placed<'a>, NoIdentity> {
        let mut namespace = self.scheme()?;
        self.push_host(&mut namespace, self.connection.host)?;
        push_port(&mut namespace, self.port()?);
        Ok(self.placed(namespace))
    }

    fn host_alone(mut self) -> Result<Placed<'a>, NoIdentity> {
        let mut namespace = self.scheme()?;
        self.push_host(&mut namespace, self.connection.host)?;
        Ok(self.placed(namespace))
    }

    /// An embedded database, by its file.
    fn file(self) -> Result<Placed<'a>, NoIdentity> {
        // Hop's Firebird driver has no embedded form: a connection without a host is broken.
        if self.row.id == "FIREBIRD" && !self.connection.from_url {
            return Err(Code::NoHost.into());
        }
        let path = file::path(self.connection.database, self.row.id)?;
        let namespace = file::namespace(self.row.v4_scheme, self.row.id, &path)?;
        Ok(Placed {
            row: *self.row,
            namespace,
            database: file::catalog(self.row.id, &path).map(|stem| Cow::Owned(stem.to_owned())),
            names_database: false,
        })
    }

    fn ingres(mut self) -> Result<Placed<'a>, NoIdentity> {
        let port = match non_blank(self.connection.port).and_then(symbolic_port) {
            Some(port) => Some(port),
            None => self.port()?,
        };
        let mut namespace = self.scheme()?;
        self.push_host(&mut namespace, self.connection.host)?;
        push_port(&mut namespace, port);
        Ok(self.placed(namespace))
    }

    /// Host and port lists, in pairs.
    ///
    /// Source: `identifiers.json`, HIVE and common rules, host lists; `DECISIONS`, hosts.
    fn hive(mut self) -> Result<Placed<'a>, NoIdentity> {
        let hosts = non_blank(self.connection.host).ok_or(Code::NoHost)?;
        let mut ports = non_blank(self.connection.port).map(|ports| ports.split(','));
        let mut namespace = self.scheme()?;
        for (at, host) in hosts.split(',').enumerate() {
            if at > 0 {
                namespace.push(',');
                self.warnings.add(Warning::SeveralHosts);
            }
            self.push_host(&mut namespace, Some(host))
                .map_err(|reason| match reason.code {
                    Code::NoHost => Code::InvalidHost.into(),
                    _ => reason,
                })?;
            let port = ports.as_mut().and_then(Iterator::next);
            push_port(&mut namespace, read_port(port, self.default_port()?)?);
        }
        match ports.as_mut().and_then(Iterator::next) {
            Some(_) => Err(Code::InvalidPort.into()),
            None => Ok(self.placed(namespace)),
        }
    }

    /// Source: `identifiers.json`, ORACLE: the service without `/` or `:`, and without the server and the instance
    /// behind it.
    fn oracle(self) -> Result<Placed<'a>, NoIdentity> {
        let database = non_blank(self.connection.database);
        if non_blank(self.connection.host).is_none() {
            return Err(database.map_or(Code::NoHost, |_| Code::TnsAlias).into());
        }
        let service = database.map(|text| text.strip_prefix(['/', ':']).unwrap_or(text));
        let service = service.and_then(|text| non_blank(text.split(['/', ':']).next()));
        Ok(Placed {
            database: service.map(Cow::Borrowed),
            ..self.host_and_port()?
        })
    }

    /// Source: `identifiers.json`, MSSQL: a port makes the instance irrelevant; a named instance without one has a
    /// port that only the server knows.
    fn sql_server(mut self) -> Result<Placed<'a>, NoIdentity> {
        let host = non_blank(self.connection.host).ok_or(Code::NoHost)?;
        let (host, typed_port) = match host.split_once(',') {
            Some((host, port)) => (trim(host), non_blank(Some(port))),
            None => (host, None),
        };
        let (host, typed_instance) = match host.split_once('\\') {
            Some((host, instance)) => (trim(host), Some(instance)),
            None => (host, None),
        };
        let host = match host {
            "." => "localhost",
            _ if host.eq_ignore_ascii_case("(local)") => "localhost",
            _ => host,
        };
        let port = read_port(non_blank(self.connection.port).or(typed_port), 0)?;
        let instance = non_blank(typed_instance).or(non_blank(self.connection.instance));
        let is_named = instance.is_some_and(|name| !name.eq_ignore_ascii_case("MSSQLSERVER"));
        if instance.is_some_and(has_variable) {
            return Err(Code::UnresolvedVariable.into());
        }
        if typed_instance.is_some_and(|name| !is_name(trim(name))) {
            return Err(Code::InvalidHost.into());
        }
        if let Some(routed) = of_azure_host(host) {
            let row = DatabaseType {
                hop: self.row.hop,
                ..*routed
            };
            let port = port.map(|port| port.to_string());
            let connection = Connection {
                host: Some(host),
                port: port.as_deref(),
                ..*self.connection
            };
            let placed = of(&connection, &row, self.warnings)?;
            return Ok(Placed {
                row: placed.row,
                namespace: placed.namespace,
                database: non_blank(self.connection.database).map(Cow::Borrowed),
                names_database: placed.names_database,
            });
        }
        if is_named && port.is_none() {
            return Err(Code::InstancePortUnknown.into());
        }
        let mut namespace = self.scheme()?;
        self.push_host(&mut namespace, Some(host))?;
        let default = Some(self.default_port()?).filter(|port| *port > 0);
        push_port(&mut namespace, port.or(default));
        Ok(self.placed(namespace))
    }

    /// Source: `identifiers.json`, FABRIC: a port only where it is written and not 1433.
    fn fabric(mut self) -> Result<Placed<'a>, NoIdentity> {
        let mut namespace = self.scheme()?;
        self.push_host(&mut namespace, self.connection.host)?;
        let port = read_port(self.connection.port, 0)?;
        push_port(&mut namespace, port.filter(|port| *port != 1433));
        Ok(self.placed(namespace))
    }

    fn redshift(mut self) -> Result<Placed<'a>, NoIdentity> {
        let mut host = String::new();
        self.push_host(&mut host, self.connection.host)?;
        let mut namespace = self.scheme()?;
        namespace.push_str(&account::redshift_cluster(&host).unwrap_or(host));
        push_port(&mut namespace, self.port()?);
        Ok(self.placed(namespace))
    }

    fn snowflake(mut self) -> Result<Placed<'a>, NoIdentity> {
        let host = account::snowflake_host(non_blank(self.connection.host).ok_or(Code::NoHost)?)?;
        // Only to refuse what is no port: the account says it all.
        self.port()?;
        let mut account = String::new();
        self.push_host(&mut account, Some(host))?;
        let (account, is_account) = account::snowflake_account(&account);
        if !is_account {
            self.warnings.add(Warning::NoSnowflakeAccount);
        }
        let namespace = self.scheme()? + &account;
        Ok(self.placed(namespace))
    }

    /// Source: `identifiers.json`, GOOGLEBIGQUERY: host and port never count.
    fn big_query(self) -> Result<Placed<'a>, NoIdentity> {
        Ok(self.placed("bigquery".to_owned()))
    }

    /// Source: `naming-spec.json`, Spanner. The project stands in the catalogue field.
    fn spanner(self) -> Result<Placed<'a>, NoIdentity> {
        let project = non_blank(self.connection.catalog).ok_or(Code::NoDatabase)?;
        let instance = non_blank(self.connection.instance).ok_or(Code::NoDatabase)?;
        if has_variable(project) || has_variable(instance) {
            return Err(Code::UnresolvedVariable.into());
        }
        let is_id = |text: &str| is_name(text.split_once(':').map_or(text, |(_, project)| project));
        if !is_id(project) || !is_name(instance) {
            return Err(Code::InvalidHost.into());
        }
        let namespace = format!("spanner://{project}:{instance}");
        Ok(self.placed(namespace))
    }
}

/// The row of a product that Azure's hosts show.
///
/// Source: `identifiers.json`, MSSQL, host rules.
fn of_azure_host(host: &str) -> Option<&'static DatabaseType> {
    let host = host.to_ascii_lowercase();
    if host.ends_with(".sql.azuresynapse.net") {
        types::find("SYNAPSE")
    } else if host.ends_with(".datawarehouse.fabric.microsoft.com") {
        types::find("FABRIC")
    } else {
        None
    }
}

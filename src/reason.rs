//! The codes that this library answers with: one table for errors and reasons, one for warnings.
//!
//! A code has a number (C), a text (JSON, Java) and a message. Numbers and texts are never reused.

use std::fmt;

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $number:literal, $text:literal, $message:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum $type { $($(#[$doc])* #[doc = concat!("\n\n`", $text, "`: ", $message)] $variant = $number,)+ }

        impl $type {
            /// Every code there is.
            pub const ALL: &'static [$type] = &[$($type::$variant,)+];

            /// The stable number that C sees.
            #[must_use]
            pub fn number(self) -> i32 { self as i32 }

            /// The stable text that JSON and Java see.
            #[must_use]
            pub fn text(self) -> &'static str { match self { $($type::$variant => $text,)+ } }

            /// The message, in our own words and without anything of the input.
            #[must_use]
            pub fn message(self) -> &'static str { match self { $($type::$variant => $message,)+ } }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.text()) }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }
    };
}

codes! {
    /// Why there is no identity, or why a request was not understood.
    Code {
        // Doors and requests: 1 to 99.
        /// Text that is no Unicode.
        InvalidUnicode = 1, "invalid-unicode", "the text is not valid Unicode";
        /// A required pointer was NULL.
        NullArgument = 2, "null-argument", "a required argument is missing";
        /// A request that is no JSON.
        InvalidJson = 3, "invalid-json", "the request is not valid JSON";
        /// A request of an operation that does not exist.
        UnknownOperation = 4, "unknown-operation", "there is no operation of this name";
        /// A request without `op`, or without a field that the operation needs.
        MissingField = 5, "missing-field", "a required field is missing";
        /// A field the operation does not have.
        UnknownField = 6, "unknown-field", "the operation has no field of this name";
        /// A field of the wrong type, or a value that the field does not allow.
        InvalidField = 7, "invalid-field", "the field has the wrong type or a value that is not allowed";
        /// An operation that this build leaves out.
        UnsupportedOperation = 8, "unsupported-operation", "this build does not carry the operation";
        /// A panic inside the library, stopped at the door.
        Panic = 9, "panic", "the library failed inside; please report it";
        /// Input longer than the door takes.
        TooLong = 10, "too-long", "the text is longer than is taken";
        /// An argument of C that is not as its header says.
        InvalidArgument = 11, "invalid-argument", "an argument is not as the header says";
        /// A field that stands twice in a request.
        DuplicateField = 12, "duplicate-field", "a field stands twice in the request";

        // Files: 100 to 199.
        /// Nothing but blanks.
        BlankInput = 100, "blank-input", "the text is blank";
        /// Text without a scheme where a URI is needed.
        NoScheme = 101, "no-scheme", "the URI has no scheme";
        /// `${...}` or `%%...%%` in the text.
        UnresolvedVariable = 102, "unresolved-variable", "the text holds a variable that was not resolved";
        /// An object store URI without a bucket.
        NoBucket = 103, "no-bucket", "the URI names no bucket or container";
        /// An authority from which credentials cannot be told for certain, or with a port that is none.
        InvalidAuthority = 104, "invalid-authority", "the URI's authority is not a host with a port, or hides where its password ends";
        /// A path that starts at no root.
        RelativePath = 105, "relative-path", "the path is relative, so that it names no one file";
        /// An identity that no URI leads back to.
        NoLocation = 106, "no-location", "the identity is none of a file that a URI can name";
        /// The URL of a database where that of a file is needed.
        DatabaseUrl = 108, "database-url", "the text is the URL of a database, not of a file";
        /// A mistake in the configuration.
        InvalidConfig = 107, "invalid-config", "there is a mistake in the configuration";

        // Relational: 200 to 299.
        /// A connection without a host.
        NoHost = 200, "no-host", "the connection has no host, as embedded databases have none";
        /// A host that is no host.
        InvalidHost = 201, "invalid-host", "the host is not a host name or an IP address";
        /// A port that is no port.
        InvalidPort = 202, "invalid-port", "the port is not a number from 1 to 65535";
        /// A table without a name.
        NoTable = 203, "no-table", "the table has no name";
        /// A type id that no database type can have.
        InvalidType = 204, "invalid-type", "the database type is not the id of a type";
        /// A generic connection without its URL.
        NoUrl = 205, "no-url", "a generic connection is known by its URL, which is missing";
        /// A connection without a type, or of the type that stands for none.
        NoConnectionType = 206, "no-connection-type", "the connection has no database type";
        /// A database that lives in memory.
        InMemoryDatabase = 207, "in-memory-database", "the database lives in memory, where nothing else meets it";
        /// A database field that should lead to a file and does not.
        NotAFile = 208, "not-a-file", "the database is not a file of a file system";
        /// A store whose names begin with a database, project or instance, without one.
        NoDatabase = 209, "no-database", "the database or project is not known, and names there begin with it";
        /// A table behind a link, or in an attached file.
        OtherDatabase = 210, "other-database", "the table lies in another database than the connection's, whose place is not known";
        /// A table that ends with its session.
        TemporaryTable = 211, "temporary-table", "a temporary table is no dataset";
        /// A store whose format needs a part that is not given.
        MissingPart = 212, "missing-part", "a part that the store's format needs is missing or blank";
        /// Parts of two formats.
        ConflictingParts = 213, "conflicting-parts", "the parts belong to different formats of the store";
        /// A part that would break a namespace.
        InvalidPart = 214, "invalid-part", "a part of the namespace holds a character that does not belong to it";

        // JDBC URLs: 300 to 399.
        /// Text that does not begin with `jdbc:`.
        NotAJdbcUrl = 300, "not-a-jdbc-url", "the text is not a JDBC URL";
        /// A URL of a family that is not known, and not of the common form either.
        UnknownUrlFamily = 301, "unknown-url-family", "JDBC URLs of this kind are not known";
        /// A URL whose brackets or parts do not fit.
        MalformedUrl = 302, "malformed-url", "the JDBC URL does not follow the grammar of its driver";
        /// An `@` after the first `/`.
        AmbiguousUserInfo = 303, "ambiguous-user-info",
            "the JDBC URL does not say where its user info ends: an @ stands behind a slash";
        /// A socket or pipe of this machine.
        LocalSocket = 304, "local-socket", "the JDBC URL leads to a socket or pipe of its own machine";
        /// A quote without its end in a table's name.
        UnclosedQuote = 305, "unclosed-quote", "a quote in the table's name is not closed";
        /// More qualifiers than the database has levels.
        TooManyQualifiers = 306, "too-many-qualifiers", "the table's name has more parts than the database has levels";

        /// A name that a directory resolves: LDAP, a configuration store, an sqlhosts file.
        DirectoryNaming = 307, "directory-naming", "the database's host is found through a directory";
        /// A name of Oracle's tnsnames.ora.
        TnsAlias = 308, "tns-alias", "the JDBC URL names a TNS alias, which says nothing of the host";
        /// A named instance of SQL Server without a port.
        InstancePortUnknown = 309, "instance-port-unknown", "the port of a named instance is not known";
        /// Hosts of a service that knows the database's.
        ServiceDiscovery = 310, "service-discovery", "the hosts of the JDBC URL are not the database's own";
        /// A name of an ODBC data source.
        DataSourceName = 311, "data-source-name", "the JDBC URL names a data source of its machine";
        /// Two descriptions with different databases.
        SeveralDatabases = 312, "several-databases", "the JDBC URL leads to one of several databases";

        /// A linked server, a database link.
        OtherServer = 313, "other-server", "the table's name leads to another server";

        // Runs: 400 to 499.
        /// Neither a log channel id nor a job name.
        NoRunId = 400, "no-run-id", "there is neither a log channel id nor a job name";

        // SQL: 500 to 599. The first are of statements that were not read, those from 520 on of notes.
        /// A dialect that there is none of.
        UnknownDialect = 500, "unknown-dialect", "there is no SQL dialect of this name";
        /// A statement that its grammar does not know.
        SyntaxError = 501, "syntax-error", "the statement does not follow the grammar of its dialect";
        /// A statement that would make too deep a tree.
        TooDeep = 502, "too-deep", "the statement is nested, or chained, deeper than is read";
        /// A statement too long to be read.
        StatementTooLong = 503, "statement-too-long", "the statement is longer than is read";
        /// A parser that failed inside.
        ParserFailed = 504, "parser-failed", "the parser failed inside on this statement; please report it";
        /// `{% … %}` in a statement.
        UnrenderedTemplate = 505, "unrendered-template", "the statement holds commands of a template that was not rendered";
        /// A table whose name a template makes.
        TemplateTable = 520, "template-table", "the name of a table holds a template or variable that was not resolved";
        /// A table of the database's own catalogue.
        CatalogTable = 523, "catalog-table", "the table belongs to the database's own catalogue";
        /// `EXPLAIN` without `ANALYZE`.
        NotRun = 524, "not-run", "the statement is explained, not run";
        /// A procedure is called or defined.
        Routine = 525, "routine", "what the body of a routine reads and writes is not looked into";
        /// A prepared statement is run.
        PreparedStatement = 526, "prepared-statement", "what a prepared statement reads and writes stands where it is prepared";
        /// Text is run as SQL.
        DynamicSql = 527, "dynamic-sql", "the statement runs a text as SQL, which is not looked into";
        /// Data come from or go to a file.
        FileTransfer = 528, "file-transfer", "the statement moves data from or to a file, stage or program, which is no table";
        /// A property graph is read.
        PropertyGraph = 529, "property-graph", "the statement reads a property graph, whose tables it does not name";
        /// More than one table could be the target.
        UnclearTarget = 530, "unclear-target", "it is not certain which table the statement writes";
        /// A column that may come from more than one place.
        UnclearColumn = 534, "unclear-column", "for a column it is not certain where its value comes from: it is left out";
        /// Columns behind a `*`.
        UnknownColumns = 535, "unknown-columns", "the columns of a table that stand behind a * are not known: they are left out";
        /// A table that is called like a function.
        CalledTable = 532, "called-table", "a table is called like a function: it is taken for a virtual table";
        /// A table whose name is computed.
        ComputedName = 531, "computed-name", "the name of a table is computed by the statement";

        // Events: 600 to 699.
        /// A node without a name.
        NamelessDataset = 600, "nameless-dataset", "a dataset without a name was left out, as consumers refuse a whole event for one";
        /// An edge that ends at no node.
        UnknownDataset = 601, "unknown-dataset", "an edge to a dataset that is not among the nodes was left out";
        /// Credentials in a namespace or a name.
        SecretRemoved = 602, "secret-removed", "credentials were taken out of a namespace or a name";
        /// A node whose place is not understood.
        DatasetWithoutIdentity = 603, "dataset-without-identity", "a dataset whose place gives no identity was left out";
        /// The hundred notes before are not all.
        MoreNotes = 604, "more-notes", "there is more to note than is listed";
        /// An event that its schema refuses.
        SchemaMismatch = 610, "schema-mismatch", "the event is not as its schema has it";
        /// A dataset or a job whose namespace or name is blank.
        BlankName = 611, "blank-name", "a namespace or a name is blank";
        /// A column lineage that names a dataset which is no part of the event.
        UnknownColumnSource = 612, "unknown-column-source", "a column comes from a dataset that is not in the event";
        /// Credentials in an event.
        SecretFound = 613, "secret-found", "the text holds credentials";
        /// A namespace that a backend refuses.
        NamespaceRejected = 614, "namespace-rejected", "Marquez refuses an event with this namespace: it takes A-Z a-z 0-9 : ; = / _ - . @ + only";
        /// A facet whose schema is not among those that ship with this library.
        FacetNotChecked = 615, "facet-not-checked", "the facet's schema does not ship with this library, so it was not checked";
        /// A run id that is no UUID.
        RunIdNoUuid = 616, "run-id-no-uuid", "the run id is not a UUID of 36 characters";
        /// What Hop sends no event for.
        NoEvent = 620, "no-event", "Hop's sink sends no event for this";
        /// A run that would be its own parent.
        OwnParent = 621, "own-parent", "the run would be its own parent: Hop starts an action before its run has an id";
    }
}

codes! {
    /// What to be careful about with an identity that was found.
    Warning {
        /// Marquez rejects a whole event with such a namespace.
        NamespaceRejectedByMarquez = 1, "namespace-rejected-by-marquez",
            "Marquez rejects an event with this namespace: it takes A-Z a-z 0-9 : ; = / _ - . @ + only";

        // Files: 100 to 199.
        /// A file on a connection of which only the name is known.
        UnmappedConnection = 100, "unmapped-connection",
            "the namespace is the name of a connection, which other producers do not know: say in the configuration what it stands for";
        /// A bucket at an endpoint that the namespace has no room for.
        EndpointLeftOut = 101, "endpoint-left-out",
            "the connection has an endpoint of its own, and the namespace names the bucket alone: buckets of the same name at two endpoints look like one";

        // Relational: 200 to 299.
        /// A host that is another machine for everyone.
        LocalHost = 200, "local-host", "the host means another machine on each machine";
        /// An IPv6 address with a zone.
        ZoneDropped = 202, "zone-dropped", "the zone of the IPv6 address was left out: it means something on one machine only";
        /// A default schema that a user can change.
        SchemaAssumed = 203, "schema-assumed", "nobody named the schema: the usual default was filled in";
        /// A level above the table that nobody gave.
        SchemaUnknown = 204, "schema-unknown", "nobody named the schema, and the product's default depends on the user: it was left out";
        /// A database or catalogue that nobody gave.
        DatabaseUnknown = 205, "database-unknown", "nobody named the database or catalogue: it was left out";
        /// A qualifier that cannot be meant.
        QualifierIgnored = 206, "qualifier-ignored", "a qualifier that the product does not have, or cannot reach from this connection, was left out";
        /// A type whose rule of letter case has no source.
        IdentifierCaseUnknown = 207, "identifier-case-unknown", "how the product stores the letter case of unquoted names is not known: they were kept";
        /// A dot inside a part of the name.
        DotInName = 208, "dot-in-name", "a part of the name holds a dot, which cannot be told from the dots between the parts";
        /// A store whose names have no database level.
        DatabaseNotInName = 209, "database-not-in-name", "the specification's name has no database: tables of two databases there look like one";
        /// A type that the table does not have.
        UnknownType = 210, "unknown-type", "the database type is not known: names were kept as they are";
        /// A Snowflake host that names no account.
        NoSnowflakeAccount = 211, "no-snowflake-account", "the host names no Snowflake account: it was kept";

        // JDBC URLs: 300 to 399.
        /// A JDBC URL of a family that is not known, read by the common form.
        UnknownUrlFamily = 300, "unknown-url-family",
            "JDBC URLs of this kind are not known: it was read by the common form";
        /// The given database type is another than the URL's, which was taken.
        TypeContradictsUrl = 301, "type-contradicts-url",
            "the given database type is another than the JDBC URL's, which was taken";
        /// A DNS service name stands where others have a host.
        DnsSrvName = 302, "dns-srv-name", "the host is a DNS service name: the servers behind it are not known";
        /// The URL is one of several products.
        DatabaseTypeAssumed = 303, "database-type-assumed",
            "several products have such JDBC URLs: without a database type one was assumed";
        /// A list of hosts, in the order of the URL.
        SeveralHosts = 304, "several-hosts",
            "the namespace lists several hosts: the same hosts in another order are another namespace";
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Code, Warning};

    #[test]
    fn no_number_and_no_text_stands_twice() {
        let numbers: HashSet<_> = Code::ALL.iter().map(|code| code.number()).collect();
        let texts: HashSet<_> = Code::ALL.iter().map(|code| code.text()).collect();
        assert_eq!((numbers.len(), texts.len()), (Code::ALL.len(), Code::ALL.len()));
        let numbers: HashSet<_> = Warning::ALL.iter().map(|code| code.number()).collect();
        let texts: HashSet<_> = Warning::ALL.iter().map(|code| code.text()).collect();
        assert_eq!(
            (numbers.len(), texts.len()),
            (Warning::ALL.len(), Warning::ALL.len())
        );
    }

    #[test]
    fn texts_are_kebab_case() {
        let texts = Code::ALL
            .iter()
            .map(|code| code.text())
            .chain(Warning::ALL.iter().map(|w| w.text()));
        for text in texts {
            assert!(
                text.bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{text}"
            );
        }
    }
}

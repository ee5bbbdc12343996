"""The tables that PostgreSQL's own parser sees a statement read and write.

`pglast` carries the server's grammar. Which names are tables of WITH is worked out here by the server's rules: those of
a WITH are seen by the ones behind them (all of them under RECURSIVE) and by its query; a target is never one.
"""

import json
import re

import pglast
from pglast.parser import parse_sql_json

TABLES = {"OBJECT_TABLE", "OBJECT_VIEW", "OBJECT_MATVIEW", "OBJECT_FOREIGN_TABLE"}
# Kinds that are no part of the question: what they hold is run elsewhere, or they move no rows.
ASKED = {
    "SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt", "CreateTableAsStmt", "ViewStmt", "CopyStmt",
    "CreateStmt", "CreateForeignTableStmt", "CreateSchemaStmt", "DeclareCursorStmt", "PrepareStmt", "ExplainStmt",
    "TruncateStmt", "DropStmt", "AlterTableStmt", "RenameStmt", "AlterObjectSchemaStmt", "RefreshMatViewStmt",
}  # fmt: skip

DEFINITIONS = re.compile(r"(Drop|Alter|Rename|Create).*")


class Rejected(Exception):
    """The statement is none to PostgreSQL."""


# Psql's own commands behind a statement, which they end.
ENDING = re.compile(r"\\(?:gset|gexec|gdesc|gx|g|crosstabview|watch)\b.*")


def split(text):
    """The statements of a psql script: its own commands, and the rows behind COPY, are left out."""
    kept, copying = [], False
    for line in text.splitlines():
        if copying:
            copying = line != "\\."
            continue
        line = ENDING.sub(";", line)
        if line.startswith("\\"):
            continue
        kept.append(line)
        copying = re.match(r"\s*copy\b.*\bfrom\s+stdin\b.*;\s*$", line, re.I) is not None
    try:
        return list(pglast.split("\n".join(kept), with_parser=False))
    except pglast.Error:
        return []


class Judge:
    """Walks over one statement."""

    def __init__(self):
        self.reads = set()
        self.writes = set()
        self.entered = set()

    @staticmethod
    def name(relation):
        parts = [relation.get("catalogname"), relation.get("schemaname"), relation["relname"]]
        return tuple(part for part in parts if part)

    def write(self, relation):
        self.writes.add(self.name(relation))

    def relation(self, relation, scopes):
        """A name in the place of a table."""
        if "schemaname" not in relation:
            for at, scope in enumerate(reversed(scopes)):
                if relation["relname"] in scope:
                    query, inner = scope[relation["relname"]]
                    if id(query) not in self.entered:
                        self.entered.add(id(query))
                        self.walk(query, inner())
                    return
        self.reads.add(self.name(relation))

    def enter(self, clause, scopes):
        """The scopes inside a statement with this WITH."""
        if not clause:
            return scopes
        tables = [node["CommonTableExpr"] for node in clause["ctes"]]
        scope = {}

        def inner(index):
            seen = tables if clause.get("recursive") else tables[:index]
            return lambda: [*scopes, {table["ctename"]: scope[table["ctename"]] for table in seen}]

        for index, table in enumerate(tables):
            scope[table["ctename"]] = (table["ctequery"], inner(index))
        for index, table in enumerate(tables):
            if "SelectStmt" not in table["ctequery"]:
                self.entered.add(id(table["ctequery"]))
                self.walk(table["ctequery"], inner(index)())
        return [*scopes, scope]

    def walk(self, node, scopes):
        """Any node: a dictionary of fields, or one that names its type."""
        if isinstance(node, list):
            for item in node:
                self.walk(item, scopes)
        elif isinstance(node, dict):
            if len(node) == 1:
                ((kind, inner),) = node.items()
                if isinstance(inner, dict) and kind[:1].isupper():
                    self.typed(kind, inner, scopes)
                    return
            self.fields(node, scopes)

    def fields(self, node, scopes, but=None):
        if "withClause" in node:
            scopes = self.enter(node["withClause"], scopes)
        for key, value in node.items():
            if key == "intoClause":
                self.write(value["rel"])
            elif key not in (but, "withClause", "lockingClause"):
                self.walk(value, scopes)

    def typed(self, kind, node, scopes):
        """A node of a known type."""
        if kind == "RangeVar":
            self.relation(node, scopes)
        elif kind in ("InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"):
            self.write(node["relation"])
            self.fields(node, scopes, but="relation")
        elif kind == "CreateTableAsStmt":
            self.write(node["into"]["rel"])
            self.walk(node["query"], scopes)
        elif kind == "ViewStmt":
            self.write(node["view"])
            self.walk(node["query"], scopes)
        elif kind == "CopyStmt":
            self.copy(node, scopes)
        elif kind == "ExplainStmt":
            if any(self.is_analyze(option["DefElem"]) for option in node.get("options", [])):
                self.walk(node["query"], scopes)
        elif kind == "CreateSchemaStmt":
            for element in node.get("schemaElts", []):
                ((inner, _),) = element.items()
                if inner in ASKED:
                    self.walk(element, scopes)
        elif kind in ("DeclareCursorStmt", "PrepareStmt"):
            self.walk(node["query"], scopes)
        elif kind in ASKED - {"SelectStmt"}:
            self.definition(kind, node)
        else:
            # A query, an expression, a join, a list of rows.
            self.fields(node, scopes)

    def copy(self, node, scopes):
        if "relation" not in node:
            self.walk(node["query"], scopes)
        elif node.get("is_from"):
            self.write(node["relation"])
        else:
            self.reads.add(self.name(node["relation"]))

    @staticmethod
    def is_analyze(option):
        value = json.dumps(option.get("arg", True)).lower()
        off = any(f'"{no}"' in value for no in ("false", "off")) or '"ival": {}' in value
        return option["defname"] in ("analyze", "analyse") and not off

    def definition(self, kind, node):
        """Statements that make, change or empty tables write those that they name; LIKE and an old name are read."""
        if kind in ("CreateStmt", "CreateForeignTableStmt"):
            base = node.get("base", node)
            self.write(base["relation"])
            for element in base.get("tableElts", []):
                if "TableLikeClause" in element:
                    self.reads.add(self.name(element["TableLikeClause"]["relation"]))
        elif kind == "TruncateStmt":
            for relation in node["relations"]:
                self.write(relation["RangeVar"])
        elif kind == "DropStmt" and node["removeType"] in TABLES:
            for item in node["objects"]:
                self.writes.add(tuple(part["String"]["sval"] for part in item["List"]["items"]))
        elif kind == "AlterTableStmt" and node["objtype"] in TABLES:
            self.write(node["relation"])
        elif kind == "RefreshMatViewStmt":
            self.write(node["relation"])
        elif kind == "AlterObjectSchemaStmt" and node["objectType"] in TABLES:
            self.write(node["relation"])
        elif kind == "RenameStmt" and node["renameType"] in TABLES:
            old = self.name(node["relation"])
            self.reads.add(old)
            self.writes.add((*old[:-1], node["newname"]))
        elif kind == "RenameStmt" and node["renameType"] == "OBJECT_COLUMN" and node["relationType"] in TABLES:
            self.write(node["relation"])
        elif kind == "RenameStmt" and node["renameType"] == "OBJECT_TABCONSTRAINT":
            self.write(node["relation"])


def judge(text):
    """The kind of a statement, and the tables that it reads and writes; None where the kind is none of those asked."""
    try:
        statements = json.loads(parse_sql_json(text))["stmts"]
    except (pglast.Error, UnicodeError) as error:
        raise Rejected from error
    if len(statements) != 1:
        raise Rejected
    ((kind, node),) = statements[0]["stmt"].items()
    if kind not in ASKED:
        return kind, None
    walker = Judge()
    walker.typed(kind, node, [])
    found = walker.reads, walker.writes
    # A definition of what is no table (DROP INDEX) is none of those asked either.
    return kind, found if any(found) or not DEFINITIONS.fullmatch(kind) else None

"""The tables that SQLite itself says a statement reads and writes.

SQLite's own tests are run, file by file, on databases in memory; before a statement runs it is prepared, and SQLite's
authorizer is told every access. What it cannot say is left out by the rules at `Judge.judge`.
"""

import re
import sqlite3

# The authorizer's actions; Python names only some of them.
CREATE_TABLE, CREATE_TEMP_TABLE, CREATE_TEMP_VIEW, CREATE_VIEW = 2, 4, 6, 8
DELETE, DROP_TABLE, DROP_TEMP_TABLE, DROP_TEMP_VIEW, DROP_VIEW = 9, 11, 13, 15, 17
INSERT, PRAGMA, READ, UPDATE, ATTACH = 18, 19, 20, 23, 24
CREATE_VTABLE, DROP_VTABLE, FUNCTION = 29, 30, 31
WRITES = {INSERT, UPDATE, DELETE}
# The actions of a definition, whose first argument is the object that is made or dropped.
DEFINES = {
    CREATE_TABLE, CREATE_TEMP_TABLE, CREATE_TEMP_VIEW, CREATE_VIEW, CREATE_VTABLE,
    DROP_TABLE, DROP_TEMP_TABLE, DROP_TEMP_VIEW, DROP_VIEW, DROP_VTABLE,
}  # fmt: skip
MOVES = {"select", "with", "values", "insert", "replace", "update", "delete"}
DEFINITION = re.compile(r"\s*(create\s+(temp\w*\s+|virtual\s+)?|drop\s+)(table|view)\b", re.I)
# Settings that reach beyond the database, or that add the tables of foreign keys to what a statement reads.
FORBIDDEN = {
    "data_store_directory", "foreign_keys", "hard_heap_limit", "soft_heap_limit", "temp_store_directory",
    "writable_schema",
}  # fmt: skip
SILENT = re.compile(r"\bnatural\b|\bjoin\b.*\busing\b|\bin\s*\(\s*\)", re.S)
# So many steps of SQLite's machine, in thousands, may a statement take.
STEPS = 200


class Rejected(Exception):
    """SQLite does not take the statement here."""


class Unclear(Exception):
    """The authorizer does not say what is asked."""


def braced(text, at):
    """The text in the braces that open at `at`, as Tcl reads them."""
    depth = 0
    for end in range(at, len(text)):
        if text[end] == "{" and text[end - 1] != "\\":
            depth += 1
        elif text[end] == "}" and text[end - 1] != "\\":
            depth -= 1
            if depth == 0:
                return text[at + 1 : end]
    return ""


STARTS = re.compile(
    r"\b(?:execsql|catchsql|db\s+eval|do_(?:exec|catch)sql_test\s+(?:-\w+\s+\S+\s+)*[\w.$\-]+|do_(?:eqp|timed_exec\w*)_test\s+[\w.\-]+)\s*(?=\{)"
)


def scripts(text):
    """The SQL of a test file of SQLite's, in its order."""
    for start in STARTS.finditer(text):
        yield re.sub(r"\\\n\s*", " ", braced(text, start.end()))


def split(script):
    """The statements of a script."""
    statement = ""
    for part in re.split("(;)", script):
        statement += part
        if part == ";" and sqlite3.complete_statement(statement):
            yield statement.strip().rstrip(";").strip()
            statement = ""
    if statement.strip():
        yield statement.strip()


def first_word(statement):
    bare = re.sub(r"\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/)+", "", statement, flags=re.S)
    return re.match(r"\w*", bare).group(0).lower()


class Judge:
    """A database in memory, and what its authorizer was told."""

    def __init__(self):
        self.database = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0)
        self.events = []
        self.steps = 0
        self.known = None
        self.database.set_authorizer(self.allow)
        self.database.set_progress_handler(self.step, 1000)

    def allow(self, action, first, second, database, inside):
        if action == ATTACH and first not in ("", ":memory:"):
            return sqlite3.SQLITE_DENY
        if action == PRAGMA and second is not None and (first or "").lower() in FORBIDDEN:
            return sqlite3.SQLITE_DENY
        self.events.append((action, first, second, database, inside))
        return sqlite3.SQLITE_OK

    def step(self):
        self.steps += 1
        return int(self.steps > STEPS)

    def execute(self, statement):
        self.events, self.steps = [], 0
        values = ()
        for _ in range(2):
            try:
                return self.database.execute(statement, values).fetchmany(100)
            except sqlite3.ProgrammingError as error:
                count = re.search(r"uses (\d+),", str(error))
                if not count:
                    raise Rejected from error
                values = (None,) * int(count.group(1))
            except (sqlite3.Error, sqlite3.Warning, UnicodeError, ValueError, OverflowError, MemoryError) as error:
                raise Rejected from error
        raise Rejected

    def run(self, statement):
        """Runs a statement, for the sake of the ones behind it."""
        if first_word(statement) not in MOVES:
            self.known = None
        try:
            self.execute(statement)
        except Rejected:
            pass

    def objects(self):
        """The tables and virtual tables, the views, and the triggers that there are."""
        if self.known is None:
            self.known = {"table": {SCHEMA}, "view": set(), "trigger": set(), "index": set()}
            try:
                for _, name, _ in self.database.execute("PRAGMA database_list").fetchall():
                    schema = '"' + name.replace('"', '""') + '"'
                    for kind, object_name in self.database.execute(f"SELECT type, name FROM {schema}.sqlite_master"):
                        if isinstance(object_name, str):
                            self.known.setdefault(kind, set()).add(object_name.lower())
            except (sqlite3.Error, AttributeError) as error:
                # Some tests break their database.
                self.known = None
                raise Unclear from error
        return self.known

    def prepared(self, statement):
        """What the authorizer is told when a statement is prepared, once SQLite has read its schema."""
        for _ in range(2):
            self.execute("EXPLAIN " + statement)
        return self.events

    def judge(self, statement):
        """The tables that a statement reads and writes, each as database and name; and the names that count
        neither for nor against us because the authorizer cannot tell: whether an UPDATE or DELETE, or an INSERT with
        ON CONFLICT or RETURNING, also reads the table that it writes (the columns of the written row count as read),
        whether a view is read of which no column is used, and SQLite's own virtual tables.

        Left out of its answer is what happens inside views and triggers, and tables that the text does not name
        (those under a virtual table, those that a definition is written down in). Unclear is a table, view or trigger
        that is there and has the name of a table of WITH, a join with NATURAL or USING (whose second table SQLite need
        not ask for), `IN ()` (which makes it forget what stands beside), and DROP TABLE IF EXISTS of none.
        """
        lower = statement.lower()
        if SILENT.search(lower):
            raise Unclear
        # With a WITH, SQLite does not copy a whole table without asking.
        inserts = first_word(statement) in ("insert", "replace")
        events = self.prepared("WITH no_table_1 AS (SELECT 1) " + statement if inserts else statement)
        view = next((event for event in events if event[0] in (CREATE_VIEW, CREATE_TEMP_VIEW)), None)
        self.run(statement)
        if view:
            # What a view reads is said once it is read itself.
            _, name, _, database, _ = view
            quoted = ".".join('"' + part.replace('"', '""') + '"' for part in (database, name))
            selected = self.prepared(f"SELECT * FROM {quoted}")
            inner = [(*event[:4], None if event[4] == name else event[4]) for event in selected if event[0] == READ]
            events = [view, *(event for event in inner if event[1] != name)]
        reads, writes, own = self.tables_of(events, lower)
        if first_word(statement) in ("drop", "create") and not writes:
            raise Unclear
        if re.search(r"\b(update|delete|returning|conflict)\b", lower) or first_word(statement) == "create":
            own |= {name for _, name in writes}
        return reads, writes, own | self.objects()["view"]

    def tables_of(self, events, lower):
        """The tables of events, and those of them that are SQLite's own."""
        reads, writes, own = set(), set(), set()
        named = re.compile(r"(?<!\w)[\w$]+(?!\w)")
        words = {plain(word) for word in named.findall(lower)}
        for action, first, _, database, inside in events:
            if not isinstance(first, str) or action not in WRITES | DEFINES | {READ}:
                continue
            known = self.objects()
            if inside and is_cte(inside.lower(), lower):
                if inside.lower() in known["view"] | known["trigger"]:
                    raise Unclear
            elif inside:
                continue
            name = plain(first.lower())
            if name not in words and (re.fullmatch(r"[\w$]+", name) or name not in lower):
                continue
            table = ((database or "").lower(), name)
            if name == SCHEMA and action != READ and lower.lstrip().startswith(("create", "drop")):
                continue
            if action != READ:
                writes.add(table)
            elif name in known["table"] | known["view"]:
                if is_cte(name, lower):
                    raise Unclear
                reads.add(table)
            else:
                own.add(name)
        return reads, writes, own


SCHEMA = "sqlite_master"
SCHEMA_NAMES = {"sqlite_schema", "sqlite_temp_schema", "sqlite_temp_master"}


def plain(name):
    """One name for each of the schema table's."""
    return SCHEMA if name in SCHEMA_NAMES else name


def asked(statement):
    """Whether a statement is of a kind that moves rows, or makes or drops a table or view."""
    word = first_word(statement)
    return word in MOVES or bool(DEFINITION.match(statement))


def is_cte(name, lower):
    quoted = re.escape(name)
    pattern = rf"""(?:\bwith|\brecursive|,)\s*["`\[']?{quoted}["`\]']?\s*(?:\([^()]*\)\s*)?as\s*(?:not\s+)?(?:materialized\s*)?\("""
    return re.search(pattern, lower) is not None

#!/usr/bin/env python3
"""Compares our answers with those of judges on the statements of PostgreSQL's and SQLite's own tests.

The texts are those of Debian's source packages; nothing of them is kept. Counted are distinct statements that the judge
can judge, as `right`, `error` (said), `noted` (other tables, and a note that says what is not looked into) and `wrong`
(other tables, in silence). The same statements go to openlineage-sql. Arguments: the lineage-identity program, and
how many of the statements that are not right to show (none).
"""

import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import debian_sources
import openlineage_sql
import postgres_judge
import sqlite_judge

# Notes that say that tables may be missing from an answer, or be others than they look like.
COVERING = {
    "computed-name", "dynamic-sql", "prepared-statement", "property-graph", "routine", "template-table",
    "too-many-qualifiers", "unclear-target",
}  # fmt: skip
AT_LEAST = 99.5


def texts(tarball, wanted):
    """The texts of the files of a package whose names `wanted` takes, in the order in which they are packed."""
    for member in tarball:
        if member.isfile() and wanted(member.name.split("/", 1)[-1]):
            yield tarball.extractfile(member).read().decode("utf-8", "replace")


class Corpus:
    """Statements with what their judge says, and what was left out."""

    def __init__(self):
        self.judged = {}
        self.seen = set()
        self.left_out = collections.Counter()

    def is_new(self, statement):
        key = " ".join(statement.split())
        if not key or key in self.seen:
            return False
        self.seen.add(key)
        return True


def postgres_corpus(tarball):
    corpus = Corpus()
    for text in texts(tarball, lambda name: name.endswith(".sql") and "/sql/" in name):
        for statement in postgres_judge.split(text):
            if not corpus.is_new(statement):
                continue
            try:
                kind, tables = postgres_judge.judge(statement)
            except postgres_judge.Rejected:
                corpus.left_out["the judge does not take them"] += 1
                continue
            if tables is None:
                corpus.left_out["kinds that move no rows, or run what is elsewhere"] += 1
            else:
                corpus.judged[statement] = (*tables, set())
    return corpus


def sqlite_corpus(tarball):
    corpus = Corpus()
    for text in texts(tarball, lambda name: name.endswith(".test")):
        judge = sqlite_judge.Judge()
        for script in sqlite_judge.scripts(text):
            for statement in sqlite_judge.split(script):
                new = corpus.is_new(statement)
                if new and sqlite_judge.asked(statement):
                    judge_one(judge, statement, corpus)
                    continue
                corpus.left_out["kinds that move no rows, or run what is elsewhere"] += new
                if sqlite_judge.first_word(statement) not in ("select", "values"):
                    judge.run(statement)
        judge.database.close()
    return corpus


def judge_one(judge, statement, corpus):
    try:
        corpus.judged[statement] = judge.judge(statement)
    except sqlite_judge.Rejected:
        corpus.left_out["the judge does not take them"] += 1
    except sqlite_judge.Unclear:
        corpus.left_out["the judge does not say what is asked"] += 1


def ours(program, dialect, statements):
    """Our answers."""
    requests = [json.dumps({"op": "sql", "dialect": dialect, "sql": sql, "contract": 4}) for sql in statements]
    done = subprocess.run([program, "batch"], input="\n".join(requests) + "\n", capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(statements), f"{len(answers)} answers to {len(statements)} requests"
    return answers


def parts(table):
    return (*(part for part in (table["database"], table["schema"]) if part), table["table"])


def same(found, judged, unasked, exact):
    """Whether two sets of tables are the same. Where the judge resolves names (not `exact`), the parts that the
    statement leaves out are not compared, nor is letter case."""
    if exact:
        return found == judged
    found = {tuple(part.lower() for part in table) for table in found}
    found = {(*table[:-1], sqlite_judge.plain(table[-1])) for table in found if table}
    fits = lambda table, other: other[len(other) - len(table) :] == table
    asked = {table for table in judged if table[-1] not in unasked}
    return all(any(fits(table, other) for other in judged) or table[-1] in unasked for table in found) and all(
        any(fits(table, other) for table in found) for other in asked
    )


def verdict(answer, judged, exact):
    reads, writes, unasked = judged
    if answer.get("error") or answer["errors"]:
        return "error"
    found_reads = {parts(table) for table in answer["inputs"]}
    found_writes = {parts(table) for table in answer["outputs"]}
    if same(found_reads, reads, unasked, exact) and same(found_writes, writes, set(), exact):
        return "right"
    return "noted" if any(note["code"] in COVERING for note in answer["notes"]) else "wrong"


def peer_verdict(dialect, statement, judged):
    """What openlineage-sql makes of it: names are compared without letter case."""
    try:
        answer = openlineage_sql.parse([statement], dialect=dialect)
    except BaseException as error:  # A panic of the library is one.
        if isinstance(error, KeyboardInterrupt):
            raise
        return "error"
    if answer is None or answer.errors:
        return "error"
    reads, writes, unasked = judged
    lower = lambda tables: {tuple(part.lower() for part in table) for table in tables}
    names = lambda tables: {
        tuple(part for part in (table.database, table.schema, table.name) if part) for table in tables
    }
    right = same(names(answer.in_tables), lower(reads), unasked, False)
    return "right" if right and same(names(answer.out_tables), lower(writes), set(), False) else "wrong"


def compare(program, dialect, corpus, show):
    """Prints the counts of one dialect; whether they are good enough."""
    statements = list(corpus.judged)
    counts, peer_counts, codes, lost = (collections.Counter() for _ in range(4))
    for statement, answer in zip(statements, ours(program, dialect, statements)):
        judged = corpus.judged[statement]
        mine = verdict(answer, judged, dialect == "postgres")
        peer = peer_verdict(dialect, statement, judged)
        counts[mine] += 1
        peer_counts[peer] += 1
        codes.update(error["code"] for error in answer["errors"])
        lost[mine] += peer == "right" and mine != "right"
        if mine != "right" and (show > 0 or (peer == "right" and show)):
            show -= 1
            print(f"--- {mine} (peer: {peer})\n{statement}\n  judge: {judged}\n  ours: {json.dumps(answer)}")
    total = len(statements)
    share = lambda counter: ", ".join(f"{key} {count} ({count * 100 / total:.2f} %)" for key, count in counter.most_common())
    print(f"{dialect}: {total} statements judged of {len(corpus.seen)} distinct")
    for reason, count in corpus.left_out.most_common():
        print(f"  left out: {count}, {reason}")
    print(f"  ours: {share(counts)}; codes {dict(codes)}")
    print(f"  openlineage-sql: {share(peer_counts)}; right where we are not: {dict(+lost)}")
    return counts["right"] * 100 >= AT_LEAST * total and counts["wrong"] == 0 and not (lost["wrong"] or lost["error"]) and total >= 1000


def main():
    program = str(Path(sys.argv[1]).resolve())
    show = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sys.setrecursionlimit(100_000)
    with tempfile.TemporaryDirectory() as folder:
        archive = debian_sources.Archive(Path(folder))
        name = archive.newest([f"postgresql-{version}" for version in range(13, 40)])
        good = True
        for package, dialect, read in [(name, "postgres", postgres_corpus), ("sqlite3", "sqlite", sqlite_corpus)]:
            tarball, version = archive.tarball(package)
            print(f"{package} {version}")
            good &= compare(program, dialect, read(tarball), show)
    print("good" if good else "NOT GOOD")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

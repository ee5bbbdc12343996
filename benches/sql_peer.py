"""Statements a second of openlineage-sql, called from Python, and what a call costs there that parses next to nothing."""

import statistics
import sys
import time

import openlineage_sql


def rate(queries, dialect, rounds=25, each=20):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(each):
            for query in queries:
                openlineage_sql.parse([query], dialect=dialect)
        times.append((time.perf_counter() - start) / (each * len(queries)))
    return 1 / statistics.median(times)


with open(sys.argv[1], encoding="utf-8") as file:
    statements = [query.strip() for query in file.read().split(";\n") if query.strip()]
print("| openlineage-sql 1.54.0 through Python | statements/s |")
print("|---|---|")
for name in ("postgres", "sqlite", "generic"):
    print(f"| {name} | {rate(statements, name):.0f} |")
print(f"| `SELECT 1`, generic: mostly the call | {rate(['SELECT 1'] * 20, 'generic'):.0f} |")

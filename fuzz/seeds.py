"""Writes what the conformance cases hold as the first inputs of a fuzz target: seeds.py TARGET FOLDER"""

import hashlib
import json
import pathlib
import sys

# The fields of the target `relational`, as it reads them line by line.
RELATIONAL = ["type", "host", "port", "database", "schema", "table", "catalog", "instance", "preferred_schema"]


def inputs(target, text, request):
    """The inputs that a request gives the target."""

    def field(name):
        value = request.get(name)
        return value if isinstance(value, str) else ""

    if target == "file":
        return [field("uri")]
    if target == "jdbc":
        return [field("url").removeprefix("jdbc:") + "\n" + field("table")] if field("url") else []
    if target == "relational":
        # An even first byte: the type is the one that the first line says.
        return ["\0" + "\n".join(map(field, RELATIONAL))] if request.get("op") == "relational" else []
    if target == "sql":
        return [chr(number) + field("sql") for number in range(17)] if field("sql") else []
    if target == "sql_datasets":
        return [json.dumps(request["metadata"])] if "metadata" in request else []
    return [text]


def main(target, folder):
    for path in sorted(pathlib.Path("tests/cases").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            request = json.loads(line)["request"]
            text = request if isinstance(request, str) else json.dumps(request)
            try:
                parsed = json.loads(text)
            except ValueError:
                parsed = None
            for seed in inputs(target, text, parsed if isinstance(parsed, dict) else {}):
                data = seed.encode("utf-8", "surrogatepass")
                (pathlib.Path(folder) / hashlib.sha1(data).hexdigest()).write_bytes(data)


main(*sys.argv[1:])

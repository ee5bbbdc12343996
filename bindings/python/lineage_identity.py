"""Dataset identities from Python, over the C library. Needs nothing but the standard library.

    from lineage_identity import sql_datasets
    lineage = sql_datasets(node_result_metadata)
    lineage.inputs, lineage.outputs, lineage.notes

The library is looked for at the path in ``LINEAGE_IDENTITY_LIBRARY``, else beside this file, else where the system looks.
"""

import ctypes
import ctypes.util
import json
import os
import sys
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

__all__ = ["Dataset", "SqlDatasets", "evaluate", "sql_datasets"]

_NAMES = {"darwin": "liblineage_identity.dylib", "win32": "lineage_identity.dll"}


class _Str(ctypes.Structure):
    """``struct lineage_str``: UTF-8 text with its length, borrowed."""

    _fields_ = [("data", ctypes.c_void_p), ("len", ctypes.c_size_t)]


@dataclass(frozen=True)
class Dataset:
    """A dataset: namespace, name (None for a query in legacy naming) and facets by their keys."""

    namespace: str
    name: Optional[str]
    facets: Dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SqlDatasets:
    """What a node read and wrote, and why anything was left out."""

    inputs: List[Dataset]
    outputs: List[Dataset]
    notes: List[str]
    job_facets: Dict[str, Any] = field(default_factory=dict)


def _load() -> ctypes.CDLL:
    name = _NAMES.get(sys.platform, "liblineage_identity.so")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    path = os.environ.get("LINEAGE_IDENTITY_LIBRARY") or (beside if os.path.exists(beside) else None)
    path = path or ctypes.util.find_library("lineage_identity")
    if path is None:
        raise OSError(f"{name} was not found: set LINEAGE_IDENTITY_LIBRARY to its path")
    library = ctypes.CDLL(path)
    pointers = ctypes.POINTER(ctypes.c_void_p)
    library.lineage_evaluate.argtypes = [_Str, pointers, pointers]
    library.lineage_evaluate.restype = ctypes.c_int32
    library.lineage_string_data.argtypes = [ctypes.c_void_p]
    library.lineage_string_data.restype = _Str
    library.lineage_error_message.argtypes = [ctypes.c_void_p]
    library.lineage_error_message.restype = _Str
    for free in (library.lineage_string_free, library.lineage_error_free):
        free.argtypes, free.restype = [ctypes.c_void_p], None
    return library


_library: Optional[ctypes.CDLL] = None


def _text(text: _Str) -> str:
    return ctypes.string_at(text.data, text.len).decode("utf-8") if text.data else ""


def evaluate(request: Dict[str, Any]) -> Dict[str, Any]:
    """Answers one request. Raises RuntimeError when the library itself fails; an error of the request is an answer."""
    global _library
    if _library is None:
        _library = _load()
    data = json.dumps(request).encode("utf-8")
    buffer = ctypes.create_string_buffer(data, len(data))
    out, error = ctypes.c_void_p(), ctypes.c_void_p()
    status = _library.lineage_evaluate(
        _Str(ctypes.addressof(buffer), len(data)), ctypes.byref(out), ctypes.byref(error)
    )
    try:
        if not out.value:
            message = _text(_library.lineage_error_message(error)) if error.value else ""
            raise RuntimeError(f"lineage_evaluate answered status {status}: {message}")
        return json.loads(_text(_library.lineage_string_data(out)))
    finally:
        _library.lineage_string_free(out)
        _library.lineage_error_free(error)


def sql_datasets(
    metadata: Any,
    identity: str = "datasource",
    job_namespace: Optional[str] = None,
    dialects: Optional[str] = None,
) -> SqlDatasets:
    """The datasets of the metadata that a SQL loader or saver returned.

    ``identity`` is ``"datasource"`` or ``"legacy"``, which needs ``job_namespace``; ``dialects="all"`` names other
    dialects than PostgreSQL and SQLite too. Metadata that cannot be used is a note, never an exception.
    """
    request = {
        "op": "sql_datasets",
        "metadata": metadata,
        "identity": identity,
        "job_namespace": job_namespace,
        "dialects": dialects,
    }
    answer = evaluate(request)
    if "error" in answer:
        raise ValueError(f"{answer['error'].get('field')}: {answer['error']['message']}")

    def datasets(key: str) -> List[Dataset]:
        return [Dataset(item["namespace"], item["name"], item["facets"]) for item in answer[key]]

    return SqlDatasets(datasets("inputs"), datasets("outputs"), answer["notes"], answer["job_facets"])

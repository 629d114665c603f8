"""
Reads answers tolerantly, since the service may be another implementation: optional fields that are missing or malformed
are None, lists are empty, unknown fields are ignored. Only a missing id makes a record unreadable.
"""

import re
import types
import typing
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Controls of direction would turn round what stands after them; the text of documents keeps its characters."""


def read(kind: Any, raw: Any, main_list: str | None = None) -> Any:
    """Raises ValueError where a record can't be read."""
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (each for each in typing.get_args(kind) if each is not type(None))
        return None if raw is None else read(inner, raw)
    if isinstance(raw, list) and main_list is not None:
        raw = {main_list: raw}
    if origin is list:
        if not isinstance(raw, list):
            raise ValueError("no list")
        (item,) = typing.get_args(kind)
        return [read(item, each) for each in raw]
    if is_dataclass(kind):
        if not isinstance(raw, dict):
            raise ValueError("no record")
        return _record(typing.cast(type, kind), raw, main_list)
    if kind is Any:
        return raw
    if kind is float and type(raw) in (int, float):
        return float(raw)
    if type(raw) is not kind:
        raise ValueError(f"no {kind.__name__}")
    return _BIDI.sub("\u2060", raw) if kind is str else raw


def _record(kind: type, raw: dict[str, Any], main_list: str | None) -> Any:
    if main_list is not None and main_list not in raw:
        other = next((name for name in ("items", "results", "data") if isinstance(raw.get(name), list)), None)
        raw = raw if other is None else {**raw, main_list: raw[other]}
    values: dict[str, Any] = {}
    for name, hint in _hints(kind).items():
        value = raw.get(name)
        try:
            values[name] = value if name == "content" and isinstance(value, str) else read(hint, value)
        except ValueError:
            if typing.get_origin(hint) is list and name != main_list:
                values[name] = []
            elif typing.get_origin(hint) in (types.UnionType, typing.Union):
                values[name] = None
            else:
                raise
    return kind(**values)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}

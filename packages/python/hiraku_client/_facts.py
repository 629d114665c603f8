"""Numeric facts of a package of inline XBRL, as filings bring them, each with its place."""

from __future__ import annotations

import io
import unicodedata
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

PLACE = ["file", "fact", "id"]
COLUMNS = ["element", "start", "end", "members", "unit", "decimals", "value", "shown", *PLACE]

_IX = "{http://www.xbrl.org/2008/inlineXBRL}"
_IX11 = "{http://www.xbrl.org/2013/inlineXBRL}"
_XBRLI = "{http://www.xbrl.org/2003/instance}"
_XBRLDI = "{http://xbrl.org/2006/xbrldi}"
_FILES_MAX = 10_000
_BYTES_MAX = 256 * 1024 * 1024


def facts(package: bytes) -> Iterator[dict[str, Any]]:
    """
    `value` has scale and sign applied, and is None where the filing gives none or writes it in another way than digits;
    `shown` is the text. `file` and `fact` (its number there, from 0) are the place, with the element's `id` if it has one.
    """
    pages = [(name, _page(text)) for name, text in _pages(package)]
    contexts: dict[str, dict[str, Any]] = {}
    units: dict[str, str] = {}
    for _, page in pages:
        contexts.update((each.get("id", ""), _context(each)) for each in page.iter(f"{_XBRLI}context"))
        units.update((each.get("id", ""), _unit(each)) for each in page.iter(f"{_XBRLI}unit"))
    for name, page in pages:
        found = (each for each in page.iter() if each.tag in (f"{_IX}nonFraction", f"{_IX11}nonFraction"))
        for at, fact in enumerate(found):
            shown = "".join(fact.itertext()).strip()
            yield {
                "element": fact.get("name"),
                **contexts.get(fact.get("contextRef", ""), {"start": None, "end": None, "members": ""}),
                "unit": units.get(fact.get("unitRef", "")),
                "decimals": fact.get("decimals"),
                "value": _value(fact, shown),
                "shown": shown,
                "file": name,
                "fact": at,
                "id": fact.get("id"),
            }


def _pages(package: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        listed = archive.infolist()
        if len(listed) > _FILES_MAX or sum(each.file_size for each in listed) > _BYTES_MAX:
            raise ValueError("the package is too large")
        for each in sorted(listed, key=lambda info: info.filename):
            if each.filename.endswith(("_ixbrl.htm", "-ixbrl.htm")):
                yield each.filename, archive.read(each)


def _page(text: bytes) -> ElementTree.Element:
    if b"<!ENTITY" in text:
        raise ValueError("the package declares entities")
    return ElementTree.fromstring(text)


def _context(context: ElementTree.Element) -> dict[str, Any]:
    times = {each.tag.removeprefix(_XBRLI): (each.text or "").strip() for each in context.iter()}
    members = [
        f"{each.get('dimension')}={(each.text or '').strip()}" for each in context.iter(f"{_XBRLDI}explicitMember")
    ]
    end = times.get("endDate") or times.get("instant")
    return {"start": times.get("startDate"), "end": end, "members": " ".join(sorted(members))}


def _unit(unit: ElementTree.Element) -> str:
    return "/".join((each.text or "").strip().split(":")[-1] for each in unit.iter(f"{_XBRLI}measure"))


def _value(fact: ElementTree.Element, shown: str) -> float | None:
    if fact.get("{http://www.w3.org/2001/XMLSchema-instance}nil") in ("true", "1"):
        return None
    form = (fact.get("format") or "").split(":")[-1].replace("-", "")
    if form in ("zerodash", "numdash", "fixedzero"):
        return 0.0
    digits = unicodedata.normalize("NFKC", shown).replace(" ", "")
    digits = digits.replace(".", "").replace(",", ".") if form == "numcommadecimal" else digits.replace(",", "")
    if not digits.replace(".", "", 1).isascii() or not digits.replace(".", "", 1).isdigit():
        return None
    value = float(f"{digits}e{int(fact.get('scale') or 0)}")
    return -value if fact.get("sign") == "-" else value

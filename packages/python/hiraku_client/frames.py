"""Lists, tables and facts as data frames, for which pandas must be installed: `pip install "hiraku-client[pandas]"`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Any

from ._answer import DeliveredFile
from ._facts import COLUMNS, facts
from .models import ENDPOINTS, DocumentContentResponse

if TYPE_CHECKING:
    import pandas

_LISTS = {each.response: each.main_list for each in ENDPOINTS.values() if each.main_list is not None}


def to_dataframe(value: Any) -> pandas.DataFrame:
    """
    A list of records, a response with a list, or several of them, a row a record; of a text its tables, a row a cell,
    each with its place: document, section, table, row and column; of a package of inline XBRL its numeric facts, a row
    a fact, each with its file and number there.
    """
    import pandas

    if isinstance(value, DocumentContentResponse):
        return pandas.DataFrame(list(table_cells(value)), columns=_PLACE)
    if isinstance(value, DeliveredFile):
        return pandas.DataFrame(list(facts(value.content)), columns=COLUMNS)
    return pandas.json_normalize([asdict(each) for each in _records(value)])


_PLACE = ["document_id", "section_id", "table", "row", "column", "heading", "label", "value"]


def table_cells(content: DocumentContentResponse) -> Iterator[dict[str, Any]]:
    """The cells of a text's tables: `heading` is the top of the column, `label` the first cell of the row."""
    parts: list[tuple[str | None, str]] = [(each.section_id, each.content) for each in content.content_sections]
    for section_id, text in parts or [(None, content.content)]:
        for table, lines in enumerate(_tables(text)):
            head = _cells(lines[0])
            for row, line in enumerate(lines[2:]):
                cells = _cells(line)
                for column, cell in enumerate(cells[: len(head)]):
                    place = (content.document_id, section_id, table, row, column)
                    yield dict(zip(_PLACE, (*place, head[column], cells[0], cell), strict=True))


def _tables(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.lstrip().startswith("|"):
            block.append(line)
            continue
        if len(block) > 2 and "-" in block[1] and not block[1].strip("|:- \t\r"):
            yield block
        block = []


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _records(value: Any) -> Iterable[Any]:
    if isinstance(value, (list, tuple)) or not is_dataclass(value):
        return [record for each in value for record in _records(each)]
    name = _LISTS.get(type(value))  # type: ignore[arg-type]
    return [value] if name is None else getattr(value, name)

"""
The price of a document's text, by its table of contents. Sections in one request are priced by their total length; one
inside another counts once, and none at all means the whole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ._answer import Price
from .models import ContentTier, DocumentTocResponse


def content_price(sections: Sequence[str], toc: DocumentTocResponse, otherwise: Price) -> Price:
    if not toc.content_tiers:
        return otherwise
    credits = [tier.credits for tier in toc.content_tiers]
    span = Price(min(credits), max(credits))
    parents, sizes = _tree(toc)
    if not sections:
        counted = [at for at, parent in enumerate(parents) if parent is None]
        if not counted:
            return span
    else:
        by_id = {entry.section_id: at for at, entry in enumerate(toc.toc)}
        if any(each not in by_id for each in sections):
            return span
        chosen = {by_id[each] for each in sections}
        # A parent stands before its sections, so that one pass sees whether one above was chosen.
        inside = [False] * len(parents)
        for at, parent in enumerate(parents):
            inside[at] = parent is not None and (parent in chosen or inside[parent])
        counted = [at for at in chosen if not inside[at]]
    known = [size for size in (sizes[at] for at in counted) if size is not None]
    if len(known) < len(counted):
        return span
    tier = _tier_of(toc.content_tiers, sum(known))
    return Price(tier.credits, tier.credits)


def _tree(toc: DocumentTocResponse) -> tuple[list[int | None], list[int | None]]:
    """The parent of each entry, by id, or by level where a service sends only levels."""
    parents: list[int | None] = []
    by_id: dict[str, int] = {}
    open_entries: list[tuple[int, int]] = []
    for at, entry in enumerate(toc.toc):
        enclosing = None
        if entry.level is not None:
            while open_entries and open_entries[-1][1] >= entry.level:
                open_entries.pop()
            enclosing = open_entries[-1][0] if open_entries else None
        parents.append(enclosing if entry.parent_section_id is None else by_id.get(entry.parent_section_id))
        by_id[entry.section_id] = at
        if entry.level is not None:
            open_entries.append((at, entry.level))
    return parents, [entry.character_count for entry in toc.toc]


def _tier_of(tiers: Sequence[ContentTier], characters: int) -> ContentTier:
    """Without an open last tier the largest one applies."""

    def size(tier: ContentTier) -> float:
        return math.inf if tier.max_characters is None else tier.max_characters

    by_size = sorted(tiers, key=size)
    return next((tier for tier in by_size if characters <= size(tier)), by_size[-1])

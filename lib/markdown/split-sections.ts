/**
 * Cuts a body into the own texts of its sections, so that a document can be shown one piece at a time. The table of
 * contents gives exact lengths where the service tells them (a section counts with everything beneath it, and the
 * body is their concatenation); else the headings are looked for; else the body stays whole.
 */

export interface TocNode {
  readonly section_id: string;
  readonly title: string | null;
  readonly level: number | null;
  readonly parent_section_id: string | null;
  readonly character_count: number | null;
}

export interface Piece {
  readonly sectionId: string;
  readonly text: string;
}

/** The entries of a section and everything beneath it, in reading order; all of them without an id. */
export function subtreeOf<T extends TocNode>(toc: readonly T[], sectionId: string | null): readonly T[] {
  if (sectionId === null) return toc;
  const inside = new Set<string>([sectionId]);
  return toc.filter((entry) => {
    const belongs =
      entry.section_id === sectionId || (entry.parent_section_id !== null && inside.has(entry.parent_section_id));
    if (belongs) inside.add(entry.section_id);
    return belongs;
  });
}

/** Pieces in reading order; their texts joined are the body. Empty pieces are left out. */
export function splitSections(body: string, entries: readonly TocNode[]): readonly Piece[] {
  const first = entries[0];
  if (first === undefined) return body === "" ? [] : [{ sectionId: "", text: body }];
  const starts = startsByLength(body, entries) ?? startsByHeading(body, entries);
  const pieces: Piece[] = [];
  const known = entries.flatMap((entry, index) => {
    const start = starts[index];
    return start === undefined ? [] : [{ sectionId: entry.section_id, start }];
  });
  known.forEach(({ sectionId, start }, index) => {
    const from = index === 0 ? 0 : start;
    const text = body.slice(from, known[index + 1]?.start ?? body.length);
    if (text !== "") pieces.push({ sectionId, text });
  });
  return pieces.length > 0 ? pieces : [{ sectionId: first.section_id, text: body }];
}

/** Where each entry's own text begins, or undefined where the lengths do not add up to this body. */
function startsByLength(body: string, entries: readonly TocNode[]): readonly number[] | undefined {
  const ids = new Set(entries.map((entry) => entry.section_id));
  const beneath = new Map<string, number>();
  let total = 0;
  for (const entry of entries) {
    if (entry.character_count === null) return undefined;
    const parent = entry.parent_section_id;
    if (parent === null || !ids.has(parent)) total += entry.character_count;
    else beneath.set(parent, (beneath.get(parent) ?? 0) + entry.character_count);
  }
  const cursor = codePointCursor(body);
  const starts: number[] = [];
  for (const entry of entries) {
    const own = (entry.character_count ?? 0) - (beneath.get(entry.section_id) ?? 0);
    if (own < 0) return undefined;
    starts.push(cursor.at());
    cursor.advance(own);
  }
  return cursor.at() === body.length && cursor.overrun() === 0 && total >= 0 ? starts : undefined;
}

function codePointCursor(body: string): { at(): number; advance(points: number): void; overrun(): number } {
  let at = 0;
  let beyond = 0;
  return {
    at: () => at,
    overrun: () => beyond,
    advance(points) {
      for (let i = 0; i < points; i++) {
        if (at >= body.length) {
          beyond += points - i;
          return;
        }
        const unit = body.charCodeAt(at);
        const pair = unit >= 0xd800 && unit <= 0xdbff && at + 1 < body.length;
        const low = pair ? body.charCodeAt(at + 1) : 0;
        at += low >= 0xdc00 && low <= 0xdfff ? 2 : 1;
      }
    },
  };
}

/** Headings in reading order are matched to titles in reading order; an entry that isn't found joins the one before. */
function startsByHeading(body: string, entries: readonly TocNode[]): readonly (number | undefined)[] {
  const headings = [...body.matchAll(/^#{1,6}[ \t]+(.+?)[ \t#]*$/gm)].map((match) => ({
    at: match.index,
    title: sameTitle(match[1] ?? ""),
  }));
  let next = 0;
  return entries.map((entry, index) => {
    const wanted = sameTitle(entry.title ?? "");
    for (let i = next; wanted !== "" && i < headings.length; i++) {
      if (headings[i]?.title !== wanted) continue;
      next = i + 1;
      return headings[i]?.at;
    }
    return index === 0 ? 0 : undefined;
  });
}

function sameTitle(title: string): string {
  return title.normalize("NFKC").replace(/[\s\\*_`]+/gu, "");
}

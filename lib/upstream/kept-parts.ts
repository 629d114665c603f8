import type { DocumentId } from "../contract/ids.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { registerBounded } from "../operation/bounded.ts";
import type { Upstream } from "./upstream.ts";

interface Kept {
  /** The document's record when the part was last asked for. */
  readonly record: string;
  readonly atMs: number;
  /** The part, where the record was known before it was asked for, and until it is too old. */
  part: { readonly value: unknown } | undefined;
}

const freshMs = 30_000;
const keptMax = 300;

const keptParts = new Map<string, Kept>();

registerBounded({
  name: "hiraku_web_kept_parts",
  help: "Contents, pages and originals of documents that are kept for half a minute.",
  max: keptMax,
  shared: true,
  size: () => keptParts.size,
});

interface Part<T> {
  readonly documentId: DocumentId;
  readonly name: string;
  /** The document's record, which is asked for in any case; undefined where there was none. */
  readonly record: Promise<DocumentSummary | undefined>;
  ask(): Promise<T>;
}

/**
 * A part of a document whose texts are there: kept for half a minute, and only while the document's record says what it
 * said, which is asked for with every page. So a status, an amendment or a withdrawal is never older than the page.
 * The two are asked for at once, so that a part may be from before a change that its record tells: it is kept where the
 * record was the same before it was asked for, which is from the second page on. What the record doesn't tell, a
 * service's tariff above all, may be half a minute old on a page; a purchase is quoted anew.
 * Kept by key, so that one who may not use the service learns nothing of what another has asked.
 */
export async function keptPart<T>(upstream: Upstream, part: Part<T>, nowMs: number): Promise<T> {
  const parts = keptParts;
  const name = [upstream.baseUrl, upstream.keyId, part.documentId, part.name].join(" ");
  const known = parts.get(name);
  if (known?.part !== undefined && nowMs - known.atMs < freshMs && nowMs >= known.atMs) {
    // Under one name there is the answer of one endpoint.
    const { value } = known.part;
    if (written(await part.record) === known.record) return value as T;
  }
  const [value, record] = await Promise.all([part.ask(), part.record.catch(() => undefined)]);
  parts.delete(name);
  if (record?.content_status !== "ready") return value;
  const now = written(record);
  parts.set(name, { record: now, atMs: nowMs, part: known?.record === now ? { value } : undefined });
  for (const each of parts.values()) {
    if (nowMs - each.atMs < freshMs) break;
    each.part = undefined;
  }
  for (const oldest of parts.keys()) {
    if (parts.size <= keptMax) break;
    parts.delete(oldest);
  }
  return value;
}

function written(record: DocumentSummary | undefined): string {
  return JSON.stringify(record ?? null);
}

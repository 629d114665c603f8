import type { DocumentId } from "../contract/ids.ts";
import type { Tier } from "../contract/prices.ts";
import type { DocumentTocResponse, TocEntry } from "../contract/resources.ts";
import { registerBounded } from "../kit/bounded.ts";
import { callFreeEndpoint } from "./call-free.ts";
import { hasSpareRequests } from "./spare-requests.ts";
import type { Upstream } from "./upstream.ts";

/** What two tables of contents are compared by. */
export interface KeptContents {
  readonly toc: readonly Pick<
    TocEntry,
    "section_id" | "title" | "level" | "parent_section_id" | "character_count" | "content_tag" | "own_content_tag"
  >[];
  readonly tiers: readonly Tier[];
}

interface Kept {
  readonly contents: Promise<KeptContents | undefined>;
  readonly atMs: number;
}

const freshMs = 60 * 60_000;
const keptMax = 300;

const keptByName = new Map<string, Kept>();

registerBounded({
  name: "hiraku_web_kept_contents",
  help: "Tables of contents that are kept to compare documents by.",
  max: keptMax,
  size: () => keptByName.size,
});

/**
 * A document's table of contents, asked for once an hour and key. `beside`, for what a page tells beside its own matter:
 * undefined where it is not known and the key has no requests to spare. A document without one throws.
 */
export function keptContents(
  upstream: Upstream,
  documentId: DocumentId,
  nowMs: number,
  asked: "asked" | "beside" = "beside",
): Promise<KeptContents | undefined> {
  const name = nameOf(upstream, documentId);
  const known = keptByName.get(name);
  if (known !== undefined && nowMs - known.atMs < freshMs) return known.contents;
  if (asked === "beside" && !hasSpareRequests(upstream, nowMs)) return Promise.resolve(undefined);
  const contents = callFreeEndpoint(upstream, "getToc", { document_id: documentId }).then(compact);
  keep(name, { contents, atMs: nowMs });
  contents.catch(() => keptByName.delete(name));
  return contents;
}

/** A table of contents that a page has asked for anyway. */
export function rememberContents(
  upstream: Upstream,
  documentId: string,
  toc: DocumentTocResponse,
  nowMs: number,
): void {
  keep(nameOf(upstream, documentId), { contents: Promise.resolve(compact(toc)), atMs: nowMs });
}

function keep(name: string, contents: Kept): void {
  keptByName.delete(name);
  keptByName.set(name, contents);
  for (const oldest of keptByName.keys()) {
    if (keptByName.size <= keptMax) break;
    keptByName.delete(oldest);
  }
}

/** By key, so that one who may not use the service learns nothing of what another has asked. */
function nameOf({ keyId }: Upstream, documentId: string): string {
  return `${keyId} ${documentId}`;
}

function compact({ toc, content_tiers }: DocumentTocResponse): KeptContents {
  return {
    toc: toc.map(
      ({ section_id, title, level, parent_section_id, character_count, content_tag, own_content_tag = null }) => ({
        section_id,
        title,
        level,
        parent_section_id,
        character_count,
        content_tag,
        own_content_tag,
      }),
    ),
    tiers: content_tiers,
  };
}

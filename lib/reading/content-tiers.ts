import { jstDate } from "../contract/dates.ts";
import type { DocumentId } from "../contract/ids.ts";
import type { Tier } from "../contract/prices.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import type { Upstream } from "../upstream/upstream.ts";

/** How long a page waits for exact prices, which it could also show as a range. The request continues afterwards. */
const waitMs = 300;
/** How long a service that sent no tiers, or did not answer, is not asked again. */
const pauseMs = 60_000;
const lookBackDays = 400;

export interface TierReads {
  readonly readyDocument: (upstream: Upstream) => Promise<DocumentId | undefined>;
  /** The tiers are remembered by lib/upstream, which reads all free answers. */
  readonly toc: (upstream: Upstream, documentId: DocumentId) => Promise<unknown>;
  readonly nowMs: () => number;
}

/**
 * The service's content tiers, by which lists are priced. Where this app knows none, it requests one free table of
 * contents. Empty where the service sends none: each row then shows the interface's range of prices.
 */
export async function contentTiers(upstream: Upstream, reads: TierReads = serviceReads): Promise<readonly Tier[]> {
  const { service, baseUrl } = upstream;
  const nowMs = reads.nowMs();
  const known = service.tiers.of(baseUrl, nowMs);
  if (known.fresh) return known.tiers;
  const before = service.tiers.requests.get(baseUrl);
  const question =
    before !== undefined && nowMs - before.atMs < pauseMs
      ? before
      : { atMs: nowMs, done: requestTiers(upstream, reads) };
  service.tiers.requests.set(baseUrl, question);
  if (known.tiers.length === 0) await within(waitMs, question.done);
  return service.tiers.of(baseUrl, nowMs).tiers;
}

async function within(timeMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeMs);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

async function requestTiers(upstream: Upstream, reads: TierReads): Promise<void> {
  try {
    const documentId = await reads.readyDocument(upstream);
    if (documentId !== undefined) await reads.toc(upstream, documentId);
  } catch {
    // Without an answer rows show the range; the page's own requests say what is wrong with the service.
  }
}

const serviceReads: TierReads = {
  async readyDocument(upstream) {
    const since = jstDate(Date.now() - lookBackDays * 86_400_000);
    const { documents } = await callFreeEndpoint(upstream, "listDocuments", { timeline_since: since, limit: 100 });
    return documents.find((each) => each.content_status === "ready")?.document_id;
  },
  toc: (upstream, documentId) => callFreeEndpoint(upstream, "getToc", { document_id: documentId }),
  nowMs: Date.now,
};

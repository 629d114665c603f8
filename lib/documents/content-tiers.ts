import type { DocumentId } from "../contract/ids.ts";
import type { Tier } from "../contract/prices.ts";
import { jstDate } from "../format/dates.ts";
import { callFree } from "../upstream/call-free.ts";
import { knownTiers } from "../upstream/told-tiers.ts";
import type { Upstream } from "../upstream/upstream.ts";

/** A page waits this long for prices it could also show as a range; the question goes on behind it. */
const waitMs = 300;
/** A service that told none, or did not answer, is left alone for so long. */
const pauseMs = 60_000;
const lookBackDays = 400;
const asked = new Map<string, { readonly atMs: number; readonly done: Promise<void> }>();

export interface TierReads {
  readonly readyDocument: (upstream: Upstream) => Promise<DocumentId | undefined>;
  /** Answers are remembered where all free answers are. */
  readonly toc: (upstream: Upstream, documentId: DocumentId) => Promise<unknown>;
  readonly nowMs: () => number;
}

/**
 * The tiers by which lists are priced: as the service told them. Where this process has heard none, one free table
 * of contents is asked for. Empty where nothing is told: such a service's content costs one of the interface's
 * prices, and no row claims more than that.
 */
export async function contentTiers(upstream: Upstream, reads: TierReads = serviceReads): Promise<readonly Tier[]> {
  const service = upstream.baseUrl;
  const nowMs = reads.nowMs();
  const known = knownTiers(service, nowMs);
  if (known.fresh) return known.tiers;
  const before = asked.get(service);
  const question =
    before !== undefined && nowMs - before.atMs < pauseMs ? before : { atMs: nowMs, done: ask(upstream, reads) };
  asked.set(service, question);
  if (known.tiers.length === 0)
    await Promise.race([question.done, new Promise((resolve) => setTimeout(resolve, waitMs))]);
  return knownTiers(service, nowMs).tiers;
}

async function ask(upstream: Upstream, reads: TierReads): Promise<void> {
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
    const { documents } = await callFree(upstream, "listDocuments", { timeline_since: since, limit: 100 });
    return documents.find((each) => each.content_status === "ready")?.document_id;
  },
  toc: (upstream, documentId) => callFree(upstream, "getToc", { document_id: documentId }),
  nowMs: Date.now,
};

import { Receipt } from "../../evidence/receipts/receipt.ts";
import { app, partOf } from "../../running-app.ts";
import { type Citation, citationsOf, hasProofs, restatedBy } from "../../store/cited.ts";
import { listSavedFilters } from "../../store/saved-filters.ts";
import { type FoundSection, foundSections, listStandingWords } from "../../store/standing-words.ts";
import { knownSources, lastCheckedAt } from "../../store/update-lists.ts";
import { countUnseen, listLooked, listUnseen, type UpdateCounts } from "../../store/updates.ts";
import { listWatches } from "../../store/watches.ts";
import type { ListedDocument } from "../../text/format/free-lists.ts";
import {
  citedSource,
  parseUpdateSource,
  type UpdateKind,
  updateKind,
  watchSource,
  wordsSource,
} from "../../text/format/update-source.ts";
import { orProblem, type UpstreamProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { UpdateChecks } from "./checks.ts";
import { followedLists } from "./followed.ts";
import { readStoredDocument } from "./stored-document.ts";

/** Since the owner last marked it as seen. */
export interface UnseenSource extends UpdateCounts {
  /** The issuer of a watch. */
  readonly issuer: { readonly code: string; readonly name: string | null } | undefined;
  /** The saved filters, as their address has them. */
  readonly filterQuery: string | undefined;
  /** The words of a saved search that stands. */
  readonly phrase: string | undefined;
  /** Corrections and withdrawals of what the owner has proofs of. */
  readonly isCited: boolean;
  readonly documents: readonly UnseenDocument[];
}

export interface UnseenDocument {
  readonly document: ListedDocument;
  readonly kind: UpdateKind;
  readonly seq: number;
  /** Sections in which words that stand were found. */
  readonly sections: readonly FoundSection[];
  /** Of the owner, of the document that was corrected or withdrawn. */
  readonly proofs: readonly { readonly id: string; readonly quote: string }[];
}

export interface Unseen {
  readonly sources: readonly UnseenSource[];
  /** When the owner last marked something as seen. */
  readonly lookedAtMs: number | undefined;
  /** The check goes on, or its rest is left to the next one because of the limits of the key. */
  readonly unfinished: "running" | "limits" | undefined;
  readonly problem: UpstreamProblem | undefined;
}

/** Lists that were read this recently are not asked for again. */
const freshMs = 60_000;
/** How long Today waits for the check; what it finds later is there at the next look. */
const pageWaitMs = 2_500;
const shownOfSource = 5;
const proofsShown = 3;

interface Asker {
  readonly ownerId: string;
  readonly upstream: Upstream;
}

export async function unseenUpdates(owner: Asker, nowMs: number): Promise<Unseen> {
  const { unfinished, problem } = (await needsCheck(owner.ownerId, nowMs))
    ? await check(owner)
    : { unfinished: undefined, problem: undefined };
  const looked = await listLooked(app().store, owner.ownerId);
  return {
    sources: await unseenSources(owner.ownerId),
    lookedAtMs: looked.length === 0 ? undefined : Math.max(...looked.map(({ at }) => at)),
    unfinished,
    problem,
  };
}

async function needsCheck(ownerId: string, nowMs: number): Promise<boolean> {
  const lists = await followedLists(app().store, ownerId);
  const words = await listStandingWords(app().store, ownerId);
  if (lists.length + words.length === 0 && !(await hasProofs(app().store, ownerId))) return false;
  const checkedAt = await lastCheckedAt(app().store, ownerId);
  if (checkedAt === undefined || nowMs - checkedAt > freshMs || checkedAt > nowMs) return true;
  const known = await knownSources(app().store, ownerId);
  return lists.some(({ sources }) => [...sources.keys()].some((source) => !known.has(source)));
}

async function check(owner: Asker): Promise<Pick<Unseen, "unfinished" | "problem">> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"running">((resolve) => {
    timer = setTimeout(() => resolve("running"), pageWaitMs);
  });
  const answer = await Promise.race([orProblem(partOf(app(), UpdateChecks).checkOwner(owner)), late]);
  clearTimeout(timer);
  if (answer === "running") return { unfinished: "running", problem: undefined };
  if ("problem" in answer) return { unfinished: undefined, problem: answer.problem };
  return { unfinished: answer.value.complete ? undefined : "limits", problem: undefined };
}

/** Of watches and saved filters that there are now; a feed may follow an issuer that is not watched any more. */
async function unseenSources(ownerId: string): Promise<UnseenSource[]> {
  const watches = new Map(
    (await listWatches(app().store, ownerId)).map((each) => [watchSource(each.security_code), each]),
  );
  const filters = new Map((await listSavedFilters(app().store, ownerId)).map((each) => [each.filter_id, each]));
  const words = new Map(
    (await listStandingWords(app().store, ownerId)).map((each) => [wordsSource(each.phrase_id), each]),
  );
  const unseen = await countUnseen(app().store, ownerId);
  const sources = await Promise.all(unseen.map((counts) => sourceOf(counts)));
  return sources.filter((each) => each !== undefined);

  async function sourceOf(counts: UpdateCounts): Promise<UnseenSource | undefined> {
    const parsed = parseUpdateSource(counts.source);
    const watch = watches.get(counts.source);
    const filter = parsed?.kind === "filter" ? filters.get(parsed.filterId) : undefined;
    const standing = words.get(counts.source);
    const isCited = counts.source === citedSource;
    if (watch === undefined && filter === undefined && standing === undefined && !isCited) return undefined;
    return {
      ...counts,
      issuer: watch === undefined ? undefined : { code: watch.security_code, name: watch.name },
      filterQuery: filter?.address_query,
      phrase: standing?.phrase,
      isCited,
      documents: await unseenDocuments(ownerId, counts.source, standing?.phrase_id),
    };
  }
}

async function unseenDocuments(ownerId: string, source: string, phraseId?: string): Promise<UnseenDocument[]> {
  const rows = await listUnseen(app().store, ownerId, source, shownOfSource);
  const sections = phraseId === undefined ? undefined : await foundSections(app().store, ownerId, phraseId);
  const found = await Promise.all(
    rows.map(async ({ event, document, document_id, seq }) => {
      const read = readStoredDocument(document);
      if (read === undefined) return [];
      const kind = updateKind({ event, amends: read.amends_document_id });
      const cited = kind === "withdrawal" ? document_id : read.amends_document_id;
      const proofs =
        source !== citedSource
          ? []
          : kind === "document"
            ? await restatedBy(app().store, ownerId, document_id, proofsShown)
            : await citationsOf(app().store, ownerId, cited ?? document_id, proofsShown);
      return [{ document: read, kind, seq, sections: sections?.get(document_id) ?? [], proofs: proofs.map(quoteOf) }];
    }),
  );
  return found.flat();
}

function quoteOf({ receipt_id: id, record }: Citation): UnseenDocument["proofs"][number] {
  return { id, quote: Receipt.parse(JSON.parse(record)).quote };
}

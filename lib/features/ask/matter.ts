import type { Tier } from "../../contract/prices.ts";
import type { DocumentSummary } from "../../contract/resources.ts";
import { findIssuers, type NamedIssuer } from "../../reading/named-issuers.ts";
import { eachInParallel } from "../../spending/engine/waiting.ts";
import { holdingsOf } from "../../spending/pricing/holdings.ts";
import { isReadable, ownedSectionIds } from "../../spending/pricing/section-plan.ts";
import { type ReadQuestion, readQuestion } from "../../text/passages/read-question.ts";
import { type SectionTree, sectionTree } from "../../text/toc/section-tree.ts";
import { chooseDocuments, type WeighedDocument } from "./choose-documents.ts";
import { type OwnedFact, ownedFacts } from "./owned-facts.ts";
import type { AnswerDeps, FreeFinds, Reader } from "./ports.ts";
import type { QuestionPlan, QuestionRequest } from "./record.ts";

/** Everything free that a plan and a run decide by: the question, its issuers, and documents with their contents. */
export interface Matter {
  readonly request: QuestionRequest;
  readonly question: ReadQuestion;
  readonly issuers: readonly NamedIssuer[];
  readonly documents: MatterDocument[];
  /** Figures of owned packages that answer. */
  readonly facts: readonly OwnedFact[];
}

export interface MatterDocument extends WeighedDocument {
  readonly tree: SectionTree;
  readonly tiers: readonly Tier[];
  readonly characters: number | null;
  /** Sections that can be read without buying. */
  readonly owned: ReadonlySet<string>;
}

/** Nothing is bought for a question of whose issuer nothing is known, unless the whole market is asked for. */
export function needsIssuer({
  request,
  issuers,
  documents,
}: Pick<Matter, "request" | "issuers" | "documents">): boolean {
  return issuers.length === 0 && documents.length === 0 && request.whole_market === undefined;
}

const parallelContents = 3;

export async function matterOf(
  deps: AnswerDeps,
  finds: FreeFinds,
  reader: Reader,
  request: QuestionRequest,
): Promise<Matter> {
  const issuers = await findIssuers(finds, request.question, request.security_codes ?? []);
  const question = readQuestion(
    request.question,
    issuers.flatMap(({ named_as }) => named_as ?? []),
  );
  const chosen = await chooseDocuments(finds, request, question, issuers);
  return withFacts(deps, finds, reader, {
    ...{ request, question, issuers },
    documents: await withContents(deps, finds, reader, chosen),
  });
}

async function withFacts(
  deps: AnswerDeps,
  finds: FreeFinds,
  reader: Reader,
  matter: Omit<Matter, "facts">,
): Promise<Matter> {
  const { documents } = matter;
  const facts = await ownedFacts(deps, reader, {
    ...matter,
    listed: documents.filter(({ document }) => isAnnual(document)).map(({ document }) => document),
    async treeOf(documentId) {
      const known = documents.find(({ document }) => document.document_id === documentId);
      if (known !== undefined) return known.tree;
      // The place is an addition: the figure stands without it.
      const toc = await finds.toc(documentId).catch(() => null);
      return toc === null ? undefined : sectionTree(toc.toc);
    },
  });
  return { ...matter, facts };
}

/** Its last day is that of a year. */
function isAnnual({ document_type, fiscal_period }: DocumentSummary): boolean {
  return document_type === "annual_securities_report" || fiscal_period?.endsWith("FY") === true;
}

/** The matter of a plan, asked for again: what is owned may have changed since. */
export async function matterOfPlan(
  deps: AnswerDeps,
  finds: FreeFinds,
  reader: Reader,
  asked: {
    readonly request: QuestionRequest;
    readonly plan: QuestionPlan;
    readonly weights: Readonly<Record<string, number>>;
  },
): Promise<Matter> {
  const { request, plan, weights } = asked;
  const question = readQuestion(
    request.question,
    plan.issuers.flatMap(({ named_as }) => named_as ?? []),
  );
  const chosen = await eachInParallel(plan.documents, parallelContents, async ({ document_id }) => ({
    document: await finds.document(document_id),
    weight: weights[document_id] ?? 1,
  }));
  return withFacts(deps, finds, reader, {
    ...{ request, question, issuers: plan.issuers },
    documents: await withContents(deps, finds, reader, chosen),
  });
}

export async function withContents(
  { rows }: AnswerDeps,
  finds: FreeFinds,
  reader: Reader,
  chosen: readonly WeighedDocument[],
): Promise<MatterDocument[]> {
  const documents = await eachInParallel(chosen, parallelContents, async ({ document, weight }) => {
    const toc = await finds.toc(document.document_id);
    if (toc === null || toc.toc.length === 0) return undefined;
    const tree = sectionTree(toc.toc);
    return {
      document,
      weight,
      tree,
      tiers: toc.content_tiers,
      characters: document.character_count,
      owned: await ownedOf(rows, reader, document.document_id, tree),
    };
  });
  return documents.filter((each) => each !== undefined);
}

async function ownedOf(
  rows: AnswerDeps["rows"],
  { ownerId, upstream }: Reader,
  documentId: string,
  tree: SectionTree,
): Promise<ReadonlySet<string>> {
  const { whole, sections } = await holdingsOf(rows, ownerId, upstream, documentId);
  const owned = { whole, owned: sections };
  return new Set(
    ownedSectionIds(tree, owned).filter((id) => {
      const node = tree.byId.get(id);
      return node !== undefined && isReadable(node, owned);
    }),
  );
}

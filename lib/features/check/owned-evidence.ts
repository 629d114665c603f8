import { readStoredAnswer } from "../../contract/tolerant.ts";
import { type DeliveredText, deliveredTexts } from "../../evidence/receipts/delivered-texts.ts";
import { namesOfIssuer } from "../../reading/named-issuers.ts";
import type { PurchaseStore, SpendingDeps } from "../../spending/ports.ts";
import { sectionTree } from "../../text/toc/section-tree.ts";
import { monthsFrom } from "./check-work.ts";
import type { Draft } from "./draft.ts";
import type { FilingText } from "./facts.ts";
import type { FilingFigures } from "./figure-facts.ts";
import { type DraftIssuer, issuersIn } from "./named.ts";
import { evenText } from "./quantities.ts";

/** The purchases of an owner that concern the issuers whom a draft names. Nothing here calls the service. */
export interface OwnedEvidence {
  readonly issuers: readonly DraftIssuer[];
  readonly documents: readonly OwnedDocumentText[];
  readonly figures: readonly FilingFigures[];
}

export interface OwnedDocumentText {
  readonly documentId: string;
  readonly issuer: string;
  readonly title: string | null;
  readonly delivered: readonly DeliveredText[];
  /** One for each delivered text. */
  readonly texts: readonly FilingText[];
}

export interface EvidenceDeps {
  readonly deps: SpendingDeps;
  readonly rows: PurchaseStore;
  /** Of owned packages. */
  figures(reader: Reader, codes: readonly string[]): Promise<readonly FilingFigures[]>;
}

export type Reader = { readonly ownerId: string; readonly upstream: string };

const issuersMax = 40;
const documentsMax = 60;
const charactersMax = 6_000_000;
const cardsMax = 2_000;

export async function ownedEvidence(of: EvidenceDeps, reader: Reader, draft: Draft): Promise<OwnedEvidence> {
  const { deps, rows } = of;
  const cards = await rows.artifacts.cardsOfTexts(reader.ownerId, reader.upstream, cardsMax);
  const named = issuersNamed(
    draft,
    cards.flatMap(({ security_code: code, issuer_name: name, issuer_name_en }) =>
      code === null || name === null ? [] : [{ code, name, name_en: issuer_name_en }],
    ),
  );
  const codes = new Set(named.map(({ code }) => code));
  const documents: OwnedDocumentText[] = [];
  let characters = 0;
  for (const card of cards) {
    if (card.security_code === null || !codes.has(card.security_code) || documents.length >= documentsMax) continue;
    const delivered = newestOnly(await deliveredTexts(deps, rows, reader, card.document_id));
    characters += delivered.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > charactersMax) break;
    const summary = readStoredAnswer("getDocument", card.summary);
    const [start, end] = [summary?.period_start ?? null, summary?.period_end ?? null];
    const about = {
      issuer: card.security_code,
      documentId: card.document_id,
      filedAt: summary?.timeline_at ?? "",
      title: card.title ?? "",
      periodEnd: end,
      periodMonths: start === null || end === null ? null : monthsFrom(start, end),
    };
    const tree = sectionTree(readStoredAnswer("getToc", card.toc)?.toc ?? []);
    const texts = delivered.map(
      ({ sectionId, text }): FilingText => ({ ...about, text, around: titlesAround(tree, sectionId) }),
    );
    documents.push({ documentId: card.document_id, issuer: card.security_code, title: card.title, delivered, texts });
  }
  const figures = codes.size === 0 ? [] : await of.figures(reader, [...codes]);
  return { issuers: named, documents, figures };
}

/** A section that was bought again, or is in a text that was bought whole, is read once. */
function newestOnly(all: readonly DeliveredText[]): DeliveredText[] {
  const seen = new Set<string | null>();
  return all.filter(({ sectionId }) => {
    const isNew = !seen.has(sectionId) && !seen.has(null);
    seen.add(sectionId);
    return isNew;
  });
}

function titlesAround(tree: ReturnType<typeof sectionTree>, sectionId: string | null): string[] {
  const titles: string[] = [];
  for (
    let node = sectionId === null ? null : (tree.byId.get(sectionId)?.parent ?? null);
    node !== null;
    node = node.parent
  )
    titles.unshift(evenText(node.title ?? ""));
  return titles;
}

/** The issuers whose name or code stands in the draft. */
export function issuersNamed(
  draft: Draft,
  known: readonly { readonly code: string; readonly name: string; readonly name_en: string | null }[],
): DraftIssuer[] {
  const text = evenText(
    draft.blocks.map((block) => ("text" in block ? block.text : block.rows.flat().join("\n"))).join("\n"),
  );
  const lower = text.toLowerCase();
  const byCode = new Map<string, DraftIssuer>();
  const looked = new Set<string>();
  for (const { code, name, name_en } of known) {
    if (looked.has(code) || byCode.size >= issuersMax) continue;
    looked.add(code);
    const names = [
      ...namesOfIssuer({ name, name_en }),
      ...[`(${code})`, `(${code},`, `${code}.T`, `コード${code}`, `コード:${code}`],
    ];
    const isThere = names.some((each) => lower.includes(evenText(each).toLowerCase()));
    if (isThere && issuersIn(text, [{ code, names }]).length > 0) byCode.set(code, { code, names });
  }
  return [...byCode.values()];
}

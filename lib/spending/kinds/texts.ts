import { z } from "zod";
import { toWireRequest } from "../../contract/client.ts";
import { DocumentId, SectionId } from "../../contract/ids.ts";
import { contentPrice } from "../../contract/prices.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import { wholeCharacters } from "../../text/toc/position.ts";
import { priceOfSections } from "../../text/toc/prices.ts";
import { foldSections, type SectionNode, type SectionTree, sectionTree } from "../../text/toc/section-tree.ts";
import type { AnnouncedSizes } from "../ports.ts";
import type { DocumentFacts, DocumentSnapshot } from "../pricing/document-facts.ts";
import { type LeftToBuy, outcome, type PricedUnit } from "../pricing/left-to-buy.ts";
import { chooseSections, ownedSectionIds } from "../pricing/section-plan.ts";
import { PurchaseProblem } from "../problems.ts";
import { fieldsOf, type Known, mebi, type Purchasable } from "./purchasable.ts";
import { nothingRead, parseJson, type Reading, unreadableFor } from "./reading.ts";
import { textImages } from "./text-images.ts";
import { sectionsOf, type Unit, unitOf } from "./unit.ts";

/** The text of a document: all of it, or some sections. */

const sectionsPerRequest = 100;
/** A character takes at most 12 bytes in JSON, appears twice in an answer, and may be surrounded by table markup. */
const bytesPerCharacter = 100;
/** Beside the text there may be figures: our own service sends 8 MB of them at most. */
const bytesBase = 16 * mebi;
/** The longest filings have two million characters. */
const bytesMost = 64 * mebi;

const text = {
  endpoint: "getContent",
  accept: "application/json",
  facts: "toc",
  ownedBy: "parts",
  hasSections: true,
  /** All text of a document is one line, whatever parts of it are named. */
  line: ({ documentId }: Pick<Unit, "documentId">) => `text ${documentId}`,
  bytesMax: ({ characters }: AnnouncedSizes) =>
    characters === null ? bytesMost : Math.min(bytesMost, bytesBase + characters * bytesPerCharacter),
  /** An unknown status counts as not deliverable. */
  isDeliverable: (_: unknown, { toc, summary }: DocumentSnapshot) =>
    toc !== null && summary?.content_status === "ready",
} as const;

const WholeFields = z.object({ document_id: DocumentId });

export const content: Purchasable<"content"> = {
  ...text,
  parse: (raw) => ({ kind: "content", ...fieldsOf(WholeFields, raw) }),
  items: ({ document_id }) => [wholeUnit(document_id)],
  ofItem: (params) => content.parse(params),
  join: (first) => first,
  identity: ({ document_id }) => [document_id],
  request: (params) => toWireRequest("getContent", WholeFields.parse(params)),
  announced: (_, { summary }) => ({ characters: summary?.character_count ?? null, byteSize: null }),
  leftToBuy: (action, { holdings, facts }) =>
    action.epoch === "again"
      ? outcome([pricedWhole(action.document_id, facts)], [], false)
      : leftOfText(action.document_id, undefined, { holdings, facts }),
  countOwned: (action, known) => (content.leftToBuy(action, known).owned ? 1 : 0),
  read: (unit, bytes) => readText(unit, bytes).reading,
  subject: () => null,
  parts: () => [],
};

const SectionsFields = z.object({
  document_id: DocumentId,
  sections: z.array(SectionId).min(1).max(sectionsPerRequest),
});

export const sections: Purchasable<"sections"> = {
  ...text,
  parse(raw) {
    const fields = fieldsOf(SectionsFields, raw);
    return { kind: "sections", ...fields, sections: [...new Set(fields.sections)] };
  },
  items: (action) => action.sections.map((section) => sectionsUnit(action.document_id, [section])),
  ofItem: (params) => sections.parse(params),
  join: (first, others) => ({
    ...first,
    sections: [...new Set([first, ...others].flatMap((line) => line.sections))],
  }),
  identity: (action) => [action.document_id, [...action.sections].sort()],
  request: (params) => toWireRequest("getContent", SectionsFields.parse(params)),
  announced: ({ params }, { toc }) => ({
    characters: sumOf(sectionsOf({ kind: "sections", params }), toc),
    byteSize: null,
  }),
  leftToBuy(action, { holdings, facts }) {
    if (action.epoch !== "again") return leftOfText(action.document_id, action.sections, { holdings, facts });
    const tree = treeOf(facts, action.sections);
    return outcome(unitsOf(action.document_id, foldSections(tree, action.sections), facts), [], false);
  },
  countOwned(action, { holdings, facts }) {
    const tree = sectionTree(facts.toc?.toc ?? []);
    const owned = new Set(ownedSectionIds(tree, { whole: holdings.whole, owned: holdings.sections }));
    return action.sections.filter((id) => owned.has(id)).length;
  },
  read(unit, bytes) {
    const { reading, returned } = readText(unit, bytes);
    return reading.unreadable === null ? { ...reading, sections: returned ?? sectionsOf(unit) } : reading;
  },
  subject(unit, snapshot) {
    const ids = sectionsOf(unit);
    const titles = titlesOf(ids.slice(0, titlesMax), snapshot);
    return ids.length > titlesMax ? `${titles.join("、")} …(${ids.length})` : titles.join("、");
  },
  parts: (action, snapshot) => titlesOf(action.sections, snapshot),
};

const titlesMax = 3;

function titlesOf(ids: readonly string[], snapshot: DocumentSnapshot | null): string[] {
  const titles = new Map(snapshot?.toc?.toc.map((each) => [String(each.section_id), each.title]));
  return ids.map((id) => titles.get(id) ?? id);
}

function wholeUnit(documentId: string): Unit {
  return unitOf("content", { document_id: documentId }, { documentId });
}

/** `ids` in reading order, without sections inside others. */
function sectionsUnit(documentId: string, ids: readonly string[]): Unit {
  return unitOf("sections", { document_id: documentId, sections: ids }, { documentId });
}

/** `named` is undefined for the whole document. */
function leftOfText(
  documentId: string,
  named: readonly string[] | undefined,
  { holdings, facts }: Omit<Known, "latest">,
): LeftToBuy {
  const tree = treeOf(facts, named ?? []);
  const undecided = holdings.undecided.filter((each) => each.kind === "content" || each.kind === "sections");
  const wholeUndecided = undecided.find((each) => each.kind === "content");
  if (holdings.whole) return outcome([], [], true);
  if (wholeUndecided !== undefined) return outcome([], [wholeUndecided], false);
  if (tree.roots.length === 0) return outcome([pricedWhole(documentId, facts)], [], false);
  const taken = {
    whole: false,
    owned: holdings.sections,
    undecided: new Set(undecided.flatMap((each) => each.sections).filter((id) => !holdings.sections.has(id))),
  };
  const choice = chooseSections(tree, taken, named);
  const blocking = undecided.filter((each) => each.sections.some((id) => choice.undecided.includes(id)));
  const untouched = named === undefined && choice.buy.length === tree.roots.length && blocking.length === 0;
  if (untouched && choice.withoutLead.length === 0 && choice.buy.every((each) => each.parent === null)) {
    return outcome([pricedWhole(documentId, facts)], [], false);
  }
  return outcome(unitsOf(documentId, choice.buy, facts), blocking, choice.buy.length === 0 && blocking.length === 0);
}

function treeOf(facts: DocumentFacts, named: readonly string[]): SectionTree {
  const tree = sectionTree(facts.toc?.toc ?? []);
  const unknownSection = named.find((id) => !tree.byId.has(id));
  if (unknownSection !== undefined) {
    throw new PurchaseProblem(400, "invalid_section", `The document has no section ${unknownSection}.`);
  }
  return tree;
}

function unitsOf(documentId: string, nodes: readonly SectionNode[], facts: DocumentFacts): PricedUnit[] {
  const units: PricedUnit[] = [];
  for (let at = 0; at < nodes.length; at += sectionsPerRequest) {
    const some = nodes.slice(at, at + sectionsPerRequest);
    const unit = sectionsUnit(
      documentId,
      some.map((each) => each.id),
    );
    units.push({ unit, price: priceOfSections(facts.toc?.content_tiers ?? [], some) });
  }
  return units;
}

function pricedWhole(documentId: string, facts: DocumentFacts): PricedUnit {
  const characters = wholeCharacters(sectionTree(facts.toc?.toc ?? []), facts.characters);
  return { unit: wholeUnit(documentId), price: contentPrice(facts.toc?.content_tiers ?? [], characters) };
}

function sumOf(ids: readonly string[], toc: DocumentSnapshot["toc"]): number | null {
  let sum = 0;
  for (const id of ids) {
    const characters = toc?.toc.find((each) => each.section_id === id)?.character_count;
    if (characters == null) return null;
    sum += characters;
  }
  return sum;
}

function readText(
  unit: Pick<Unit, "documentId">,
  bytes: Uint8Array,
): { readonly reading: Reading; readonly returned?: readonly string[] | undefined } {
  const raw = parseJson(bytes);
  if (raw === undefined) return { reading: unreadableFor("the answer is not JSON") };
  const read = readTolerantly("getContent", raw);
  if ("unreadable" in read) return { reading: unreadableFor(read.unreadable) };
  const { document_id, content: text, sections_returned, content_sections, content_figures } = read.value;
  if (document_id !== null && document_id !== unit.documentId) {
    return { reading: unreadableFor("the answer belongs to another document") };
  }
  const reading = { ...nothingRead, text, images: textImages(content_figures ?? []) };
  return { reading, returned: sections_returned ?? content_sections?.map((each) => each.section_id) };
}

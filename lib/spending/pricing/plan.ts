import { endpoints } from "../../contract/endpoints.ts";
import { contentPrice } from "../../contract/prices.ts";
import { wholeCharacters } from "../../text/toc/position.ts";
import { priceOfSections } from "../../text/toc/prices.ts";
import { foldSections, type SectionNode, type SectionTree, sectionTree } from "../../text/toc/section-tree.ts";
import { PurchaseProblem } from "../problems.ts";
import type { Price, SinglePurchase } from "../wire.ts";
import {
  contentUnit,
  originalUnit,
  pageUnit,
  type QuestionKind,
  questionUnit,
  sectionsUnit,
  type Unit,
} from "./actions.ts";
import type { DocumentFacts } from "./document-facts.ts";
import { awaitingCheck } from "./first-reading.ts";
import type { Holdings, Undecided } from "./holdings.ts";
import { chooseSections } from "./section-plan.ts";

/**
 * Plans an action for an owner: the requests still needed, each with its price. Pure. Computed for the quote and again
 * inside the transaction that creates the intents; the second result decides.
 */
export interface PlannedUnit {
  readonly unit: Unit;
  readonly price: Price;
}

export interface Plan {
  readonly units: readonly PlannedUnit[];
  /** Intents of other purchases that already request a part of it. */
  readonly joined: readonly string[];
  /** Why nothing can be bought although not everything is owned. */
  readonly blocked: "outcome_unknown" | "unreadable" | null;
  readonly owned: boolean;
}

const sectionsPerRequest = 100;

export function planDocument(action: SinglePurchase, holdings: Holdings, facts: DocumentFacts): Plan {
  switch (action.kind) {
    case "pages":
      return planPages(action.document_id, action.pages, holdings, action.epoch === "again");
    case "original":
      return planOriginal(action.document_id, action.original_id, holdings, action.epoch === "again");
    case "content":
    case "sections":
      return action.epoch === "again" ? planContentAgain(action, facts) : planContent(action, holdings, facts);
    default:
      throw new Error(`${action.kind} is not of a document`);
  }
}

/** `latest`: the newest intent of the same question, and why its answer can't be read. */
export function planQuestion(
  action: Extract<SinglePurchase, { kind: QuestionKind }>,
  latest: { readonly intentId: string; readonly state: string; readonly unreadable: string | null } | undefined,
): Plan {
  const units = [{ unit: questionUnit(action), price: fixedPrice(action.kind) }];
  const none = { units: [], joined: [], blocked: null, owned: false };
  const isOpen = latest?.state === "intent" || latest?.state === "sent" || latest?.unreadable === awaitingCheck;
  if (latest !== undefined && isOpen) return { ...none, joined: [latest.intentId] };
  if (latest === undefined || latest.state === "failed" || action.epoch === "again") {
    return { ...none, units };
  }
  if (latest.state === "unknown") return { ...none, joined: [latest.intentId], blocked: "outcome_unknown" };
  return latest.unreadable !== null ? { ...none, blocked: "unreadable" } : { ...none, owned: true };
}

function planPages(documentId: string, pages: readonly number[], holdings: Holdings, again: boolean): Plan {
  const undecided = holdings.undecided.filter((each) => each.kind === "pages");
  const wanted = pages.filter((page) => again || !holdings.pages.has(page));
  const byPage = new Map(undecided.map((each) => [each.pageNumber, each]));
  const blocking = wanted.flatMap((page) => withhold(byPage.get(page), again));
  const free = wanted.filter((page) => withhold(byPage.get(page), again).length === 0);
  const units = free.map((page) => ({ unit: pageUnit(documentId, page), price: fixedPrice("pages") }));
  return outcome(units, blocking, wanted.length === 0);
}

function planOriginal(documentId: string, originalId: string, holdings: Holdings, again: boolean): Plan {
  const owned = !again && holdings.originals.has(originalId);
  const undecided = holdings.undecided.find((each) => each.kind === "original" && each.originalId === originalId);
  const blocking = owned ? [] : withhold(undecided, again);
  const units =
    owned || blocking.length > 0 ? [] : [{ unit: originalUnit(documentId, originalId), price: fixedPrice("original") }];
  return outcome(units, blocking, owned);
}

/** With "again" everything is requested anew except what is running. */
function withhold(undecided: Undecided | undefined, again: boolean): Undecided[] {
  return undecided === undefined || (again && undecided.why !== "open") ? [] : [undecided];
}

function planContent(
  action: Extract<SinglePurchase, { kind: "content" | "sections" }>,
  holdings: Holdings,
  facts: DocumentFacts,
): Plan {
  const { document_id } = action;
  const tree = treeOf(facts, action.kind === "sections" ? action.sections : []);
  const undecided = holdings.undecided.filter((each) => each.kind === "content" || each.kind === "sections");
  const wholeUndecided = undecided.find((each) => each.kind === "content");
  if (holdings.whole) return outcome([], [], true);
  if (wholeUndecided !== undefined) return outcome([], [wholeUndecided], false);
  if (tree.roots.length === 0) return outcome([wholeUnit(document_id, facts)], [], false);
  const taken = {
    whole: false,
    owned: holdings.sections,
    undecided: new Set(undecided.flatMap((each) => each.sections).filter((id) => !holdings.sections.has(id))),
  };
  const choice = chooseSections(tree, taken, action.kind === "sections" ? action.sections : undefined);
  const blocking = undecided.filter((each) => each.sections.some((id) => choice.undecided.includes(id)));
  const untouched = action.kind === "content" && choice.buy.length === tree.roots.length && blocking.length === 0;
  if (untouched && choice.withoutLead.length === 0 && choice.buy.every((each) => each.parent === null)) {
    return outcome([wholeUnit(document_id, facts)], [], false);
  }
  return outcome(unitsOf(document_id, choice.buy, facts), blocking, choice.buy.length === 0 && blocking.length === 0);
}

/** An explicit new copy: exactly what was named, whatever is owned. */
function planContentAgain(
  action: Extract<SinglePurchase, { kind: "content" | "sections" }>,
  facts: DocumentFacts,
): Plan {
  if (action.kind === "content") return outcome([wholeUnit(action.document_id, facts)], [], false);
  const tree = treeOf(facts, action.sections);
  return outcome(unitsOf(action.document_id, foldSections(tree, action.sections), facts), [], false);
}

function treeOf(facts: DocumentFacts, named: readonly string[]): SectionTree {
  const tree = sectionTree(facts.toc?.toc ?? []);
  const unknownSection = named.find((id) => !tree.byId.has(id));
  if (unknownSection !== undefined) {
    throw new PurchaseProblem(400, "invalid_section", `The document has no section ${unknownSection}.`);
  }
  return tree;
}

function unitsOf(documentId: string, nodes: readonly SectionNode[], facts: DocumentFacts): PlannedUnit[] {
  const units: PlannedUnit[] = [];
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

function wholeUnit(documentId: string, facts: DocumentFacts): PlannedUnit {
  const characters = wholeCharacters(sectionTree(facts.toc?.toc ?? []), facts.characters);
  return { unit: contentUnit(documentId), price: contentPrice(facts.toc?.content_tiers ?? [], characters) };
}

function outcome(units: readonly PlannedUnit[], blocking: readonly Undecided[], owned: boolean): Plan {
  const open = blocking.filter((each) => each.why === "open");
  const stuck = blocking.find((each) => each.why !== "open");
  const nothingLeft = units.length === 0 && open.length === 0;
  const joined = [...new Set(blocking.filter((each) => each.why !== "unreadable").map((each) => each.intentId))];
  const blocked =
    nothingLeft && stuck !== undefined ? (stuck.why === "unknown" ? "outcome_unknown" : "unreadable") : null;
  return { units, joined, blocked, owned };
}

/** Several plans under one confirmation. Where one of them is blocked, nothing is bought. */
export function planTogether(plans: readonly Plan[]): Plan {
  return {
    units: plans.flatMap((each) => each.units),
    joined: [...new Set(plans.flatMap((each) => each.joined))],
    blocked: plans.find((each) => each.blocked !== null)?.blocked ?? null,
    owned: plans.every((each) => each.owned),
  };
}

export function fixedPrice(kind: "pages" | "original" | QuestionKind): Price {
  const cost =
    kind === "pages"
      ? endpoints.getPageImage.cost
      : kind === "original"
        ? endpoints.getOriginal.cost
        : endpoints.searchDocuments.cost;
  return { min: cost.credits, max: cost.credits };
}

export function priceOf(units: readonly PlannedUnit[]): Price {
  return {
    min: units.reduce((sum, each) => sum + each.price.min, 0),
    max: units.reduce((sum, each) => sum + each.price.max, 0),
  };
}

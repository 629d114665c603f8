import { fixedCredits } from "../../contract/prices.ts";
import type { SinglePurchase } from "../../spending/wire.ts";
import { ancestry, type SectionNode } from "../../text/toc/section-tree.ts";
import { bundlesOf, type SectionBundle } from "./choose-sections.ts";
import { type Expected, expectedEvidence, type Found } from "./expected-evidence.ts";
import { type Matter, type MatterDocument, needsIssuer } from "./matter.ts";
import type { PlanStep } from "./record.ts";
import { searchFor } from "./search-for.ts";

/** The next step is the one with the most expected evidence for each credit. */
export interface StepState {
  /** By document: sections that were read, asked for, or can't be had. */
  readonly done: Map<string, Set<string>>;
  /** By document: the ranks of the sections that a search found. */
  readonly found: Map<string, Map<string, number>>;
  searched: boolean;
  steps: number;
  /** How many purchases each issuer had. */
  readonly turns: Map<string, number>;
  /** Issuers of whom everything was found. */
  covered: ReadonlySet<string>;
}

export interface ChosenStep {
  readonly step: PlanStep;
  readonly action: SinglePurchase;
}

export function newState(): StepState {
  return { done: new Map(), found: new Map(), searched: false, steps: 0, turns: new Map(), covered: new Set() };
}

/**
 * How often a search leads to the right section, measured on the tuning half of `npm run bench -- answers`. It is worth
 * its credit where the headings promise less than this for what the search and the sections cost together.
 */
const searchFinds = { figure: 0.5, text: 0.72 } as const;

/** Undefined where nothing within these credits promises anything. */
export function nextStep(
  matter: Matter,
  state: StepState,
  creditsMax: number,
  allowed: (action: SinglePurchase, credits: number) => boolean = () => true,
): ChosenStep | undefined {
  if (needsIssuer(matter)) return undefined;
  const inTurn = issuerInTurn(matter, state);
  const best = inTurn && stepAmong(matter, state, { ...inTurn, creditsMax, allowed });
  return (
    best ?? stepAmong(matter, state, { documents: openDocuments(matter, state), reserved: 0, creditsMax, allowed })
  );
}

interface Among {
  readonly documents: readonly MatterDocument[];
  readonly reserved: number;
  readonly creditsMax: number;
  readonly allowed: (action: SinglePurchase, credits: number) => boolean;
}

function stepAmong(
  matter: Matter,
  state: StepState,
  { documents, reserved, creditsMax, allowed }: Among,
): ChosenStep | undefined {
  const total = documents.reduce((sum, { weight }) => sum + weight, 0);
  let best: { document: MatterDocument; bundle: SectionBundle; action: SinglePurchase; worth: number } | undefined;
  let cheapest: number | undefined;
  for (const document of documents) {
    const expected = expectedOf(matter, state, document);
    const done = new Set([...document.owned, ...(state.done.get(document.document.document_id) ?? [])]);
    const { tree, tiers } = document;
    for (const bundle of bundlesOf({ tree, tiers, expected, done }, creditsMax - reserved)) {
      const action = sectionsAction(document, bundle.nodes);
      if (!allowed(action, bundle.credits)) continue;
      const worth = (bundle.share * document.weight) / total / bundle.credits;
      cheapest = Math.min(cheapest ?? bundle.credits, bundle.credits);
      if (best === undefined || worth > best.worth) best = { document, bundle, action, worth };
    }
  }
  const search = searchWorth(matter, state, creditsMax - reserved, cheapest);
  const searching = search > (best?.worth ?? 0) ? searchStep(matter, state, allowed) : undefined;
  if (searching !== undefined || best === undefined) return searching;
  const { document, bundle, action } = best;
  return { step: sectionsStep(state, document, bundle, expectedOf(matter, state, document)), action };
}

/**
 * Issuers are compared by the same item of each: those with the fewest purchases come first, and the least that the
 * others will cost is left for them.
 */
function issuerInTurn(matter: Matter, state: StepState): Pick<Among, "documents" | "reserved"> | undefined {
  const open = turnsOf(matter, state);
  if (open.size < 2) return undefined;
  const fewest = Math.min(...open.values());
  const next = [...open].filter(([, turns]) => turns === fewest).map(([code]) => code);
  const documents = matter.documents.filter(({ document }) => next.includes(document.security_code ?? ""));
  return { documents, reserved: (next.length - 1) * leastForSections };
}

/** Without those of issuers of whom everything was found. */
function openDocuments({ documents }: Matter, { covered }: StepState): readonly MatterDocument[] {
  return documents.filter(({ document }) => !covered.has(document.security_code ?? ""));
}

const leastForSections = 2;

/** Issuers with documents of whom something is missing. */
function turnsOf({ issuers, documents }: Matter, { turns, covered }: StepState): ReadonlyMap<string, number> {
  return new Map(
    issuers
      .map(({ security_code }) => security_code)
      .filter((code) => !covered.has(code) && documents.some(({ document }) => document.security_code === code))
      .map((code) => [code, turns.get(code) ?? 0]),
  );
}

function searchWorth(
  { question, documents }: Matter,
  state: StepState,
  creditsMax: number,
  cheapest: number | undefined,
): number {
  const price = fixedCredits.search;
  if (state.searched || creditsMax < price) return 0;
  if (documents.length === 0) return searchFinds[question.asksFor];
  if (cheapest === undefined || creditsMax < price + cheapest) return 0;
  return searchFinds[question.asksFor] / (price + cheapest);
}

function searchStep(
  matter: Matter,
  state: StepState,
  allowed: (action: SinglePurchase, credits: number) => boolean,
): ChosenStep | undefined {
  const action = searchFor(
    matter.request,
    matter.question,
    matter.issuers.map(({ security_code }) => security_code),
  );
  if (!allowed(action, fixedCredits.search)) return undefined;
  const step: PlanStep = {
    step_id: `s${state.steps + 1}`,
    kind: "search",
    document_id: null,
    query: action.input.query ?? null,
    sections: [],
    document_title: null,
    issuer_name: matter.issuers[0]?.name ?? null,
    credits: fixedCredits.search,
    owned: false,
  };
  return { step, action };
}

function sectionsAction({ document }: MatterDocument, nodes: readonly SectionNode[]): SinglePurchase {
  return { kind: "sections", document_id: document.document_id, sections: nodes.map(({ id }) => id) };
}

export function expectedOf(matter: Matter, state: StepState, { document, tree }: MatterDocument): Expected[] {
  const found: Found = state.found.get(document.document_id) ?? new Map<string, number>();
  return expectedEvidence(matter.question, tree, found);
}

interface Chosen {
  readonly nodes: readonly SectionNode[];
  readonly credits: number;
}

export function sectionsStep(
  state: StepState,
  { document }: MatterDocument,
  { nodes, credits }: Chosen,
  expected: readonly Expected[],
  owned = false,
): PlanStep {
  return {
    step_id: `s${state.steps + 1}`,
    kind: owned ? "owned_text" : "sections",
    document_id: document.document_id,
    query: null,
    sections: nodes.map((node) => {
      const why = strongestWithin(node, expected);
      return {
        section_id: node.id,
        title: node.title ?? node.id,
        characters: node.characters,
        why: owned && why.reason === "remaining" ? { reason: "owned" as const, words: [] } : why,
      };
    }),
    document_title: document.title,
    issuer_name: document.issuer_name,
    credits,
    owned,
  };
}

/** For the section, or for the part of it that promises most. */
function strongestWithin(node: SectionNode, expected: readonly Expected[]): PlanStep["sections"][number]["why"] {
  let best: Expected | undefined;
  for (const each of expected) {
    if (ancestry(each.node).includes(node) && (best === undefined || each.share > best.share)) best = each;
  }
  return { reason: best?.reason ?? "remaining", words: [...(best?.words ?? [])].slice(0, 6) };
}

export function noteTaken({ documents }: Matter, state: StepState, step: PlanStep): void {
  state.steps += 1;
  if (step.kind === "search") state.searched = true;
  if (step.document_id === null) return;
  const done = state.done.get(step.document_id) ?? new Set();
  for (const { section_id } of step.sections) done.add(section_id);
  state.done.set(step.document_id, done);
  const code =
    documents.find(({ document }) => document.document_id === step.document_id)?.document.security_code ?? "";
  if (!step.owned) state.turns.set(code, (state.turns.get(code) ?? 0) + 1);
}

/** Figures of owned packages come before any text, a step for each package. */
export function factSteps({ facts }: Matter, state: StepState): PlanStep[] {
  const filings = new Map(facts.map(({ filing }) => [filing.documentId, filing]));
  return [...filings.values()].map(({ documentId, title, issuerName }): PlanStep => {
    state.steps += 1;
    return {
      step_id: `s${state.steps}`,
      kind: "owned_figures",
      document_id: documentId,
      ...{ query: null, sections: [], document_title: title, issuer_name: issuerName, credits: 0, owned: true },
    };
  });
}

const ownedReadMax = 24;

/** Owned text is read first, and costs nothing: of each document the sections that promise most. */
export function ownedSteps(matter: Matter, state: StepState): PlanStep[] {
  return matter.documents.flatMap((document) => {
    const expected = expectedOf(matter, state, document);
    const nodes = expected
      .filter(({ node, share }) => share > 0 && document.owned.has(node.id) && isOwnText(node))
      .sort((a, b) => b.share - a.share)
      .slice(0, ownedReadMax)
      .map(({ node }) => node)
      .sort((a, b) => a.position - b.position);
    if (nodes.length === 0) return [];
    const step = sectionsStep(state, document, { nodes, credits: 0 }, expected, true);
    noteTaken(matter, state, step);
    return [step];
  });
}

/** A section that is read by itself; one with parts is read as its parts. */
const isOwnText = ({ children }: SectionNode) => children.length === 0;

import { SeededRandom } from "../../../spending/simulation/environment.ts";
import type { VerdictKind } from "../claims.ts";
import { decide, Facts } from "../decide.ts";
import type { Fact } from "../facts.ts";
import { findClaims } from "../find-claims.ts";
import { Items } from "../items.ts";
import { type CorpusIssuer, falsify, isFalse, stated, tellingFacts, truthOf } from "./corpus.ts";

/** How a check judges statements whose truth is known. */
export interface Measured {
  readonly trueCount: number;
  readonly falseCount: number;
  /** True ones that are found or rounded. */
  readonly found: number;
  /** True ones that are said to differ. */
  readonly accused: number;
  /** False ones that are found or rounded. */
  readonly believed: number;
  /** False ones whose class is right, of those whose class can be. */
  readonly classed: number;
  /** The statements that were judged wrongly, with the verdict. */
  readonly wrong: readonly string[];
}

export interface MeasuredWith {
  /** The statement as it is true. */
  readonly truths: readonly Fact[];
  /** The documents that are owned. */
  readonly evidence: readonly Fact[];
  readonly issuers: readonly (CorpusIssuer & { readonly yearEnd: number })[];
}

const falseKinds: readonly VerdictKind[] = [
  "other_year",
  "other_scope",
  "other_sign",
  "other_scale",
  "neighbour",
  "not_in_it",
];
const agrees = (kind: string) => kind === "found" || kind === "rounded";
const differs = (kind: string) => !agrees(kind) && kind !== "not_in_it" && kind !== "not_checked";

export function measure(
  { truths, evidence, issuers }: MeasuredWith,
  { count, seed }: { readonly count: number; readonly seed: number },
): Measured {
  const random = new SeededRandom(seed);
  const facts = new Facts(
    evidence,
    issuers.map(({ code, yearEnd }) => [code, yearEnd] as const),
  );
  const words = {
    items: new Items(facts.labels),
    issuers: issuers.map(({ code, ja, en }) => ({ code, names: [ja, en, `(${code})`] })),
  };
  const telling = tellingFacts(truths);
  const tally = { trueCount: 0, falseCount: 0, found: 0, accused: 0, believed: 0, classed: 0 };
  const wrong: string[] = [];
  for (let tried = 0; tally.trueCount + tally.falseCount < count && tried < count * 50; tried++) {
    const truth = random.pick(telling);
    const wanted = tally.trueCount <= tally.falseCount ? null : random.pick(falseKinds);
    const made = wanted === null ? truthOf(truth) : falsify(random, truth, truths, wanted);
    const issuer = issuers.find(({ code }) => code === truth.issuer);
    if (made === undefined || issuer === undefined) continue;
    const statement = stated(random, made, truth, issuer, truth.scope === "separate" || hasOtherScope(truth, truths));
    if (statement === undefined) continue;
    if (wanted !== null && !isFalse({ ...made, statedValue: statement.written }, truth, truths)) continue;
    const { at } = statement;
    const claim = findClaims(statement.draft, words).find(({ cell, start }) =>
      "row" in at ? cell?.row === at.row && cell.column === at.column : start >= at.start - 1 && start <= at.start + 3,
    );
    const kind = claim === undefined ? "not_checked" : decide(claim, facts).kind;
    if (wanted === null) {
      tally.trueCount += 1;
      if (agrees(kind)) tally.found += 1;
      if (differs(kind)) tally.accused += 1;
    } else {
      tally.falseCount += 1;
      if (agrees(kind)) tally.believed += 1;
      if (kind === wanted) tally.classed += 1;
    }
    if (wanted === null ? differs(kind) : agrees(kind))
      wrong.push(`${wanted ?? "true"} is ${kind}: ${statement.words}`);
  }
  return { ...tally, wrong };
}

function hasOtherScope(truth: Fact, truths: readonly Fact[]): boolean {
  return truths.some(
    (fact) =>
      fact.issuer === truth.issuer &&
      fact.scope !== truth.scope &&
      fact.end === truth.end &&
      fact.labels[0] === truth.labels[0],
  );
}

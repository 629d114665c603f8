import { describe, expect, test } from "vitest";
import { checkWording } from "./check-wording.ts";
import { type Claim, evidence, honest, lies } from "./testing/lies.ts";

function checked(all: readonly Claim[]) {
  return checkWording(
    all.map(({ text, quote }) => ({ text, quotes: [{ passage: quote, quote: evidence[quote] ?? "" }] })),
    evidence,
  );
}

/** The sentences that come through unstruck. */
function passed(all: readonly Claim[]): string[] {
  return checked(all).flatMap(({ struck, text }, at) => (struck ? [] : [`${all[at]?.kind}: ${text}`]));
}
/** Rules were written with the first of each two; the second ones were looked at once, when the rules were done. */
const known = (all: readonly Claim[]) => all.filter((_, at) => at % 2 === 0);
const heldOut = (all: readonly Claim[]) => all.filter((_, at) => at % 2 === 1);

describe("a corpus of lies on true quotes", () => {
  test("has 200 of many kinds, and its quotes are true", () => {
    expect(lies).toHaveLength(200);
    expect(new Set(lies.map(({ text, quote }) => `${quote} ${text}`)).size).toBe(200);
    expect(new Set(lies.map(({ kind }) => kind)).size).toBeGreaterThan(20);
    expect(checked([...lies, ...honest]).filter(({ why }) => why === "not_in_passage")).toEqual([]);
  });

  test("is struck, but for who did it to whom", () => {
    expect(passed(known(lies))).toEqual(["order: 株式会社北浜計器は当社の全株式を取得し、当社を連結子会社とした。"]);
  });

  test("is struck in the half that the rules were not written with, but for three of a hundred", () => {
    expect(passed(heldOut(lies))).toEqual([
      "cause: 円高により製造原価が上昇し、業績に影響を及ぼす可能性があります。",
      "order: The Company plans to close its Nagoya plant and to transfer production to Osaka.",
      "across invented: The auditor refused to give an opinion.",
    ]);
  });

  test("leaves honest wordings, and marks those in another language than their quotes", () => {
    expect(passed(known(honest))).toHaveLength(known(honest).length - 1);
    expect(passed(heldOut(honest))).toHaveLength(heldOut(honest).length - 1);
    for (const [at, { translated, struck }] of checked(honest).entries()) {
      if (!struck) expect(translated === true, honest[at]?.text).toBe(honest[at]?.kind === "across");
    }
  });
});

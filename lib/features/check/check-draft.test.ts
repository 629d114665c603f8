import { beforeEach, describe, expect, test } from "vitest";
import { parseSingle } from "../../spending/pricing/actions.ts";
import { ann, at, buy, charged, inTime, restart } from "../../spending/testing/purchase-setup.ts";
import { checkDraft } from "./check-draft.ts";
import { draftOfText } from "./draft-of-text.ts";
import { sampleChecks, sampleFinds } from "./testing/check-setup.ts";

beforeEach(() => restart());

const check = (text: string, { isFree = true } = {}) =>
  inTime(checkDraft(sampleChecks(), ann, isFree ? sampleFinds() : undefined, draftOfText(text)));

describe("a draft", () => {
  test("of which nothing is owned has a plan with the section that would decide it, and nothing is charged", async () => {
    const { claims, plan, counts, issuers } = await check(
      "海鳴精機の2026年3月期の売上高は12,345百万円、総資産は23,456百万円だった。",
    );
    expect(issuers).toEqual([{ security_code: "7001", name: "海鳴精機" }]);
    expect(claims.map(({ verdict, because }) => [verdict, because])).toEqual([
      ["not_checked", "not_owned"],
      ["not_checked", "not_owned"],
    ]);
    expect(counts).toEqual({ agrees: 0, undecided: 2, differs: 0 });
    expect(plan).toMatchObject({
      credits: 2,
      lines: [{ document_id: "D1", claims: ["c1", "c2"], sections: [{ section_id: "s1-1" }] }],
    });
    const quote = await inTime(
      at.app.purchaseService.quote(ann, { kind: "basket", lines: plan?.lines.map(({ action }) => action) ?? [] }),
    );
    expect(quote.price).toEqual({ min: 2, max: 2 });
    expect(charged()).toBe(0);
  });

  test("quotes owned text word for word, and what is near is no agreement", async () => {
    await buy(parseSingle({ kind: "sections", document_id: "D1", sections: ["s1-2"] }));
    const words = "本文".repeat(12);
    const { claims, looked_in } = await check(
      `海鳴精機は「2 沿革 ${words}」と述べる。また「2 沿革 ${words}ではない本文」とも。`,
    );
    expect(looked_in).toMatchObject([{ document_id: "D1" }]);
    expect(claims.map(({ kind, verdict, place }) => [kind, verdict, place?.section_id])).toEqual([
      ["quotation", "found", "s1-2"],
      ["quotation", "altered_words", "s1-2"],
    ]);
  });

  test("is checked by owned text alone where no call may be made", async () => {
    expect(await check("海鳴精機の2026年3月期の売上高は12,345百万円だった。", { isFree: false })).toMatchObject({
      plan: null,
      issuers: [],
      counts: { undecided: 1 },
    });
  });
});

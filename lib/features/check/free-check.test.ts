import { beforeEach, describe, expect, test } from "vitest";
import type { ServiceAnswer } from "../../evidence/receipts/ask-service.ts";
import { ann, charged, inTime, restart } from "../../spending/testing/purchase-setup.ts";
import { holdsQuote, prepareText, wholeOnly } from "../../text/quotes/prepared-text.ts";
import { checkDraft } from "./check-draft.ts";
import type { Claim } from "./claims.ts";
import { draftOfText } from "./draft-of-text.ts";
import { askable, guessesMax } from "./free-check.ts";
import { sampleChecks, sampleFinds } from "./testing/check-setup.ts";

const open =
  "当社グループは、主要な顧客である自動車メーカーの生産計画の変更により、受注が大きく減少するおそれがあります。";
const secret = "当社は、新工場の建設に伴う借入金の一部について、財務制限条項に抵触するおそれがあると判断しております。";
const figures =
  "当社の主要な仕入先からの調達は全体の64％を占めており、この仕入先が供給を止めた場合には生産に影響が生じます。";
const text = prepareText([`# リスク\n\n${open}${secret}${figures}\n`]);

let asked: { documentId: string; words: string }[];
let answer: (words: string) => ServiceAnswer;

/** As the service looks: whole sentences only. */
const look = (words: string): ServiceAnswer => {
  const { found, ellipsis } = holdsQuote(text, words, wholeOnly(text));
  return { kind: "told", found, ellipsis, left_out: [], failures_left: 9 };
};

beforeEach(() => {
  restart();
  [asked, answer] = [[], look];
});

const check = async (draft: string) => {
  const quote = async (documentId: string, words: string) => {
    asked.push({ documentId, words });
    return answer(words);
  };
  return inTime(checkDraft(sampleChecks(), ann, { ...sampleFinds(), quote }, draftOfText(draft, "text")));
};
const quoting = (...quotes: readonly string[]) => quotes.map((each) => `海鳴精機は「${each}」と述べる。`).join("");

describe("a quotation of text that is not owned", () => {
  test("is found as whole sentences, with its document and nothing more", async () => {
    const { claims } = await check(quoting(secret, secret.slice(0, -1), secret.replace("抵触", "抵抗")));
    expect(claims.map(({ verdict, because, words, filed }) => [verdict, because, words, filed])).toEqual([
      ["found", "whole_sentence", null, null],
      ["found", "whole_sentence", null, null],
      ["not_checked", "not_whole_sentence", null, null],
    ]);
    expect(claims[0]?.place).toEqual({ document_id: "D1", section_id: null, title: "有価証券報告書", page: null });
    expect(charged()).toBe(0);
  });

  test("that has a figure, an ellipsis or no whole sentence's length is never asked", async () => {
    await check(
      quoting(figures, figures.replace("64", "六十四"), `${secret.slice(0, 45)}…${open}`, "受注が大きく減少する。"),
    );
    expect(asked).toEqual([]);
  });

  test("is said to be unchecked once the service's bound is used up, and where no service looks", async () => {
    answer = () => ({ kind: "refused", code: "quote_limit_reached", again_from: null });
    expect((await check(quoting(secret))).claims[0]).toMatchObject({ verdict: "not_checked", because: "free_limit" });
    answer = () => ({ kind: "not_offered" });
    expect((await check(quoting(secret))).claims[0]).toMatchObject({ verdict: "not_checked", because: "not_owned" });
  });

  test("is asked ten times a draft at most", async () => {
    await check(quoting(...Array.from({ length: 30 }, (_, n) => `${secret.slice(0, -1)}${"の".repeat(n)}。`)));
    expect(asked).toHaveLength(guessesMax);
  });
});

test("1,000 probing drafts learn nothing but that whole sentences which they knew already stand there", async () => {
  const sentences = [open, secret, figures];
  const probes = Array.from({ length: 1_000 }, (_, n) => {
    const sentence = sentences[n % 3] ?? "";
    const cut = (n * 7) % sentence.length;
    return [
      sentence.slice(0, cut),
      sentence.slice(cut),
      `${open}${secret.slice(0, cut % secret.length)}`,
      `${open.slice(cut % open.length)}${secret}`,
      figures.replace("64", String(n % 100)),
      sentence.replace(sentence.charAt(cut), ["%", "*", "＿", "\\S", "〇"][n % 5] ?? ""),
      `${secret.slice(0, 20)}…${secret.slice(-25)}`,
    ][n % 7];
  });
  for (const [n, probe] of probes.entries()) {
    const { claims, plan } = await check(quoting(probe ?? "", open));
    for (const { text: quoted, verdict, words, filed, place } of claims) {
      const isWhole = [open, secret, open + secret].some((each) => each === quoted || each === `${quoted}。`);
      expect([verdict, words, filed, place?.section_id ?? null, place?.page ?? null], `${n}: ${quoted}`).toEqual([
        isWhole ? "found" : "not_checked",
        ...[null, null, null, null],
      ]);
    }
    expect(plan).toBeNull();
  }
  expect(asked.filter(({ words }) => /\p{N}/u.test(words))).toEqual([]);
  expect(charged()).toBe(0);
}, 60_000);

test.each([
  [
    "第一に、当社グループは国内の需要の変動に対応するため、生産の体制を見直すこととし、取引先との協議を続けております",
    true,
  ],
  [
    "売上高は前期比で三割の減少となり、当社グループは国内の需要の変動に対応するため、生産の体制を見直しております。",
    false,
  ],
  [
    "The Company depends on a small number of suppliers for the semiconductors that its controllers need to work.",
    true,
  ],
  [
    "The Company depends on 2 suppliers for the semiconductors that its controllers need in order to work at all.",
    false,
  ],
])("%s", (words, isAsked) => {
  const claim = { kind: "quotation", text: words } satisfies Pick<Claim, "kind" | "text">;
  expect(askable(claim) !== undefined).toBe(isAsked);
});

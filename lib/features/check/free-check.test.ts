import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DocumentId } from "../../contract/ids.ts";
import type { DocumentSummary } from "../../contract/resources.ts";
import type { ServiceAnswer } from "../../evidence/receipts/ask-service.ts";
import { parseSingle } from "../../spending/pricing/actions.ts";
import { ann, buy, charged, inTime, restart } from "../../spending/testing/purchase-setup.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { holdsQuote, prepareText, wholeOnly } from "../../text/quotes/prepared-text.ts";
import { ProblemError } from "../../upstream/problem-error.ts";
import { checkDraft } from "./check-draft.ts";
import type { Claim } from "./claims.ts";
import { draftOfText } from "./draft-of-text.ts";
import { askable, Guesses, missesMax } from "./free-check.ts";
import { sampleChecks, sampleFinds } from "./testing/check-setup.ts";

const open =
  "当社グループは、主要な顧客である自動車メーカーの生産計画の変更により、受注が大きく減少するおそれがあります。";
const secret = "当社は、新工場の建設に伴う借入金の一部について、財務制限条項に抵触するおそれがあると判断しております。";
const figures =
  "当社の主要な仕入先からの調達は全体の64％を占めており、この仕入先が供給を止めた場合には生産に影響が生じます。";
const text = prepareText([`# リスク\n\n${open}${secret}${figures}\n`]);

let asked: { documentId: string; words: string }[];
let answer: (words: string) => ServiceAnswer;
let listed: readonly DocumentSummary[] | undefined;

/** As the service looks: whole sentences only. */
const look = (words: string): ServiceAnswer => {
  const { found, ellipsis } = holdsQuote(text, words, wholeOnly(text));
  return { kind: "told", found, ellipsis, left_out: [], failures_left: 9 };
};

beforeEach(() => {
  restart();
  [asked, answer, listed] = [[], look, undefined];
});

const check = async (draft: string) => {
  const quote = async (documentId: string, words: string) => {
    asked.push({ documentId, words });
    return answer(words);
  };
  const finds = sampleFinds();
  const documents = async (codes: readonly string[]) => listed ?? (await finds.documents(codes));
  return inTime(checkDraft(sampleChecks(), ann, { ...finds, quote, documents }, draftOfText(draft, "text")));
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

  test("is asked for until ten were not found, and true ones cost none of these", async () => {
    const { claims } = await check(quoting(...Array.from({ length: 15 }, () => secret)));
    expect(claims.filter(({ verdict }) => verdict === "found")).toHaveLength(15);
    asked = [];
    const more = await check(
      quoting(...Array.from({ length: 30 }, (_, n) => `${secret.slice(0, -1)}${"の".repeat(n + 1)}。`)),
    );
    expect(asked).toHaveLength(missesMax);
    expect(more.claims.at(-1)).toMatchObject({ verdict: "not_checked", because: "too_many" });
  });

  test("says that the service did not answer, and the rest of the draft is checked", async () => {
    answer = () => {
      throw new ProblemError({ status: 429, code: "rate_limit_exceeded", detail: "Later." });
    };
    const { claims } = await check(`${quoting(secret, open)}海鳴精機の2026年3月期の売上高は12,345百万円だった。`);
    expect(claims.map(({ because }) => because)).toEqual(["not_asked", "not_asked", "not_owned"]);
    expect(asked).toHaveLength(1);
  });

  test("is looked for in the report of the year that is named, and where that is not owned though another is", async () => {
    await buy(parseSingle({ kind: "sections", document_id: "D1", sections: ["s1-2"] }));
    const [owned] = await inTime(sampleFinds().documents([]));
    if (owned === undefined) throw new Error("no document");
    const before = {
      ...owned,
      document_id: DocumentId.parse("D0"),
      period_start: "2024-04-01",
      period_end: "2025-03-31",
    };
    listed = [owned, before];
    const altered = `${"本文".repeat(12)}という文章は去年の報告書に書かれた内容であります`;
    answer = (words) => ({ ...look(words), found: words.startsWith(altered) });
    const claims = async (year: number) =>
      (await check(`海鳴精機は「${altered}」と述べた(${year}年3月期の報告書)。`)).claims.map(({ verdict, place }) => [
        verdict,
        place?.document_id,
      ]);
    expect(await claims(2025)).toEqual([["found", "D0"]]);
    expect(await claims(2026)).toEqual([["altered_words", "D1"]]);
    expect(asked.map(({ documentId }) => documentId)).toEqual(["D0"]);
  });
});

describe("the service", () => {
  const upstream = () => ({ ...fake.as("hk_x"), keyId: "guesses" });
  const quote = { document_id: DocumentId.parse("D1"), quote: secret };
  let fake: FakeUpstream;
  beforeAll(async () => {
    fake = await startFakeUpstream((_, response) =>
      json(response, 200, {
        document_id: "D1",
        verdict: "not_found",
        ellipsis: false,
        rule: "whole_sentences",
        failures_left: 9,
      }),
    );
  });
  afterAll(() => fake[Symbol.asyncDispose]());

  test("is asked once a day for what is not there", async () => {
    const guesses = new Guesses();
    for (let n = 0; n < 3; n++) expect(await guesses.ask(upstream(), quote)).toMatchObject({ found: false });
    expect(fake.asked).toHaveLength(1);
  });

  test("is not asked for a reader who has left", async () => {
    await expect(new Guesses().ask(upstream(), quote, AbortSignal.abort())).rejects.toThrow("aborted");
    expect(fake.asked).toHaveLength(1);
  });
});

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

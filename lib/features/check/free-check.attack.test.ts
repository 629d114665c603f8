import { expect, test } from "vitest";
import { makePublication, makeSection } from "../../../service/domain/publishing/testing/make-publication.ts";
import { createHarness } from "../../../service/testing/harness.ts";
import { listening } from "../../../service/testing/sockets.ts";
import { DocumentId } from "../../contract/ids.ts";
import { ann, inTime, restart } from "../../spending/testing/purchase-setup.ts";
import { testOwner } from "../../testing/test-service.ts";
import { type CheckedClaim, checkDraft } from "./check-draft.ts";
import { draftOfText } from "./draft-of-text.ts";
import { type FreeCheck, Guesses } from "./free-check.ts";
import { sampleChecks, sampleFinds } from "./testing/check-setup.ts";

/** Somebody who bought nothing has drafts checked to read a filing. Each draft is checked by a real service. */
const known =
  "当社グループは、主要な顧客である自動車メーカーの生産計画の変更により、受注が大きく減少するおそれがあります。";
const secret = "当社は、新工場の建設に伴う借入金の一部について、財務制限条項に抵触するおそれがあると判断しております。";
const figures =
  "当社の主要な仕入先からの調達は全体の64％を占めており、この仕入先が供給を止めた場合には生産に影響が生じます。";
const row = "| 売上高及び営業収入並びにその他の営業収益の連結合計額 | 12,345 | 13,579 | 14,680 | 731 |";
const rowWith = (figure: number) =>
  row
    .replace("731", String(figure))
    .replaceAll(/\s*\|\s*/gu, " ")
    .trim();
const sections = [
  makeSection("risk", `${known}${secret}\n\n${figures}`),
  makeSection("table", `| 区分 | 一 | 二 | 三 | 四 |\n|---|---|---|---|---|\n${row}`),
];
/** Whole sentences without a figure: the only ones that the service may confirm, to somebody who has them already. */
const whole: ReadonlySet<string> = new Set(
  [known, secret, known + secret].flatMap((each) => [each, each.slice(0, -1)]),
);

const patterns = ["%", "*", "_", ".*", "？", "…", "（略）", "\\S", "鑿", "〇"];

/** What draft number `n` tries. */
function probes(n: number): string[] {
  const cut = 1 + ((n * 7) % (secret.length - 1));
  const pattern = patterns[n % patterns.length] ?? "";
  return [
    // A sentence letter by letter, after words that are known, and from its end.
    known + secret.slice(0, cut),
    secret.slice(cut) + known,
    // Something stands for a letter, or for half of it.
    secret.slice(0, cut) + pattern + secret.slice(cut + 1),
    secret.slice(0, cut) + pattern + secret.slice(-12),
    // Numbers swept, in digits, in words and in a row.
    figures.replace("64", String(n % 100)),
    figures.replace("64％", `${["五十", "六十", "六十四", "七十"][n % 4]}パーセント`),
    rowWith(n),
    // A figure without its sentence.
    `全体の${n % 100}％を占めており`,
  ];
}

interface Attacker {
  readonly id: string;
  readonly check: (quotes: readonly string[]) => Promise<readonly CheckedClaim[]>;
}

async function attacked() {
  restart();
  const harness = await createHarness();
  await harness.publisher.publishDocument(makePublication({ documentId: "D1", securityCode: "9A01", sections }));
  const { url } = await listening(harness);
  const deps = sampleChecks();
  const finds = sampleFinds();
  const documents = await inTime(finds.documents([]));
  const issuers = await inTime(finds.issuers("海鳴精機"));
  const newAttacker = async (): Promise<Attacker> => {
    const { id, key } = await harness.newKey({ credits: 100, perMinute: 100_000, perDay: null });
    const upstream = { ...testOwner(key).upstream, baseUrl: url, keyId: id };
    const guesses = new Guesses();
    return {
      id,
      async check(quotes) {
        const text = quotes.map((each) => `海鳴精機は「${each}」とした。`).join("\n\n");
        const quote: FreeCheck["quote"] = (documentId, words) =>
          guesses.ask(upstream, { document_id: DocumentId.parse(documentId), quote: words });
        const named = async (words: string) => (words === "海鳴精機" ? issuers : []);
        const free = { ...finds, issuers: named, documents: async () => documents, quote };
        const { claims } = await checkDraft(deps, ann, free, draftOfText(text, "text"));
        return claims;
      },
    };
  };
  const asked = () => harness.records.filter(({ endpoint }) => endpoint === "verifyQuote").length;
  return { harness, newAttacker, asked };
}

const [drafts, draftsOfKey, atOnce] = [160, 4, 5];

test(`${drafts} probing drafts learn nothing of text that was not bought, for 0 credits`, async ({ annotate }) => {
  const { harness, newAttacker, asked } = await attacked();
  const began = performance.now();
  const counts: Record<string, number> = {};
  const learn = ({ text, verdict, because, words, filed, place }: CheckedClaim) => {
    counts[because ?? "?"] = (counts[because ?? "?"] ?? 0) + 1;
    expect(verdict, text).toBe(whole.has(text) ? "found" : "not_checked");
    expect(because, text).toMatch(whole.has(text) ? /^whole_sentence$/u : /^(?:not_whole_sentence|not_owned)$/u);
    expect([words, filed, place?.section_id ?? null, place?.page ?? null]).toEqual([null, null, null, null]);
  };
  // Many keys, so that the bound of one ends no attack.
  const attack = async (from: number) => {
    const attacker = await newAttacker();
    for (let n = from; n < from + draftsOfKey; n++) {
      const tried = probes(n);
      const two = [tried[n % tried.length] ?? "", tried[(n + 3) % tried.length] ?? ""];
      for (const claim of await attacker.check(n % 100 === 0 ? [...two, ...whole] : two)) learn(claim);
    }
    expect((await harness.keyState(attacker.id)).charged).toBe(0);
  };
  for (let n = 0; n < drafts; n += draftsOfKey * atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, each) => attack(n + each * draftsOfKey)));
  expect(counts["whole_sentence"]).toBeGreaterThan(0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await annotate(`${drafts} drafts, ${asked()} quotations asked for: ${JSON.stringify(counts)}, ${seconds} s`);
});

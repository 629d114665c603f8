import { expect, test } from "vitest";
import type { ProblemDetails } from "../../../lib/contract/problems.ts";
import type { QuoteVerificationResponse } from "../../../lib/contract/resources.ts";
import { holdsQuote, prepareText, wholeOnly } from "../../../lib/text/quotes/prepared-text.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { createHarness, type Harness } from "../../testing/harness.ts";
import { listening } from "../../testing/sockets.ts";

/**
 * Somebody who bought nothing tries to read a document by having quotes verified, over real sockets. Each test is one way
 * of trying, and asserts how much is learned; what it came to is told as an annotation.
 */

const day = 24 * 3_600_000;
const known = "当社グループの当連結会計年度の売上高は、前期に比べて12.5％増加し、34,567百万円となりました。";
const secret = "当社は、新工場の建設に伴う借入金のうち8,640百万円について、財務制限条項に抵触するおそれがあります。";
const rowWith = (figure: number) =>
  `売上高及び営業収入並びにその他の営業収益の連結合計額 12,345 13,579 14,680 ${figure}`;
const secretFigure = 731;
const sections = [
  makeSection("risk", `${known}${secret}`),
  makeSection(
    "table",
    `| 区分 | 第40期 | 第41期 | 第42期 | 第43期 |\n|---|---:|---:|---:|---:|\n| ${rowWith(secretFigure).replaceAll(" ", " | ")} |`,
  ),
];
const wrong = known.replace("34,567", "34,568");

type Told = { readonly status: number; readonly json: Partial<QuoteVerificationResponse & ProblemDetails> };

interface Attack {
  readonly harness: Harness;
  readonly say: (what: string) => Promise<void>;
  ask(quote: string, options?: { key?: string; document?: string; url?: string }): Promise<Told>;
  newKey(): Promise<string>;
}

function attack(title: string, run: (attack: Attack) => Promise<void>): void {
  test(title, async ({ annotate }) => {
    const harness = await createHarness();
    await harness.publisher.publishDocument(makePublication({ documentId: "TARGET", sections }));
    const { url } = await listening(harness);
    const newKey = async () => (await harness.newKey({ credits: 0, perMinute: 100_000, perDay: null })).key;
    const mine = await newKey();
    await run({
      harness,
      newKey,
      say: async (what) => void (await annotate(what)),
      async ask(quote, options = {}) {
        const response = await fetch(`${options.url ?? url}/quotes/verify`, {
          method: "POST",
          headers: { authorization: `Bearer ${options.key ?? mine}`, "content-type": "application/json" },
          body: JSON.stringify({ document_id: options.document ?? "TARGET", quote }),
        });
        return { status: response.status, json: (await response.json()) as Told["json"] };
      },
    });
  });
}

const outcome = ({ json }: Told) => json.verdict ?? json.code ?? "?";
function tally(answers: readonly Told[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1;
  return counts;
}

attack("figure by figure: one unknown number in a row whose other cells are known", async ({ ask, say, harness }) => {
  let figure = 100;
  let guesses = 0;
  const perDay: number[] = [];
  for (let i = 0; i < 7; i++) {
    let told = await ask(rowWith(figure));
    let today = 0;
    while (outcome(told) === "not_found") {
      today++;
      told = await ask(rowWith(++figure));
    }
    expect(outcome(told)).toBe("quote_limit_reached");
    perDay.push(today);
    guesses += today;
    harness.clock.nowMs += day;
  }
  expect(perDay).toEqual(Array(7).fill(10));
  await say(`7 days, 1 key: ${guesses} of 900 candidates excluded, not found; exhausting them takes 90 days`);
});

attack("a sentence letter by letter: even its true beginnings are not found", async ({ ask, say, newKey }) => {
  let asked = 0;
  for (let length = 1; length < secret.length; length += 9) {
    const key = await newKey();
    for (const quote of [known + secret.slice(0, length), known.slice(length) + secret.slice(0, length)]) {
      asked++;
      expect(outcome(await ask(quote, { key })), quote).toMatch(/^(?:not_found|invalid_quote)$/);
    }
  }
  expect(outcome(await ask(known + secret))).toBe("found");
  await say(`${asked} true beginnings, each with a fresh key: 0 found`);
});

attack("wildcards, ellipses and patterns stand for nothing", async ({ ask, say, newKey }) => {
  const patterns = ["…", "%", "_", "*", ".*", "?", "？", "\\d+", "[0-9]{3}", "（略）", "\u0000", "𠮷"];
  const answers: Told[] = [];
  for (const pattern of patterns) {
    const key = await newKey();
    for (const quote of [
      rowWith(secretFigure).replace(/731$/, pattern),
      secret.replace("8,640", pattern),
      `${known}${pattern}8,6`,
      secret.slice(0, 30) + pattern + secret.slice(-12),
      pattern.repeat(40),
    ]) {
      answers.push(await ask(quote, { key }));
    }
  }
  expect(tally(answers)["found"]).toBeUndefined();
  await say(`${answers.length} quotes with ${patterns.length} patterns: ${JSON.stringify(tally(answers))}`);
});

attack("refusals of form are free and say the same of true and false words", async ({ ask, say }) => {
  const pairs = [
    ["8,640百万円", "8,641百万円"],
    [secret.slice(0, 39), `${secret.slice(0, 38)}鑿`],
    [`${known}…${secret.slice(-20)}`, `${known}…${"鑿".repeat(20)}`],
    [`\u200b${secret.slice(0, 30)}${"\u3000".repeat(60)}`, `\u200b${"鑿".repeat(30)}${"\u3000".repeat(60)}`],
    [Array(11).fill(known).join("…"), Array(11).fill(wrong).join("…")],
  ] as const;
  for (const [right, other] of pairs) {
    const [a, b] = [await ask(right), await ask(other)];
    expect([a.status, { ...a.json, instance: "" }]).toEqual([b.status, { ...b.json, instance: "" }]);
    expect(a.json.code).toBe("invalid_quote");
  }
  expect((await ask(known)).json.failures_left).toBe(10);
  await say(`${pairs.length} pairs of true and false quotes: equal answers, none counted`);
});

attack(
  "letters that look or decompose alike, and ones that nobody sees, match nothing",
  async ({ ask, say, newKey }) => {
    const tricks = [
      known.normalize("NFD"),
      known.replace("百万円", "㍾百万円"),
      known.replace("12.5", "12．\u20605"),
      known.replace("当社", "当\u200d社"),
      known.replace("売", "\u202e売"),
      known.replace("増加", "増\ufe00加"),
      known.replace("34,567", "34\u060c567"),
      known.replace("34,567", "三四、五六七"),
      known.replace("ました", "マシタ"),
    ];
    const answers = await Promise.all(tricks.map(async (quote) => ask(quote, { key: await newKey() })));
    expect(tally(answers)).toEqual({ not_found: tricks.length });
    await say(`${tricks.length} spellings: ${JSON.stringify(tally(answers))}`);
  },
);

attack("many documents: the key's own bound", async ({ ask, say, harness }) => {
  for (let i = 0; i < 12; i++) {
    await harness.publisher.publishDocument(
      makePublication({ documentId: `D${i}`, fiscalPeriod: `${2000 + i}FY`, sections }),
    );
  }
  const answers: Told[] = [];
  for (let i = 0; i < 12; i++) for (let j = 0; j < 12; j++) answers.push(await ask(wrong, { document: `D${i}` }));
  expect(tally(answers)).toEqual({ not_found: 100, quote_limit_reached: 44 });
  // Nothing more is told of a document that was never asked for, true or not.
  const [right, other] = [await ask(known), await ask(wrong)];
  expect([outcome(right), outcome(other)]).toEqual(["quote_limit_reached", "quote_limit_reached"]);
  await say(
    `12 documents of 12 guesses: ${JSON.stringify(tally(answers))}; a true quote afterwards: ${outcome(right)}`,
  );
});

attack(
  "many requests at once: exactly the bound, and what is true among the rest is not told",
  async ({ ask, say }) => {
    const guesses = Array.from({ length: 200 }, (_, i) => ask(known.replace("34,567", String(100 + i))));
    const counts = tally(await Promise.all(guesses));
    expect(counts).toEqual({ not_found: 10, quote_limit_reached: 190 });
    const after = await Promise.all([known, wrong, secret, known + secret].map((quote) => ask(quote)));
    expect(tally(after)).toEqual({ quote_limit_reached: 4 });
    await say(
      `200 guesses at once: ${JSON.stringify(counts)}; 4 more, 3 of them true: ${JSON.stringify(tally(after))}`,
    );
  },
);

attack("many true quotes at once are all found and cost no failure", async ({ ask }) => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(known)));
  expect(tally(answers)).toEqual({ found: 60 });
  expect((await ask(secret)).json.failures_left).toBe(10);
});

attack("a restart and two services at once give nothing more", async ({ ask, say, harness }) => {
  for (let i = 0; i < 6; i++) await ask(wrong);
  const { service } = await harness.restarted();
  const { url } = await listening({ ...harness, service });
  const both = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(wrong, i % 2 === 0 ? { url } : {})));
  expect(tally(both)).toEqual({ not_found: 4, quote_limit_reached: 16 });
  expect(outcome(await ask(known, { url }))).toBe("quote_limit_reached");
  await say(`6 guesses, a second process, 20 more at both at once: ${JSON.stringify(tally(both))}`);
});

attack("requests that are broken off count all the same", async ({ ask, say, harness }) => {
  const { key } = await harness.newKey();
  const { url } = await listening(harness);
  await Promise.allSettled(
    Array.from({ length: 30 }, async (_, i) => {
      const leaving = new AbortController();
      const asked = fetch(`${url}/quotes/verify`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ document_id: "TARGET", quote: wrong }),
        signal: leaving.signal,
      });
      setTimeout(() => leaving.abort(), i % 5);
      await asked;
    }),
  );
  let more = 0;
  while (outcome(await ask(wrong, { key })) === "not_found") more++;
  expect(more).toBeLessThanOrEqual(10);
  await say(`30 guesses broken off, then ${more} answered ones until the bound`);
});

attack("another key has a bound of its own, and nothing of one is told by the other", async ({ ask, newKey, say }) => {
  const keys = await Promise.all(Array.from({ length: 3 }, newKey));
  let guesses = 0;
  for (const key of keys) while (outcome(await ask(wrong, { key })) === "not_found") guesses++;
  expect(guesses).toBe(30);
  await say("3 keys: 30 guesses; the service knows keys and no accounts, so whoever hands out keys hands out budgets");
});

test("the time of an answer that is not found does not tell how nearly it was", async ({ annotate }) => {
  const filler = Array.from(
    { length: 2_000 },
    (_, i) => `第${i}の段落は、当社グループの${i * 7}百万円の取引について記載しております。\n\n`,
  );
  const text = prepareText([...filler.slice(0, 1_900), `${known}${secret}\n\n`, ...filler.slice(1_900)]);
  expect(text.words.folded.length).toBeGreaterThan(60_000);
  const cpuOf = (quote: string) => {
    const runs = Array.from({ length: 9 }, () => {
      const before = process.cpuUsage();
      for (let i = 0; i < 100; i++) holdsQuote(text, quote, wholeOnly(text));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 100;
    });
    return runs.sort((a, b) => a - b)[4] ?? 0;
  };
  const near = {
    "one digit off": wrong,
    "true but cut": known.slice(0, -1),
    "true but for its last letter": `${secret.slice(0, -1)}鑿`,
    far: "鑿".repeat(secret.length),
    "far, in common letters": secret.replaceAll("は", "が").replaceAll("の", "に"),
  };
  cpuOf(wrong);
  const told = Object.entries(near).map(([what, quote]) => [what, cpuOf(quote)] as const);
  await annotate(
    `CPU of one look into ${text.words.folded.length} characters: ${told.map(([what, us]) => `${what} ${us.toFixed(0)} µs`).join(", ")}`,
  );
  const times = told.map(([, us]) => us);
  // What differs is far below what a socket blurs, and a day has ten samples.
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(2_000);
});

test("what a day can tell at the most", async ({ annotate }) => {
  const bits = (requests: number, failures: number) => {
    let log = 0;
    let sum = 1;
    let term = 1;
    for (let k = 1; k <= failures; k++) {
      term *= (requests - k + 1) / k;
      sum += term;
      if (sum > 1e290) {
        log += Math.log2(sum);
        term /= sum;
        sum = 1;
      }
    }
    return log + Math.log2(sum);
  };
  const perMinute = 600;
  const requests = perMinute * 24 * 60;
  expect(bits(10, 10)).toBeCloseTo(10);
  expect(bits(requests, 10)).toBeLessThan(180);
  await annotate(
    `Answers of a day differ in at most ${bits(1_000, 10).toFixed(0)} bits for 1,000 requests about one document, ` +
      `${bits(requests, 10).toFixed(0)} for ${requests} (a whole day at ${perMinute} a minute); ` +
      `of independent coin flips 10 failures tell 20 on average, of a three-digit figure 10 candidates in 900.`,
  );
});

import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { SeededRandom } from "../../../lib/spending/simulation/environment.ts";
import type { PurchaseAction, SinglePurchase } from "../../../lib/spending/wire.ts";
import type { Browser } from "./browser.ts";
import type { Goods } from "./goods.ts";
import type { Tally } from "./tally.ts";

/** Somebody who reads, searches and buys, as a browser would, and repeats what got no answer. */
export interface AnalystOptions {
  readonly browser: Browser;
  readonly random: SeededRandom;
  readonly goods: Goods;
  readonly tally: Tally;
  /** Shared by the browsers of one owner, who often want the same thing at the same time. */
  readonly taste: { latest?: SinglePurchase };
  isOver(): boolean;
}

const Quote = z.looseObject({
  token: z.string(),
  price: z.looseObject({ max: z.number() }),
  blocker: z.string().nullable(),
});
const View = z.looseObject({
  purchase_id: z.string(),
  done: z.boolean(),
  intents: z.array(z.looseObject({ state: z.string(), credits: z.number().nullable() })),
});
type View = z.infer<typeof View>;

/** A quote is good for five minutes; a confirmation without an answer is sent again within them. */
const confirmTries = 240;
const pauseMs = 500;
const doneWithinMs = 300_000;
const words = ["売上高", "営業利益", "配当", "研究開発", "設備投資", "リスク", "子会社", "従業員"];

export async function analyst(options: AnalystOptions): Promise<void> {
  const { random, isOver } = options;
  while (!isOver()) {
    if (random.happens(0.4)) await look(options);
    else await buy(options);
    await pause(100 + random.below(400));
  }
}

async function look({ browser, random, goods, tally }: AnalystOptions): Promise<void> {
  const document = random.pick(goods.documents);
  const pages = [
    "/",
    "/library",
    "/library/spending",
    "/read?since=2000-01-01",
    `/documents/${document}`,
    "/api/library",
  ];
  const answer = await browser.get(random.pick(pages));
  tally.page(answer?.status);
  if (answer?.status === 401 || answer?.status === 307) tally.broken("somebody was signed out");
}

async function buy(options: AnalystOptions): Promise<void> {
  const { browser, random, tally } = options;
  const action = pick(options);
  const asked = await browser.post("/api/purchases/quote", { action });
  if (asked?.status !== 200) return tally.notQuoted(asked);
  const { token, price, blocker } = Quote.parse(JSON.parse(asked.bytes.toString()));
  if (blocker !== null) return tally.blocked(blocker);
  const confirmation = { token, max_credits: price.max };
  // Every second time with a double click, whose second half may meet the other web app.
  const clicks = random.happens(0.5) ? 2 : 1;
  const views = await Promise.all(Array.from({ length: clicks }, () => confirm(browser, confirmation, tally)));
  const ids = new Set(views.flatMap((view) => (view === undefined ? [] : [view.purchase_id])));
  if (ids.size > 1) tally.broken(`one confirmation became ${ids.size} purchases`);
  const [view] = views.filter((each) => each !== undefined);
  if (view !== undefined) await follow(browser, view, tally);
}

/** Undefined where it was refused, in words. */
async function confirm(browser: Browser, body: unknown, tally: Tally): Promise<View | undefined> {
  for (let tries = 0; tries < confirmTries; tries++) {
    const answer = await browser.post("/api/purchases", body);
    if (answer?.status === 200) return View.parse(JSON.parse(answer.bytes.toString()));
    if (answer !== undefined) {
      tally.refused(answer);
      return undefined;
    }
    tally.repeated();
    await pause(pauseMs);
  }
  tally.broken("a confirmation was never answered");
  return undefined;
}

async function follow(browser: Browser, first: View, tally: Tally): Promise<void> {
  const startedAt = performance.now();
  let view = first;
  while (!view.done && performance.now() - startedAt < doneWithinMs) {
    await pause(pauseMs);
    const answer = await browser.get(`/api/purchases/${view.purchase_id}`);
    if (answer?.status === 200) view = View.parse(JSON.parse(answer.bytes.toString()));
  }
  tally.ended(view.done ? view.intents.map(({ state }) => state) : ["not done"]);
}

function pick({ random, goods, taste }: AnalystOptions): PurchaseAction {
  const part = random.fraction();
  if (part < 0.3 && taste.latest !== undefined) return taste.latest;
  if (part < 0.7) {
    taste.latest = random.pick(goods.things);
    return taste.latest;
  }
  if (part < 0.85) return question(random);
  const lines = Array.from({ length: 2 + random.below(3) }, () => random.pick(goods.things));
  return { kind: "basket", lines: [...new Set(lines)] };
}

function question(random: SeededRandom): SinglePurchase {
  const query = `${random.pick(words)} ${random.pick(words)}`;
  return random.happens(0.7)
    ? { kind: "search_documents", input: { query, match_type: "lexical", top_k: 1 + random.below(20) } }
    : { kind: "search_news", input: { query: random.pick(words), top_k: 1 + random.below(20) } };
}

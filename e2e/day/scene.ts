import { z } from "zod";
import { api } from "../../lib/routes.ts";
import type { SeededRandom } from "../../lib/spending/simulation/environment.ts";
import type { PurchaseAction, SinglePurchase } from "../../lib/spending/wire.ts";
import type { DayDocument } from "./market.ts";
import type { Holdings } from "./model.ts";
import { Fault, type Tab } from "./tab.ts";

/** One of the people of the day. */
export interface DayOwner {
  readonly name: string;
  readonly key: string;
  readonly keyId: string;
  readonly granted: number;
  readonly holdings: Holdings;
  /** Of two browsers; the second is signed out now and then. */
  readonly cookies: [string, string];
  readonly receiptIds: string[];
  readonly answerIds: string[];
  readonly newsIds: string[];
  /** Of the program that acts for them. */
  readonly token: string;
}

/** What a step has at hand. */
export interface Scene {
  readonly webUrl: string;
  readonly random: SeededRandom;
  readonly owner: DayOwner;
  readonly others: readonly DayOwner[];
  readonly document: DayDocument;
  readonly tab: Tab;
  /** The same owner's other browser. */
  readonly otherTab: Tab;
  /** Says before a request what it may charge at most; whatever else is charged is a fault. */
  may(credits: number): void;
  /** A new session of the owner, in place of the second browser's. */
  signInAgain(): Promise<void>;
}

export interface Step {
  readonly name: string;
  /** How often it comes, compared with the others. */
  readonly weight: number;
  run(scene: Scene): Promise<void>;
}

const Quote = z.object({
  token: z.string(),
  owned: z.boolean(),
  price: z.object({ max: z.number() }),
  blocker: z.string().nullable(),
});

const View = z.object({
  purchase_id: z.string(),
  done: z.boolean(),
  stopped: z.boolean().optional(),
  intents: z.array(z.object({ state: z.string(), error: z.object({ code: z.string() }).nullable() })),
});
type View = z.infer<typeof View>;

/** Reasons for which a purchase may end without its thing; none of them charges. */
const honestRefusals = [
  "insufficient",
  "quota_exceeded",
  "over_daily_cap",
  "over_monthly_cap",
  "content_not_available",
];

const endsWithinMs = 60_000;

/** Quotes, confirms and waits, as the priced button does. Undefined where nothing was run. */
export async function buy(scene: Scene, tab: Tab, action: PurchaseAction): Promise<View | undefined> {
  const quoted = await tab.send("POST", api.quote(), { action }, [200, 404, 409]);
  if (quoted.status !== 200) return undefined;
  const quote = Quote.parse(JSON.parse(quoted.text));
  if (action.kind !== "basket" && action.epoch === undefined && scene.owner.holdings.owns(action))
    if (!quote.owned || quote.price.max > 0) throw new Fault(`what is owned has a price: ${JSON.stringify(action)}`);
  if (quote.blocker !== null) return undefined;
  scene.may(quote.price.max);
  const order = { token: quote.token, max_credits: quote.price.max };
  const confirmed = await tab.send("POST", api.purchases(), order, [200, 409]);
  if (confirmed.status !== 200) return undefined;
  const view = await untilDone(tab, View.parse(JSON.parse(confirmed.text)));
  const failed = view.intents.find(({ state }) => state !== "stored");
  if (failed !== undefined && view.stopped !== true && !honestRefusals.includes(failed.error?.code ?? ""))
    throw new Fault(`a purchase ended ${failed.state}: ${JSON.stringify(failed.error)}`);
  return view;
}

async function untilDone(tab: Tab, first: View): Promise<View> {
  let view = first;
  const endsAt = performance.now() + endsWithinMs;
  while (!view.done) {
    if (performance.now() > endsAt) throw new Fault(`purchase ${view.purchase_id} never ended`);
    await new Promise((resolve) => setTimeout(resolve, 15));
    view = View.parse(JSON.parse((await tab.get(api.purchase(view.purchase_id))).text));
  }
  return view;
}

export const words = ["売上高", "リスク", "配当", "自己株式の取得", "従業員", "見通し"];

/** Something that can be bought of the scene's document; a question where it has nothing to sell. */
export function pickAction({ random, document }: Pick<Scene, "random" | "document">): SinglePurchase {
  const document_id = document.id;
  const again = random.happens(0.04) ? ({ epoch: "again" } as const) : {};
  const luck = random.fraction();
  const { sections, pageCount, originals } = document;
  if (luck < 0.35 && sections.length > 0)
    return { kind: "sections", document_id, sections: someOf(random, sections).map(({ id }) => id) };
  if (luck < 0.5 && sections.length > 0) return { kind: "content", document_id, ...again };
  if (luck < 0.75 && pageCount > 0) {
    const pages = Array.from({ length: pageCount }, (_, at) => at + 1);
    return { kind: "pages", document_id, pages: someOf(random, pages), ...again };
  }
  if (luck < 0.85 && originals.length > 0)
    return { kind: "original", document_id, original_id: random.pick(originals), ...again };
  return pickQuestion(random, document);
}

export function pickQuestion(random: SeededRandom, { code }: Pick<DayDocument, "code">): SinglePurchase {
  const query = random.pick(words);
  const kind = random.below(5);
  if (kind === 0) return { kind: "search_news", input: { query } };
  if (kind === 1) return { kind: "list_news", input: { security_codes: [code] } } as SinglePurchase;
  return {
    kind: "search_documents",
    input: { query, match_type: random.pick(["lexical", "semantic"]) },
  } as SinglePurchase;
}

/** One to three. */
function someOf<T>(random: SeededRandom, all: readonly T[]): T[] {
  return [...new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(all)))];
}

/** Words of owned text, with the section where they stand; undefined where no text is owned. */
export async function ownedWords({
  tab,
  random,
  document,
}: Pick<Scene, "tab" | "random" | "document">): Promise<OwnedWords | undefined> {
  const { items } = Library.parse(JSON.parse((await tab.get(api.library({ document: document.id, limit: 200 }))).text));
  const texts = items.filter(({ kind }) => kind === "content" || kind === "sections");
  if (texts.length === 0) return undefined;
  const { artifact_id, section_id } = random.pick(texts);
  const delivered = Delivered.parse(JSON.parse((await tab.get(api.ownedArtifact(artifact_id))).text));
  const lines = delivered.content.split("\n").filter((line) => line.length >= 24 && !/[#|*[\]<>!_\\&`]/.test(line));
  if (lines.length === 0) return undefined;
  const line = random.pick(lines).trim();
  const quote = line.slice(0, 20 + random.below(20));
  const section = delivered.content_sections?.find(({ content }) => content.includes(quote))?.section_id;
  return { quote, sectionId: section ?? section_id ?? document.sections[0]?.id ?? "" };
}

interface OwnedWords {
  readonly quote: string;
  readonly sectionId: string;
}

const Library = z.object({
  items: z.array(z.object({ artifact_id: z.string(), kind: z.string(), section_id: z.string().nullable() })),
});
const Delivered = z.object({
  content: z.string(),
  content_sections: z.array(z.object({ section_id: z.string(), content: z.string() })).optional(),
});

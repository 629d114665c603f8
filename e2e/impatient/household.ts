import { z } from "zod";
import { SecurityCode } from "../../lib/contract/ids.ts";
import { agentRoutes, api, askRoutes, routes, updateRoutes } from "../../lib/routes.ts";
import { SeededRandom } from "../../lib/spending/simulation/environment.ts";
import type { PurchaseView } from "../../lib/spending/wire.ts";
import { type ApiCall, boughtDocument, buy, makeApiCall } from "../bought.ts";
import { type DayDocument, findDayMarket } from "../day/market.ts";
import { ownedWords } from "../day/scene.ts";
import { Tab } from "../day/tab.ts";
import type { Programs } from "../programs.ts";
import { callTool } from "./tool-call.ts";

/** An owner who has one of everything, so that every address has something to answer with. */
export interface Household {
  readonly programs: Programs;
  readonly cookie: string;
  readonly key: { readonly key: string; readonly id: string };
  /** What patient requests go by. */
  readonly ask: ApiCall;
  /** Those that are sold now. */
  readonly documents: readonly DayDocument[];
  /** Whose sessions may be ended at any time. */
  readonly guestKey: string;
  /** Opens no library yet. */
  readonly spareKey: string;
  readonly spareKeyId: string;
  readonly operatorKey: string;
  /** Of the program that acts for the owner. */
  readonly token: string;
  readonly quote: string;
  readonly intentId: string;
  /** The public one. */
  readonly sessionId: string;
  /** By the names that folders of addresses have for them. */
  readonly ids: Readonly<Record<string, string>>;
}

/** More than all of it could cost. */
export const grantedCredits = 100_000_000;

export async function makeHousehold(programs: Programs): Promise<Household> {
  const { webUrl } = programs;
  const owner = programs.makeFundedKey(grantedCredits);
  const spare = programs.makeFundedKey(grantedCredits);
  const cookie = await programs.signIn(owner.key);
  const ask = makeApiCall(webUrl, cookie);
  const tab = new Tab(webUrl, cookie, undefined);
  const random = new SeededRandom(1);
  const documents = (await findDayMarket(tab, random)).filter(({ sections }) => sections.length > 0);
  const bought = await boughtDocument(webUrl, cookie);
  const { documentId, securityCode, sectionId } = bought;
  await Promise.all(documents.filter(({ id }) => id.startsWith("S100ZZZ")).map((each) => buyPackage(ask, each)));
  const document = { id: documentId, code: securityCode, sections: [], pageCount: 1, originals: [] };
  const words = await ownedWords({ tab, random, document });
  if (words === undefined) throw new Error("the bought section has no words");
  const selection = { document_id: documentId, section_id: sectionId, quote: words.quote, before: "" };
  const receipt = await ask<{ receipt_id: string }>(api.receipts(), selection);
  const answerId = await answered(ask, securityCode);
  const shared = await ask<{ share_id: string }>(askRoutes.share(answerId), {});
  const draft = { kind: "text", blocks: [{ id: "b1", kind: "paragraph", text: `「${words.quote}」` }] };
  const check = await ask<{ check_id: string }>(askRoutes.checks(), { draft });
  const news = await boughtNews(ask, securityCode);
  await tab.send("PUT", api.watches(), { security_code: securityCode, name: null, name_en: null }, [204]);
  const feed = await ask<{ address: string }>(updateRoutes.feeds(), { source: `watch:${securityCode}`, consent: true });
  await ask(updateRoutes.webhooks(), {
    source: `watch:${securityCode}`,
    address: `${webUrl}/api/health`,
    consent: true,
  });
  const wanted = { name: "program", scope: "spend", daily_cap: 100_000, total_cap: 1_000_000, days: 30, consent: true };
  const { token } = await ask<{ token: string }>(agentRoutes.tokens(), wanted);
  const {
    items: [artifact],
  } = await ask<{ items: { artifact_id: string }[] }>(api.library({ limit: 5 }));
  return {
    ...{ programs, cookie, key: owner, ask, documents, token, quote: words.quote },
    guestKey: programs.makeFundedKey(grantedCredits).key,
    ...{ spareKey: spare.key, spareKeyId: spare.id },
    operatorKey: programs.makeOperatorKey(),
    sessionId: /name="session" value="([^"]+)"/.exec(await tab.page(routes.account()))?.[1] ?? "",
    intentId: news.view.intents[0]?.intent_id ?? "",
    ids: {
      ...bought,
      ...{ answerId, pageNumber: "1", purchaseId: news.view.purchase_id, newsId: news.newsId },
      ...{ receiptId: receipt.receipt_id, shareId: shared.share_id, artifactId: artifact?.artifact_id ?? "" },
      checkId: check.check_id,
      approvalId: await askedApproval(webUrl, token, documents),
      token: feed.address.split("/").at(-1) ?? "",
      // No text of the sample market has an image, and there is nothing at these two.
      ...{ name: "figure.png", missing: "no-such-address", nextauth: "csrf" },
    },
  };
}

/** The figures of a document are read from its package. */
async function buyPackage(ask: ApiCall, { id, originals }: DayDocument): Promise<void> {
  for (const original_id of originals) await buy(ask, { kind: "original", document_id: id, original_id });
}

async function answered(ask: ApiCall, code: string): Promise<string> {
  const question = { question: "売上高はいくらか。", security_codes: [code], budget: 4 };
  const { plan_id, most } = await ask<{ plan_id: string; most: number }>(askRoutes.plan(), question);
  await ask(askRoutes.all(), { plan_id, max_credits: most });
  for (;;) {
    const { state } = await ask<{ state: string }>(askRoutes.one(plan_id));
    if (state !== "running" && state !== "planned") return plan_id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function boughtNews(ask: ApiCall, code: string): Promise<{ view: PurchaseView; newsId: string }> {
  const input = { security_codes: [SecurityCode.parse(code)], timeline_since: "2000-01-01" };
  const { purchase_id } = await buy(ask, { kind: "list_news", input });
  const view = await ask<PurchaseView>(api.purchase(purchase_id));
  const list = z.object({ news: z.array(z.object({ news_id: z.string() })) }).safeParse(view.answer?.value);
  const newsId = list.data?.news[0]?.news_id;
  if (newsId === undefined) throw new Error(`no news of ${code}: ${JSON.stringify(view)}`);
  return { view, newsId };
}

/** A plan over the owner's threshold, which waits for a person. */
async function askedApproval(webUrl: string, token: string, documents: readonly DayDocument[]): Promise<string> {
  for (const { id } of documents) {
    const facts = await callTool(webUrl, token, "read", { document_id: id, max_credits: 100 });
    const approval = facts.error?.approval_url?.split("/").at(-1);
    if (approval !== undefined) return approval;
  }
  throw new Error("no plan had to be approved");
}

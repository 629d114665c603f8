import { z } from "zod";
import { api, basketRoutes } from "../../lib/routes.ts";
import type { SinglePurchase } from "../../lib/spending/wire.ts";
import { buy, pickAction, pickQuestion, type Scene, type Step } from "./scene.ts";
import { Fault, type Tab } from "./tab.ts";

/** Whatever spends credits in the browser, beside questions. */
export const buyingSteps: readonly Step[] = [
  { name: "buy", weight: 14, run: async (scene) => void (await buy(scene, scene.tab, pickAction(scene))) },
  { name: "buy whole", weight: 3, run: buyWhole },
  { name: "search", weight: 3, run: search },
  { name: "two tabs", weight: 4, run: buyInTwoTabs },
  { name: "collect", weight: 4, run: collect },
  { name: "buy basket", weight: 4, run: buyBasket },
];

async function buyWhole(scene: Scene): Promise<void> {
  const { tab, document } = scene;
  if (document.sections.length > 0) await buy(scene, tab, { kind: "content", document_id: document.id });
}

const Found = z.object({ answer: z.object({ value: z.unknown() }).optional() });
const NewsList = z.object({ news: z.array(z.object({ news_id: z.string() })) });

async function search(scene: Scene): Promise<void> {
  const { tab, random, document, owner } = scene;
  const question = pickQuestion(random, document);
  const bought = await buy(scene, tab, question);
  if (bought === undefined || question.kind !== "list_news") return;
  const { answer } = Found.parse(JSON.parse((await tab.get(api.purchase(bought.purchase_id))).text));
  const news = NewsList.safeParse(answer?.value);
  if (news.success) owner.newsIds.push(...news.data.news.map(({ news_id }) => news_id).slice(0, 3));
}

/** The same in two browsers at once: one charge, and both have it. */
async function buyInTwoTabs(scene: Scene): Promise<void> {
  const { tab, otherTab } = scene;
  const { epoch: _, ...action } = pickAction(scene);
  const tabs = [tab, otherTab];
  const ended = await Promise.allSettled(tabs.map((each) => buy(scene, each, action)));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  const isBought = ended.every((each) => each.status === "fulfilled" && each.value !== undefined);
  if (isBought) for (const each of tabs) await expectOwned(each, action);
}

const Owned = z.object({ owned: z.boolean() });

async function expectOwned(tab: Tab, action: SinglePurchase): Promise<void> {
  const { text } = await tab.send("POST", api.quote(), { action });
  if (!Owned.parse(JSON.parse(text)).owned) throw new Fault(`bought and not owned: ${JSON.stringify(action)}`);
}

async function collect(scene: Scene): Promise<void> {
  const { tab, random } = scene;
  const { epoch: _, ...line } = pickAction(scene);
  const change = random.happens(0.7) ? { add: [line] } : random.happens(0.8) ? { remove: [line] } : { clear: true };
  await tab.send("PUT", basketRoutes.items(), change, [200, 409]);
  await tab.page(basketRoutes.page());
}

const Basket = z.object({
  lines: z.array(
    z.object({
      action: z.custom<SinglePurchase>(),
      owned: z.boolean(),
      blocker: z.string().nullable(),
      problem: z.unknown(),
    }),
  ),
  run: z.object({ purchase_id: z.string() }).nullable(),
});

async function buyBasket(scene: Scene): Promise<void> {
  const { tab, random } = scene;
  const { lines, run } = Basket.parse(JSON.parse((await tab.get(basketRoutes.items())).text));
  if (run !== null) await tab.send("PUT", basketRoutes.items(), { dismiss: run.purchase_id }, [200, 409]);
  const open = lines
    .filter(({ owned, blocker, problem }) => !owned && blocker === null && problem === null)
    .slice(0, 5);
  if (open.length === 0) return;
  const bought = await buy(scene, tab, { kind: "basket", lines: open.map(({ action }) => action) });
  if (bought === undefined) return;
  if (random.happens(0.3)) await tab.send("POST", basketRoutes.stop(bought.purchase_id), undefined, [200, 404]);
  await tab.page(basketRoutes.page());
}

import type { Store } from "../../store/store.ts";
import { openTestStore } from "../../store/testing/test-store.ts";
import { purchaseView } from "../library/purchase-views.ts";
import type { SimApp } from "../simulation/app.ts";
import { simSpender, startApp } from "../simulation/app.ts";
import { drive, SeededRandom, SimClock, SimDisk } from "../simulation/environment.ts";
import { type ServiceOptions, SimService } from "../simulation/service.ts";
import type { PurchaseAction, PurchaseView, SinglePurchase } from "../wire.ts";

export const upstream = "http://service";
export const ann = simSpender("ann", upstream);

interface TestSetup {
  readonly store: Store;
  readonly clock: SimClock;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly app: SimApp;
}

function setUp(options: Partial<ServiceOptions>, store: Store): TestSetup {
  const clock = new SimClock(Date.UTC(2026, 10, 21, 3));
  const random = new SeededRandom(7);
  const disk = new SimDisk();
  const service = new SimService(clock, random, {
    ...{ idempotent: true, withBalance: true, withSizes: true, balance: 1_000, faultRate: 0 },
    ...options,
  });
  return { store, clock, disk, service, app: startApp({ clock, random, disk, service, store }) };
}

/** What the test works on, made anew by `restart`. */
export let at: TestSetup;

export function restart(options: Partial<ServiceOptions> = {}, store: Store = openTestStore()): void {
  at = setUp(options, store);
}

/** Another process beside the first, on the same store and disk. */
export function startAnother(seed: number): SimApp {
  return startApp({ ...at, random: new SeededRandom(seed) });
}

/** A new process on the same disk, which recovers what the last one left. */
export async function startAgain(): Promise<void> {
  at = { ...at, app: startAnother(11) };
  await at.app.purchaseService.runner.recover({ isAlone: true });
}

export async function inTime<T>(work: Promise<T>, maxMs = 400_000): Promise<T> {
  work.catch(() => undefined);
  await drive(at.clock, work, maxMs);
  return await work;
}

export async function buy(action: PurchaseAction, spender = ann): Promise<PurchaseView> {
  return await inTime(
    (async () => {
      const quote = await at.app.purchaseService.quote(spender, action);
      const id = await at.app.purchaseService.confirm(spender, { token: quote.token, max_credits: quote.price.max });
      if (action.kind === "basket") await at.app.purchaseService.runner.baskets.run(id);
      return await seen(id, spender);
    })(),
  );
}

export async function seen(id: string, spender = ann): Promise<PurchaseView> {
  const view = await purchaseView(at.app.deps, at.app.rows, spender, id);
  if (view === undefined) throw new Error("no such purchase");
  return view;
}

/** Confirms all at once, each with its own quote. */
export async function together(actions: PurchaseAction[]): Promise<string[]> {
  const quotes = await inTime(Promise.all(actions.map((each) => at.app.purchaseService.quote(ann, each))));
  const orders = quotes.map((each) => ({ token: each.token, max_credits: each.price.max }));
  return await inTime(Promise.all(orders.map((each) => at.app.purchaseService.confirm(ann, each))));
}

export async function statesOf(purchaseIds: readonly string[]): Promise<unknown[]> {
  const views = await Promise.all(purchaseIds.map((id) => seen(id)));
  return views.flatMap((each) => each.intents.map((intent) => intent.state));
}

export const charged = () => at.service.charges.reduce((sum, each) => sum + each.credits, 0);
export const page = (pages: number[], document_id = "D1"): SinglePurchase => ({ kind: "pages", document_id, pages });
export const sections = (...ids: string[]): SinglePurchase => ({ kind: "sections", document_id: "D1", sections: ids });
export const search = (query: string): SinglePurchase => ({ kind: "search_documents", input: { query } });
export const basket = (...lines: SinglePurchase[]): PurchaseAction => ({ kind: "basket", lines });

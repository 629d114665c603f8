import { openFigureReader } from "./evidence/figures/reader.ts";
import { followSharedKeys } from "./evidence/receipts/shared-keys.ts";
import { SigningKeys } from "./evidence/receipts/signing-keys.ts";
import { features } from "./features/list.ts";
import { openTextReader } from "./kit/long-texts/reader.ts";
import { Texts } from "./kit/long-texts/texts.ts";
import { Memo } from "./kit/memo.ts";
import { loadSecrets } from "./owners/secrets.ts";
import { endSessionsOfKey } from "./owners/sessions.ts";
import { SignInGuard } from "./owners/sign-in-guard.ts";
import { type App, setRunningApp } from "./running-app.ts";
import { serveWebMetrics } from "./server/operation/start-metrics.ts";
import { prepareStore } from "./server/prepare-store.ts";
import { openPreviewMaker } from "./server/preview-maker.ts";
import type { Settings } from "./settings.ts";
import type { SpendingDeps } from "./spending/ports.ts";
import { openPurchases } from "./spending/purchases.ts";
import { Claims } from "./store/claims.ts";
import { openAppStore } from "./store/database.ts";
import { KeptReads } from "./store/kept-reads.ts";
import type { Store } from "./store/store.ts";
import { Service } from "./upstream/service.ts";
import { followSharedPauses } from "./upstream/shared-pauses.ts";

/** An error in words for the terminal. */
export class StartRefused extends Error {}

export interface OpenedApp extends App, AsyncDisposable {
  /**
   * Finishes what runs and starts nothing new. What is unfinished after the limit is recovered, or shown as unknown, by
   * another web app or the next start. Disposing of the app does this first, and then ends everything in the reverse
   * order of its creation.
   */
  finishWork(limitMs: number): Promise<void>;
}

const imageFormatsMax = 5_000;

/**
 * The one place that creates what lives as long as the web app. A start that fails undoes what it has done. Tests put
 * their own clock, chance and service into `ports`.
 */
export async function createApp(settings: Settings, ports: Partial<SpendingDeps> = {}): Promise<OpenedApp> {
  await using opened = new AsyncDisposableStack();
  await inWords(prepareStore(settings));
  if (settings.databaseUrl !== undefined) {
    const presence = await inWords(joinOthers(settings.databaseUrl));
    opened.defer(() => presence.release());
  }
  const store = await openAppStore(settings);
  opened.defer(() => store.close());
  const secrets = loadSecrets(settings);
  const signing = new SigningKeys(settings.dataFolder);
  const service = opened.use(new Service({ settings, keyRefused: (keyId) => endAccessOfKey(store, keyId) }));
  if (store.engine === "postgres") {
    opened.defer(await followSharedKeys(store, secrets, signing));
    opened.defer(followSharedPauses(store, service.keys));
  }
  const figures = opened.adopt(openFigureReader(), (each) => each.close());
  const texts = new Texts(opened.adopt(openTextReader(), (each) => each.close()));
  const previews = opened.adopt(openPreviewMaker(), (each) => each.close());
  // Side by side: what a feature is at ends after the step that its purchases are at.
  const finishing: (() => Promise<void> | void)[] = [];
  await using work = new AsyncDisposableStack();
  work.defer(async () => void (await Promise.all(finishing.map((finish) => finish()))));
  const purchases = await openPurchases({ store, settings, secrets, service, texts }, ports);
  finishing.push(() => purchases.close());
  const claims = new Claims(store, { isAlone: store.engine === "sqlite" });
  const app: App = {
    ...{ settings, secrets, signing, store, claims, service, texts, purchases, figures, previews },
    reads: new KeptReads(store),
    signInGuard: new SignInGuard(store),
    imageFormats: new Memo(imageFormatsMax),
    parts: features.flatMap((each) => each.parts?.({ store, claims }) ?? []),
    tools: features.flatMap((each) => each.tools ?? []),
  };
  opened.defer(setRunningApp(app));
  for (const { start } of features) if (start !== undefined) finishing.push(await start(app));
  opened.defer(await inWords(serveWebMetrics(app)));

  const [rest, unfinished] = [opened.move(), work.move()];
  const finishWork = (limitMs: number): Promise<void> => within(limitMs, unfinished.disposeAsync());
  return {
    ...app,
    finishWork,
    async [Symbol.asyncDispose]() {
      await finishWork(settings.stopTimeoutMs);
      await rest.disposeAsync();
    },
  };
}

/** Of a key that the service no longer accepts. */
async function endAccessOfKey(store: Store, keyId: string): Promise<void> {
  await endSessionsOfKey(store, keyId);
  for (const { keyRefused } of features) await keyRefused?.(store, keyId);
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

/** The driver is loaded where a database is set. */
async function joinOthers(url: string) {
  const { joinWebApps } = await import("./store/postgres/presence.ts");
  return joinWebApps(url);
}

async function inWords<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
}

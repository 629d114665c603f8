import type { FigureReader } from "./evidence/figures/reader.ts";
import type { SigningKeys } from "./evidence/receipts/signing-keys.ts";
import type { Texts } from "./kit/long-texts/texts.ts";
import type { Memo } from "./kit/memo.ts";
import type { SecretVersion } from "./owners/secrets.ts";
import type { SignInGuard } from "./owners/sign-in-guard.ts";
import type { PagePreviews } from "./server/preview-maker.ts";
import type { Settings } from "./settings.ts";
import type { Tool } from "./spending/programs/tool.ts";
import type { Purchases } from "./spending/purchases.ts";
import type { Claims } from "./store/claims.ts";
import type { KeptReads } from "./store/kept-reads.ts";
import type { Store } from "./store/store.ts";
import type { ImageFormat } from "./text/format/image-format.ts";
import type { Service } from "./upstream/service.ts";

/** Everything that lives as long as the web app. Only `createApp` (lib/app.ts) makes one, and ends it. */
export interface App {
  readonly settings: Settings;
  readonly secrets: readonly SecretVersion[];
  /** The keys that sign receipts. */
  readonly signing: SigningKeys;
  /** Owners, sessions, watches, purchases. */
  readonly store: Store;
  readonly reads: KeptReads;
  readonly claims: Claims;
  readonly service: Service;
  readonly signInGuard: SignInGuard;
  readonly texts: Texts;
  readonly purchases: Purchases;
  readonly figures: FigureReader;
  readonly previews: PagePreviews;
  /** By the hash of the bytes; null for what is no image. */
  readonly imageFormats: Memo<ImageFormat | null>;
  /** Objects that features have made; found by its class with `partOf`. */
  readonly parts: readonly object[];
  /** The tools of all features for programs. */
  readonly tools: readonly Tool[];
}

export function partOf<T>({ parts }: Pick<App, "parts">, type: new (...args: never[]) => T): T {
  const found = parts.find((each) => each instanceof type);
  if (found === undefined) throw new Error(`The app has no ${type.name}.`);
  return found as T;
}

let running: App | undefined;

/** The app of this process, for what a request begins. What the app is made of gets its parts as arguments instead. */
export function app(): App {
  if (running === undefined) throw new Error("No web app was started in this process.");
  return running;
}

/** Called by `createApp`. Returns what ends it. */
export function setRunningApp(started: App): () => void {
  const before = running;
  running = started;
  return () => {
    running = before;
  };
}

import type { FigureReader } from "./evidence/figures/reader.ts";
import type { RunningAnswers } from "./features/ask/running-answers.ts";
import type { SignInGuard } from "./owners/sign-in-guard.ts";
import type { PagePreviews } from "./server/preview-maker.ts";
import type { Purchases } from "./spending/purchases.ts";
import type { Claims } from "./store/claims.ts";
import type { Store } from "./store/store.ts";

/** Everything that lives as long as the web app. Only `createApp` (lib/app.ts) makes one, and ends it. */
export interface App {
  /** Owners, sessions, watches, purchases. */
  readonly store: Store;
  readonly claims: Claims;
  readonly signInGuard: SignInGuard;
  readonly purchases: Purchases;
  readonly answers: RunningAnswers;
  readonly figures: FigureReader;
  readonly previews: PagePreviews;
}

let running: Partial<App> | undefined;

/** Called by `createApp`; tests of a part give what that part needs. */
export function setRunningApp(app: Partial<App> | undefined): void {
  running = app;
}

function part<N extends keyof App>(name: N): App[N] {
  const found: App[N] | undefined = running?.[name];
  if (found === undefined) throw new Error(`No web app with ${name} was started in this process.`);
  return found;
}

export const store = (): Store => part("store");
export const claims = (): Claims => part("claims");
export const signInGuard = (): SignInGuard => part("signInGuard");
export const purchases = (): Purchases => part("purchases");
export const runningAnswers = (): RunningAnswers => part("answers");
export const figureReader = (): FigureReader => part("figures");
export const pagePreviews = (): PagePreviews => part("previews");

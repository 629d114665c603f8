import type { KeyOwner, Owner } from "../owners/owner.ts";
import type { App } from "../running-app.ts";
import type { Tool } from "../spending/programs/tool.ts";
import type { Store } from "../store/store.ts";

/**
 * The parts of a feature, for those that collect it: `createApp`, the metrics, the tools of programs, the
 * documentation. No feature knows another one. Its new tables are in `migrations.ts` of its folder, which the store
 * finds by itself.
 */
export interface Feature {
  /** Of its folder in `lib/features/`. */
  readonly name: string;
  /** Its line in docs/architecture.md. */
  readonly about: string;
  /** Its files outside of its folder, which go with it: pages, routes, components, requests of the browser. */
  readonly files: readonly string[];
  /** Makes what lives as long as the app; found by its class with `partOf`. */
  parts?(app: Pick<App, "store" | "claims">): readonly object[];
  /** Begins what runs by itself, and returns what finishes it. */
  start?(app: App): Promise<Finish>;
  /** Called when the service has refused a key for good. */
  keyRefused?(store: Store, keyId: string): Promise<void>;
  /** The owner of the token in a request of a program, for routes that serve both. */
  ownerOfToken?(request: Request): Promise<KeyOwner>;
  /** True where it uses a saved filter or search, which then may not go. */
  usesSource?(store: Store, ownerId: string, source: string): Promise<boolean>;
  /** Called before a saved search goes. */
  searchForgotten?(store: Store, owner: Owner, searchId: string): Promise<void>;
  /** Its tools for programs. */
  readonly tools?: readonly Tool[];
  /** Its caches in memory, as the metrics report it. */
  bounded?(app: App): readonly Bounded[];
}

export type Finish = () => Promise<void> | void;

/** Something that is kept in memory, as the metrics report it: its size, and where it has one of its own, its bound. */
export interface Bounded {
  /** The name of the metric with the size; the one with the bound has the suffix `_max`. */
  readonly name: string;
  readonly help: string;
  readonly size: number;
  /** Undefined for a queue that its producers keep bounded. */
  readonly max: number | undefined;
}

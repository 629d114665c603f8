import type { Messages } from "./words.ts";

/** One message file for each feature and language, so that a feature's messages are in one place. */
export interface Namespaces {
  account: typeof import("../../../messages/en/account.json");
  agents: typeof import("../../../messages/en/agents.json");
  ask: typeof import("../../../messages/en/ask.json");
  basket: typeof import("../../../messages/en/basket.json");
  changes: typeof import("../../../messages/en/changes.json");
  check: typeof import("../../../messages/en/check.json");
  cost: typeof import("../../../messages/en/cost.json");
  crash: typeof import("../../../messages/en/crash.json");
  desk: typeof import("../../../messages/en/desk.json");
  document: typeof import("../../../messages/en/document.json");
  documents: typeof import("../../../messages/en/documents.json");
  errors: typeof import("../../../messages/en/errors.json");
  figures: typeof import("../../../messages/en/figures.json");
  firstRead: typeof import("../../../messages/en/firstRead.json");
  frame: typeof import("../../../messages/en/frame.json");
  issuer: typeof import("../../../messages/en/issuer.json");
  keys: typeof import("../../../messages/en/keys.json");
  library: typeof import("../../../messages/en/library.json");
  lookup: typeof import("../../../messages/en/lookup.json");
  mail: typeof import("../../../messages/en/mail.json");
  market: typeof import("../../../messages/en/market.json");
  news: typeof import("../../../messages/en/news.json");
  operator: typeof import("../../../messages/en/operator.json");
  originals: typeof import("../../../messages/en/originals.json");
  pages: typeof import("../../../messages/en/pages.json");
  query: typeof import("../../../messages/en/query.json");
  reader: typeof import("../../../messages/en/reader.json");
  receipts: typeof import("../../../messages/en/receipts.json");
  refill: typeof import("../../../messages/en/refill.json");
  search: typeof import("../../../messages/en/search.json");
  share: typeof import("../../../messages/en/share.json");
  signIn: typeof import("../../../messages/en/signIn.json");
  standing: typeof import("../../../messages/en/standing.json");
  updates: typeof import("../../../messages/en/updates.json");
}

export type Namespace = keyof Namespaces;
export type NamespaceMessages = Partial<Record<Namespace, Messages>>;
export type WordKey<N extends Namespace> = Extract<keyof Namespaces[N], string>;

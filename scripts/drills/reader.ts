import { buy, makeApiCall } from "../../e2e/bought.ts";
import type { PurchaseAction } from "../../lib/spending/wire.ts";
import { signIn as sessionCookie } from "../sign-in.ts";

/** A user signed in without a browser, who buys as the app does. */
export interface Reader {
  /** Ids of documents with text, newest first. */
  documents(): Promise<string[]>;
  buy(action: PurchaseAction): Promise<Bought>;
}

export interface Bought {
  readonly action: PurchaseAction;
}

interface Listed {
  readonly documents: readonly { readonly document_id: string; readonly content_status: string }[];
}

export async function signIn(webUrl: string, key: string): Promise<Reader> {
  const ask = makeApiCall(webUrl, await sessionCookie(webUrl, key));
  return {
    async documents() {
      const { documents } = await ask<Listed>("/api/v1/documents?timeline_since=2000-01-01&limit=100");
      return documents.filter((each) => each.content_status === "ready").map((each) => each.document_id);
    },
    async buy(action) {
      await buy(ask, action);
      return { action };
    },
  };
}

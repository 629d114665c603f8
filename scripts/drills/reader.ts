import { z } from "zod";
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
  readonly purchaseId: string;
}

const Quote = z.looseObject({ token: z.string(), price: z.object({ max: z.number() }) });
const View = z.looseObject({
  purchase_id: z.string(),
  done: z.boolean(),
  intents: z.array(z.looseObject({ state: z.string() })),
});
const Listed = z.looseObject({
  documents: z.array(z.looseObject({ document_id: z.string(), content_status: z.string() })),
});

export async function signIn(webUrl: string, key: string): Promise<Reader> {
  const cookie = await sessionCookie(webUrl, key);
  const ask = async <T>(schema: z.ZodType<T>, target: string, body?: unknown): Promise<T> => {
    const answer = await fetch(webUrl + target, {
      method: body === undefined ? "GET" : "POST",
      headers: { cookie, origin: webUrl, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`);
    return schema.parse(await answer.json());
  };
  return {
    async documents() {
      const { documents } = await ask(Listed, "/api/v1/documents?timeline_since=2000-01-01&limit=100");
      return documents.filter((each) => each.content_status === "ready").map((each) => each.document_id);
    },
    async buy(action) {
      const quote = await ask(Quote, "/api/purchases/quote", { action });
      let view = await ask(View, "/api/purchases", { token: quote.token, max_credits: quote.price.max });
      while (!view.done) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        view = await ask(View, `/api/purchases/${view.purchase_id}`);
      }
      const failed = view.intents.find(({ state }) => state !== "stored");
      if (failed !== undefined) throw new Error(`a purchase ended ${failed.state}`);
      return { action, purchaseId: view.purchase_id };
    },
  };
}

import { agentRoutes, api, askRoutes, routes } from "../../lib/routes.ts";
import { buy, makeApiCall } from "../bought.ts";
import { Tab } from "../day/tab.ts";
import { callTool } from "../impatient/tool-call.ts";
import type { Programs } from "../programs.ts";
import {
  beforeOf,
  hostileSection,
  names,
  noticeOf,
  reportOf,
  sectionOfWhole,
  sentence,
  whole,
} from "./hostile-service.ts";

export interface Reader {
  readonly tab: Tab;
  readonly ask: ReturnType<typeof makeApiCall>;
  readonly tool: (name: string, args: Record<string, unknown>) => Promise<unknown>;
}

/** Somebody who is signed in, has bought one text before, and has a program. */
export async function makeReader({ webUrl, signIn }: Programs): Promise<Reader> {
  const cookie = await signIn("hostile");
  const ask = makeApiCall(webUrl, cookie);
  await buy(ask, { kind: "content", document_id: noticeOf(0) });
  const wanted = { name: "program", scope: "owned", daily_cap: 0, total_cap: 0, days: 1, consent: true };
  const { token } = await ask<{ token: string }>(agentRoutes.tokens(), wanted);
  const tool: Reader["tool"] = (name, args) => callTool(webUrl, token, name, args);
  return { tab: new Tab(webUrl, cookie, undefined), ask, tool };
}

type Works = Readonly<Record<string, () => Promise<unknown>>>;

export function purchases({ ask }: Reader): Works {
  const section = (document_id: string) => ({ kind: "sections", document_id, sections: [hostileSection] }) as const;
  const notice = (document_id: string) => ({ kind: "content", document_id }) as const;
  const at = names.map((_, place) => place);
  return {
    "buy sections": () => buy(ask, { kind: "basket", lines: at.map(reportOf).map(section) }),
    "buy sections of the year before": () => buy(ask, { kind: "basket", lines: at.map(beforeOf).map(section) }),
    "buy notices": () => buy(ask, { kind: "basket", lines: at.slice(1).map(noticeOf).map(notice) }),
    "buy a whole": () => buy(ask, { kind: "content", document_id: whole }),
    search: () => buy(ask, { kind: "search_documents", input: { query: "売上高", match_type: "lexical" } }),
  };
}

/** What is done with one of the texts. */
export function worksOn({ tab, ask, tool }: Reader, at: number): Works {
  const document_id = reportOf(at);
  const section_id = hostileSection;
  const quote = { document_id, quote: sentence };
  const elliptic = { document_id, quote: `${sentence.slice(0, 12)}…${sentence.slice(-12)}` };
  return {
    read: () => tab.page(routes.section(document_id, section_id)),
    "read a piece": () => tab.get(api.readingText(document_id, section_id, [section_id])),
    "read in the whole": () => tab.page(routes.section(whole, sectionOfWhole(at))),
    compare: () => tab.page(routes.changes(document_id, { section: section_id })),
    "compare side by side": () => tab.page(routes.changes(document_id, { section: section_id, view: "side" })),
    "read a notice": () => tab.page(routes.changes(noticeOf(at))),
    prove: () => ask(api.receipts(), { ...quote, section_id, before: "" }),
    "check quotes": () => ask(api.checkQuotes(), { quotes: [quote, elliptic] }),
    "a program reads": () => tool("read", { document_id, section_id, max_credits: 0 }),
    "a program verifies": () =>
      tool("check_draft", { quotes: [{ document_id: noticeOf(at), quote: sentence }], max_credits: 0 }),
  };
}

export function worksOnAll({ tab, ask, tool }: Reader): Works {
  const inWhole = { document_id: whole, quote: sentence };
  return {
    library: () => tab.page(routes.library({ q: "売上高" })),
    "search the library": () => tab.get(api.library({ q: "売上高", limit: 200 })),
    "search hits": () => tab.page(routes.search({ q: "売上高", match: "lexical" })),
    "prove in the whole": () => ask(api.receipts(), { ...inWhole, section_id: sectionOfWhole(40), before: "" }),
    "check the whole": () => ask(api.checkQuotes(), { quotes: [inWhole] }),
    "a program reads the whole": () => tool("read", { document_id: whole, max_credits: 0 }),
    async ask() {
      const question = { question: "売上高はいくらか。", document_ids: [reportOf(0), whole], budget: 0 };
      const { plan_id } = await ask<{ plan_id: string }>(askRoutes.plan(), question);
      await ask(askRoutes.all(), { plan_id, max_credits: 0 });
      while ((await ask<{ state: string }>(askRoutes.one(plan_id))).state === "running")
        await new Promise((resolve) => setTimeout(resolve, 100));
      await tab.page(askRoutes.answer(plan_id));
    },
  };
}

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { edited } from "../../lib/testing/hostile/readers.ts";
import { hostileTexts } from "../../lib/testing/hostile/texts.ts";
import { countCharacters } from "../../lib/text/format/count-characters.ts";

/**
 * A service that delivers texts which somebody wrote to exhaust whoever reads them: each in a report, in that of the year
 * before, and in a notice that corrects it; and all of them, shorter, in a document that is sold whole.
 */
export interface HostileService {
  readonly url: string;
  close(): void;
}

export const reportOf = (at: number) => `H-REPORT-${at}`;
export const beforeOf = (at: number) => `H-BEFORE-${at}`;
export const noticeOf = (at: number) => `H-NOTICE-${at}`;
export const hostileSection = "hostile";
export const whole = "H-WHOLE";
export const sectionOfWhole = (at: number) => `s${at}`;
/** Every second one; all in the full run. */
const texts = Object.entries(hostileTexts).filter((_, at) => process.env["HIRAKU_E2E"] === "full" || at % 2 === 0);
export const names = texts.map(([name]) => name);
/** Stands in each of the texts. */
export const sentence = "当社グループの売上高は12,345百万円となりました。";

export async function startHostileService(characters: number): Promise<HostileService> {
  const market = new Map(documentsOf(characters).map((each) => [each.id, each]));
  const server = createServer((request, response) => {
    request.resume();
    const url = new URL(request.url ?? "/", "http://hostile");
    const [, , , id = "", part = ""] = url.pathname.split("/");
    const answer = answerOf(market, url, id, part);
    if (answer === undefined) send(response, 404, { status: 404, code: "not_found", title: "Not found", detail: "" });
    else send(response, 200, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() };
}

interface Sold {
  readonly id: string;
  readonly code: string;
  readonly year: number;
  readonly amends: string | null;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}

/** All texts together are then no longer than what the app keeps prepared of texts. */
const charactersInWhole = 20_000;

function documentsOf(characters: number): Sold[] {
  const textOf = (make: (length: number) => string, length: number) => `${sentence}\n\n${make(length)}`;
  const single = texts.flatMap(([title, make], at): Sold[] => {
    const code = String(9_000 + at);
    const text = textOf(make, characters);
    const sections = (hostile: string) => [
      { id: "plain", title: "表紙", text: "表紙\n\n" },
      { id: hostileSection, title, text: hostile },
    ];
    return [
      { id: reportOf(at), code, year: 2026, amends: null, sections: sections(text) },
      { id: beforeOf(at), code, year: 2025, amends: null, sections: sections(edited(text)) },
      { id: noticeOf(at), code, year: 2026, amends: reportOf(at), sections: [{ id: "n", title: "訂正", text }] },
    ];
  });
  const chapters = texts.map(([title, make], at) => {
    return { id: sectionOfWhole(at), title, text: `## ${title}\n\n${textOf(make, charactersInWhole)}\n\n` };
  });
  return [...single, { id: whole, code: "8999", year: 2026, amends: null, sections: chapters }];
}

function answerOf(market: ReadonlyMap<string, Sold>, url: URL, id: string, part: string): unknown {
  if (url.pathname === "/health" || url.pathname === "/health/ready") return { status: "ok", version: "1" };
  if (url.pathname === "/v1/issuers/search") return { issuers: [] };
  if (url.pathname === "/v1/documents") return { documents: listed(market, url.searchParams), next_cursor: null };
  if (url.pathname === "/v1/search/documents") return { match_type: "lexical", hits: hitsOf(market) };
  const found = market.get(id);
  if (found === undefined) return undefined;
  if (part === "") return summaryOf(found);
  if (part === "toc") return tocOf(found);
  if (part === "content") return contentOf(found, url.searchParams.getAll("sections"));
  if (part === "page-images") return { document_id: id, page_count: 0, pages: [] };
  return part === "originals" ? { document_id: id, originals: [] } : undefined;
}

function listed(market: ReadonlyMap<string, Sold>, query: URLSearchParams) {
  const codes = query.getAll("security_codes");
  return [...market.values()].filter(({ code }) => codes.length === 0 || codes.includes(code)).map(summaryOf);
}

function summaryOf({ id, code, year, amends, sections }: Sold) {
  return {
    ...{ document_id: id, document_type: "annual_securities_report", title: id, issuer_name: "甲社" },
    ...{ document_family: "edinet_filing", security_code: code, language: "ja", content_status: "ready" },
    ...{ timeline_at: `${year}-06-20T15:00:00+09:00`, period_end: `${year}-03-31`, amends_document_id: amends },
    ...{ image_available: false, character_count: sections.reduce((sum, { text }) => sum + countCharacters(text), 0) },
  };
}

function tocOf({ id, sections }: Sold) {
  return {
    document_id: id,
    content_tiers: [{ max_characters: null, credits: 2 }],
    toc: sections.map((each) => ({
      ...{ section_id: each.id, title: each.title, level: 2, character_count: countCharacters(each.text) },
      content_tag: `1.${id}${each.id}`,
    })),
  };
}

function contentOf({ id, sections }: Sold, wanted: readonly string[]) {
  const chosen = wanted.length === 0 ? sections : sections.filter((each) => wanted.includes(each.id));
  return {
    ...{ document_id: id, content_format: "markdown", content: chosen.map(({ text }) => text).join("") },
    sections_returned: chosen.map((each) => each.id),
    content_sections: chosen.map((each) => ({ section_id: each.id, title: each.title, content: each.text })),
  };
}

/** As much as a page shows. */
const hitsMax = 20;
const snippetCharacters = 4_000;

function hitsOf(market: ReadonlyMap<string, Sold>) {
  return [...market.values()].slice(-hitsMax).map((document) => ({
    document: summaryOf(document),
    section_id: document.sections[0]?.id,
    section_path: [],
    snippet: { text: document.sections[0]?.text.slice(0, snippetCharacters), highlights: [[4, 8]] },
  }));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const type = status === 200 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type, "x-credits-charged": "0" }).end(JSON.stringify(body));
}

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { boughtDocument, buy, makeApiCall } from "../bought.ts";
import type { DocumentLike } from "../market.ts";
import { makePrograms, type Programs } from "../programs.ts";

/** What the pictures are taken of. Made once and then only copied, so that ids, keys and prices are those of before. */
export interface LookMarket {
  readonly securityCode: string;
  /** Of this one a few sections, a page and the original are owned. */
  readonly bought: string;
  readonly textSection: string;
  readonly tableSection: string;
  readonly unboughtSection: string;
  readonly original: string;
  readonly untouched: string;
  readonly pending: string;
  readonly pagesOnly: string;
  readonly amended: string;
  /** Its text, its figures and the text of the year before are owned. */
  readonly compared: string;
  /** A memo about it: true and false statements, and some that nothing decides. */
  readonly memo: string;
  /** The page that answers a question about it. */
  readonly question: string;
  /** The page that answers one from its owned figures. */
  readonly figureQuestion: string;
  readonly newsId: string;
}

const note = "look.json";
const question = "/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical";
const newsQuestion = "/read/news?q=%E5%A3%B2%E4%B8%8A%E9%AB%98";

export function programsOn(data: string, port: number): Promise<Programs> {
  return makePrograms({ data, ports: [port, port + 1], issuers: 12, years: 2 });
}

export async function marketIn(
  folder: string,
  port: number,
  openPage: (webUrl: string, cookie: string) => Promise<Page>,
): Promise<LookMarket> {
  if (!existsSync(path.join(folder, note))) {
    rmSync(folder, { recursive: true, force: true });
    const made = `${folder}.making`;
    rmSync(made, { recursive: true, force: true });
    const programs = await programsOn(made, port);
    try {
      await programs.startService();
      await programs.startWeb();
      const cookie = await programs.signIn();
      const page = await openPage(programs.webUrl, cookie);
      const market = await makeMarket(programs.webUrl, cookie, page);
      await page.context().close();
      writeFileSync(path.join(made, note), JSON.stringify(market));
    } finally {
      await programs.stop();
    }
    cpSync(made, folder, { recursive: true });
    rmSync(made, { recursive: true });
  }
  return JSON.parse(readFileSync(path.join(folder, note), "utf8")) as LookMarket;
}

async function makeMarket(webUrl: string, cookie: string, page: Page): Promise<LookMarket> {
  const ask = makeApiCall(webUrl, cookie);
  const bought = await boughtDocument(webUrl, cookie);
  const { documents } = await ask<{ documents: DocumentLike[] }>(
    "/api/v1/documents?timeline_since=2000-01-01&limit=100",
  );
  const one = (what: string, test: (each: DocumentLike) => boolean) => {
    const found = documents.find((each) => each.document_id !== bought.documentId && test(each));
    if (found === undefined) throw new Error(`the sample market has no ${what}`);
    return found.document_id;
  };
  const { toc } = await ask<{ toc: { section_id: string; level: number; character_count: number }[] }>(
    `/api/v1/documents/${bought.documentId}/toc`,
  );
  const small = toc.filter(({ character_count: size }) => size > 0 && size <= 10_000);
  const wanted = small.slice(0, 8).map((each) => each.section_id);
  await buy(ask, { kind: "sections", document_id: bought.documentId, sections: wanted });
  await buy(ask, { kind: "pages", document_id: bought.documentId, pages: [2, 3] });

  let most = { section: bought.sectionId, tables: -1 };
  for (const section of wanted) {
    await page.goto(`/documents/${bought.documentId}/sections/${encodeURIComponent(section)}`);
    await page.waitForLoadState("networkidle");
    const tables = await page.locator("figure table").count();
    if (tables > most.tables) most = { section, tables };
  }
  for (const address of [question, newsQuestion]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const control = page.getByRole("main").locator("button[data-paid]").first();
    if ((await control.count()) === 0) continue;
    await control.click();
    await control.waitFor({ state: "detached", timeout: 15_000 }).catch(() => undefined);
    await page.waitForLoadState("networkidle");
  }
  const { documents: reports } = await ask<{ documents: DocumentLike[] }>(
    "/api/v1/documents?timeline_since=2000-01-01&document_types=annual_securities_report&limit=100",
  );
  const annual = reports.filter((each) => each.content_status === "ready");
  const pair = annual
    .map((each) => annual.filter(({ security_code }) => security_code === each.security_code))
    .find((each) => each.length > 1 && each.every(({ document_id }) => document_id !== bought.documentId));
  const [compared, before] = pair ?? [];
  if (compared === undefined || before === undefined)
    throw new Error("the sample market has no two years of an issuer");
  for (const each of [compared, before]) await buy(ask, { kind: "content", document_id: each.document_id });
  const files = await ask<{ originals: { original_id: string }[] }>(
    `/api/v1/documents/${compared.document_id}/originals`,
  );
  const xbrl = files.originals.find(({ original_id }) => original_id === "zip");
  if (xbrl !== undefined)
    await buy(ask, { kind: "original", document_id: compared.document_id, original_id: xbrl.original_id });
  const codes = [...new Set([bought.securityCode, ...documents.map((each) => each.security_code)])].slice(0, 4);
  for (const code of codes) {
    await page.goto(`/issuers/${code}`);
    await page.waitForLoadState("networkidle");
    const watch = page.getByRole("main").locator("button[aria-pressed=false]", { hasText: /^Follow$/ });
    if ((await watch.count()) > 0) await watch.first().click();
    await page.waitForLoadState("networkidle");
  }
  await page.goto(question);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /save/i }).first().click();
  await page.waitForLoadState("networkidle");
  // From two credits on the app asks first: that dialog is one of the pictures.
  await page.request.put("/api/budget", {
    headers: { origin: webUrl },
    data: { daily_cap: 500, monthly_cap: null, confirm_at: 2 },
  });
  await page.goto(newsQuestion);
  await page.waitForLoadState("networkidle");
  const newsAddress = await page
    .locator('a[href^="/news/"]')
    .first()
    .getAttribute("href", { timeout: 5_000 })
    .catch(() => null);
  return {
    securityCode: bought.securityCode,
    bought: bought.documentId,
    textSection: wanted.find((each) => each !== most.section) ?? bought.sectionId,
    tableSection: most.section,
    unboughtSection: small.at(-1)?.section_id ?? bought.sectionId,
    original: bought.originalId,
    compared: compared.document_id,
    memo: await memoOf(page, compared.document_id, yearOf(await ask(`/api/v1/documents/${compared.document_id}`))),
    question: `/ask/answer?question=${encodeURIComponent(`${compared.security_code}の2025年12月期と2024年12月期の売上高と設備投資の計画`)}`,
    figureQuestion: `/ask/answer?question=${encodeURIComponent(`${compared.security_code}の売上高の推移`)}`,
    untouched: one(
      "other annual report",
      (each) =>
        each.document_id !== compared.document_id &&
        each.document_type === "annual_securities_report" &&
        each.content_status === "ready",
    ),
    pending: one("pending document", (each) => each.content_status === "pending_release"),
    pagesOnly: one("document of pages only", (each) => each.content_status === "unavailable"),
    amended: one("amended document", (each) => each.amended_by_document_id !== null),
    newsId: newsAddress ?? "/news/none",
  };
}

/** As in 2026年3月期. */
function yearOf({ period_end }: { readonly period_end: string }): string {
  return `${period_end.slice(0, 4)}年${Number(period_end.slice(5, 7))}月期`;
}

/** From its own key figures, so that it can be right and wrong on purpose. */
async function memoOf(page: Page, documentId: string, period: string): Promise<string> {
  await page.goto(`/documents/${documentId}/figures`);
  await page.waitForLoadState("networkidle");
  const issuer = (await page.locator("main a[lang=ja], main a:has([lang=ja])").first().textContent()) ?? "";
  const rows = await page.locator("#figures tbody tr").all();
  const figures = await Promise.all(
    rows.slice(0, 4).map(async (row) => ({
      name: (await row.locator("[lang=ja]").first().textContent()) ?? "",
      values: await row.locator("td").allTextContents(),
    })),
  );
  const [sales, ordinary, net, assets] = figures;
  return [
    `# ${issuer.trim()}の業績`,
    `${issuer.trim()}の${period}の${sales?.name}は${sales?.values[0]}百万円、${ordinary?.name.replace(/又は.*/u, "")}は${ordinary?.values[1]}百万円であった。`,
    `同社の${period}の${assets?.name}は99,999百万円である。経営は安定している。`,
    `| 項目（百万円） | ${period} |\n| --- | --- |\n| ${sales?.name} | ${sales?.values[0]} |\n| ${net?.name.replace(/又は.*/u, "")} | ${net?.values[0]} |`,
    "> 当社は、誠実な経営を続けてまいります。",
  ].join("\n\n");
}

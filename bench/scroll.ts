/** bench: one vast section of 352,000 characters, scrolled with the wheel and by pages: frames that come late. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { api, routes } from "../lib/routes.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";
import { inBrowser } from "./web/browser.ts";
import { buy, cliIn } from "./web/data.ts";
import { inRounds, reportWithoutGoal, root, type Sample } from "./web/figures.ts";
import { filingHtml, madeSections } from "./web/made-text.ts";
import { cookieOf, type RunningApp, type Session, signIn, startApp } from "./web/running-app.ts";

const documentId = "S1SCROLL";
const title = "注記事項";
const characters = 352_000;
const lateMs = 50;

const data = path.join(root, ".cache/bench/scroll");
rmSync(data, { recursive: true, force: true });
const inbox = path.join(data, "inbox");
mkdirSync(inbox, { recursive: true, mode: 0o700 });
writeFileSync(path.join(inbox, `${documentId}.zip`), makeFiling({ body: vastSection(), securityCode: "99950" }));
const facts = { family: "edinet_filing", title: "有価証券報告書", published_at: "2025-06-20" };
writeFileSync(
  path.join(inbox, "manifest.json"),
  JSON.stringify({ documents: [{ ...facts, file: `${documentId}.zip` }] }),
);
cliIn(data, "ingest", "folder", inbox);
writeFileSync(path.join(data, ".sample-loaded"), "");
const key = /"key":\s*"([^"]+)"/.exec(
  cliIn(data, "keys", "create", "--name", "bench", "--per-minute", "1000000", "--json"),
);
writeFileSync(path.join(data, "demo-key"), `${key?.[1]}\n`, { mode: 0o600 });

const app = await startApp(data);
try {
  const session = await signIn(app);
  const section = await largestSection(app, session);
  console.log(`the section has ${section.characters} characters`);
  await buy(app, session, { kind: "sections", document_id: documentId, sections: [section.id] });
  const url = `${app.url}${routes.section(documentId, section.id)}`;
  const found = await inRounds("scroll", {
    wheel: () => scroll(url, session, "wheel"),
    pages: () => scroll(url, session, "pages"),
  });
  for (const way of ["wheel", "pages"] as const) {
    reportWithoutGoal(`${way}: frames`, found(way, "frames"));
    reportWithoutGoal(`${way}: frames over ${lateMs} ms`, found(way, "late"));
    reportWithoutGoal(`${way}: slowest frame, ms`, found(way, "slowest"));
    reportWithoutGoal(`${way}: time in late frames, % of all`, found(way, "lateShare"));
  }
} finally {
  await app.stop();
}

/** Prose and tables by turns, as in the notes of an annual report, under one heading. */
function vastSection(): string {
  let html = "";
  let length = 0;
  for (let seed = 1; length < characters; seed++) {
    const [made] = madeSections(1, 540);
    if (made === undefined) break;
    const paragraphs = made.paragraphs.slice(0, 4 + (seed % 5));
    const part = filingHtml([{ ...made, paragraphs }]).replace(/^[\s\S]*?<\/h3>/, "");
    html += part;
    length += part.replace(/<[^>]+>/g, "").length + part.split("<td>").length;
  }
  return `<h1>第一部 【企業情報】</h1><h2>第５ 【経理の状況】</h2><h3>１ 【${title}】</h3>${html}`;
}

async function largestSection({ url }: RunningApp, session: Session) {
  const answer = await fetch(url + api.free(`/v1/documents/${documentId}/toc`), {
    headers: { cookie: cookieOf(session) },
  });
  const { toc } = (await answer.json()) as {
    toc: { section_id: string; title: string; character_count: number }[];
  };
  const section = toc.find((each) => each.title.includes(title));
  if (section === undefined) throw new Error("the filing has no vast section");
  return { id: section.section_id, characters: section.character_count };
}

/** Ten seconds through the section; each frame is compared with the one before it. */
function scroll(url: string, session: Session, way: "wheel" | "pages"): Promise<Sample> {
  return inBrowser({ storageState: session }, async ({ page }) => {
    await page.goto(url);
    await page.locator("[data-section][data-filled]").first().waitFor();
    await page.waitForTimeout(3_000);
    await page.mouse.move(700, 500);
    await page.mouse.click(700, 120);
    await page.evaluate(`
      window.frames_ = [];
      let before = performance.now();
      const step = (now) => { window.frames_.push(now - before); before = now; window.stopped_ || requestAnimationFrame(step); };
      requestAnimationFrame(step); null`);
    const end = Date.now() + 10_000;
    while (Date.now() < end) {
      if (way === "wheel") await page.mouse.wheel(0, 400);
      else await page.keyboard.press("PageDown");
      await page.waitForTimeout(way === "wheel" ? 16 : 200);
    }
    const frames = (await page.evaluate("window.stopped_ = true; window.frames_.slice(1)")) as number[];
    const late = frames.filter((ms) => ms > lateMs);
    const sum = (values: readonly number[]) => values.reduce((total, ms) => total + ms, 0);
    return {
      frames: frames.length,
      late: late.length,
      slowest: Math.max(...frames),
      lateShare: (sum(late) / sum(frames)) * 100,
    };
  });
}

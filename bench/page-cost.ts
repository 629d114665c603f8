/** bench: the web app's processor time for one page, beside a bare page of the same Next. */
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../e2e/market.ts";
import { startBarePage } from "./web/bare-page.ts";
import { benchData } from "./web/data.ts";
import { inRounds, quick, ratioAtMost, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { cookieOf, cpuMsOf, signIn, startApp } from "./web/running-app.ts";

const goals = { issuer: 3, document: 2.5, desk: 2.5, section: 2, search: 2 } as const;
const names = ["issuer", "document", "desk", "section", "search"] as const;
const requestsARound = quick ? 20 : 60;

const bare = await startBarePage();
const app = await startApp(await benchData());
const session = await signIn(app);
const api = await request.newContext({ baseURL: app.url, storageState: session });
const pages = pagesOf(await findMarket(api));
await api.dispose();
const webProcess = app.webProcessId();

const headers = { cookie: cookieOf(session), "sec-fetch-dest": "document", accept: "text/html" };

/** As a browser that opens the address asks; the answer is read whole. */
async function costOf(url: string, processId: number): Promise<Sample> {
  const before = cpuMsOf(processId);
  for (let count = 0; count < requestsARound; count++) {
    const answer = await fetch(url, { headers, redirect: "manual" });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  }
  return { cpu: (cpuMsOf(processId) - before) / requestsARound };
}

const ours = (name: keyof typeof goals) => () => costOf(`${app.url}${pages[name] ?? ""}`, webProcess);
const figures = await inRounds("page-cost", {
  bare: () => costOf(bare.url, bare.processId),
  issuer: ours("issuer"),
  document: ours("document"),
  desk: ours("desk"),
  section: ours("section"),
  search: ours("search"),
});
const sizes = new Map([["bare", await sizeOf(bare.url)]]);
for (const name of names) sizes.set(name, await sizeOf(`${app.url}${pages[name] ?? ""}`));
bare.stop();
await app.stop();

for (const [name, { page, given }] of sizes) {
  reportWithoutGoal(`${name}, the page's HTML, kB`, [page]);
  reportWithoutGoal(`${name}, of it what its scripts are given, kB`, [given]);
}
for (const name of names) {
  ratioAtMost(`${name}, processor ms a page`, figures(name, "cpu"), figures("bare", "cpu"), goals[name]);
}

/** What a page is before it is compressed. Next gives its scripts the page once more, as data. */
async function sizeOf(url: string): Promise<{ readonly page: number; readonly given: number }> {
  const html = await (await fetch(url, { headers })).text();
  const given = [...html.matchAll(/self\.__next_f\.push\(([\s\S]*?)\)<\/script>/g)].map(([, script = ""]) => script);
  return { page: Buffer.byteLength(html) / 1024, given: Buffer.byteLength(given.join("")) / 1024 };
}

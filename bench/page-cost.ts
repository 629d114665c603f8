/** bench: the web app's processor time for one page, beside a bare page of the same Next. */
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../e2e/market.ts";
import { startBarePage } from "./web/bare-page.ts";
import { benchData } from "./web/data.ts";
import { inRounds, quick, ratioAtMost, type Sample } from "./web/figures.ts";
import { cookieOf, cpuMsOf, signIn, startApp } from "./web/running-app.ts";

const goals = { issuer: 3, document: 2.5, desk: 2.5, section: 2, search: 2 } as const;
const requestsARound = quick ? 20 : 60;

const bare = await startBarePage();
const app = await startApp(await benchData());
const session = await signIn(app);
const api = await request.newContext({ baseURL: app.url, storageState: session });
const pages = pagesOf(await findMarket(api));
await api.dispose();
const webProcess = app.webProcessId();

/** As a browser that opens the address asks; the answer is read whole. */
async function costOf(url: string, processId: number): Promise<Sample> {
  const headers = { cookie: cookieOf(session), "sec-fetch-dest": "document", accept: "text/html" };
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
bare.stop();
await app.stop();

for (const name of ["issuer", "document", "desk", "section", "search"] as const) {
  ratioAtMost(`${name}, processor ms a page`, figures(name, "cpu"), figures("bare", "cpu"), goals[name]);
}

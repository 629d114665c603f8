/** bench: the web app's processor time for one page, and the size of its HTML, beside the build before. */
import { type Build, startBuilds, stopBuilds } from "./web/before.ts";
import { inRounds, noSlowerThan, quick, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { cookieOf, cpuMsOf, type Session } from "./web/running-app.ts";

const pages = ["issuer", "document", "desk", "section", "search"] as const;
const requestsARound = quick ? 20 : 60;

const { now, before } = await startBuilds();
const costOfPage = (build: Build, page: string) => () =>
  costOf(build.address(page), build.session, build.app.webProcessId());
const variants = Object.fromEntries(
  pages.flatMap((page) => [
    [page, costOfPage(now, page)],
    ...(before === undefined ? [] : [[`${page} before`, costOfPage(before, page)]]),
  ]),
);
const found = await inRounds("page-cost", variants);
const sizes = new Map<string, Awaited<ReturnType<typeof sizeOf>>>();
for (const page of pages) sizes.set(page, await sizeOf(now.address(page), now.session));
await stopBuilds(now, before);

for (const [page, { html, given }] of sizes) {
  reportWithoutGoal(`${page}, the page's HTML, kB`, [html]);
  reportWithoutGoal(`${page}, of it what its scripts are given, kB`, [given]);
}
for (const page of pages) {
  const peer = before === undefined ? undefined : found(`${page} before`, "cpu");
  noSlowerThan(`${page}, processor ms a page`, found(page, "cpu"), peer, { share: 1.15, ms: 5 });
}

function headersOf(session: Session): Record<string, string> {
  return { cookie: cookieOf(session), "sec-fetch-dest": "document", accept: "text/html" };
}

/** As a browser that opens the address asks; the answer is read whole. */
async function costOf(url: string, session: Session, processId: number): Promise<Sample> {
  const begun = cpuMsOf(processId);
  for (let count = 0; count < requestsARound; count++) {
    const answer = await fetch(url, { headers: headersOf(session), redirect: "manual" });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  }
  return { cpu: (cpuMsOf(processId) - begun) / requestsARound };
}

/** Before compression. Next sends its scripts the page once more, as data. */
async function sizeOf(url: string, session: Session): Promise<{ readonly html: number; readonly given: number }> {
  const html = await (await fetch(url, { headers: headersOf(session) })).text();
  const given = [...html.matchAll(/self\.__next_f\.push\(([\s\S]*?)\)<\/script>/g)].map(([, script = ""]) => script);
  return { html: Buffer.byteLength(html) / 1024, given: Buffer.byteLength(given.join("")) / 1024 };
}

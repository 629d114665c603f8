/** bench: Lighthouse on the production build: sign-in, issuer, document and section, as a phone and as a desktop. */

import path from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "../scripts/wait-for-program.ts";
import { launch } from "./web/browser.ts";
import { startBuild } from "./web/data.ts";
import { atLeast, inRounds, quick, reportWithoutGoal, type Sample, sampleCount } from "./web/figures.ts";
import { installedPeer } from "./web/peers.ts";

/** What is read of Lighthouse's report. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly id: string; readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { id: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
  >;
}
interface Lighthouse {
  default(url: string, flags: object, config?: object): Promise<{ readonly lhr: Report } | undefined>;
  readonly desktopConfig: object;
}
const entry = path.join(installedPeer("lighthouse", "13.5.0"), "core/index.js");
const lighthouse: Lighthouse = await import(pathToFileURL(entry).href);

const forms = ["mobile", "desktop"] as const;
type Form = (typeof forms)[number];
const performanceGoals: Readonly<Record<Form, number>> = { mobile: 90, desktop: 98 };

const app = await startBuild();
const { cookie = "" } = app.headers;
const pages = Object.fromEntries(
  ["sign-in", "issuer", "document", "section"].map((name) => [
    name,
    name === "sign-in" ? "/sign-in" : app.address(name).slice(app.url.length),
  ]),
);

const variants = Object.fromEntries(
  Object.entries(pages).flatMap(([name, target]) =>
    forms.map((form) => [`${name}, ${form}`, () => audited(target, form, name !== "sign-in")]),
  ),
);
const figures = await inRounds("lighthouse", variants, { rounds: quick ? 1 : sampleCount, warming: false });
await app.stop();

for (const form of forms) {
  for (const name of Object.keys(pages)) {
    const of = (figure: string) => figures(`${name}, ${form}`, figure);
    atLeast(`${name}, ${form}: performance`, of("performance"), performanceGoals[form]);
    atLeast(`${name}, ${form}: accessibility`, of("accessibility"), 100);
    atLeast(`${name}, ${form}: best practices`, of("best-practices"), 100);
    reportWithoutGoal("  first contentful paint, ms", of("first-contentful-paint"));
    reportWithoutGoal("  largest contentful paint, ms", of("largest-contentful-paint"));
    reportWithoutGoal("  total blocking time, ms", of("total-blocking-time"));
  }
}

/** On a busy machine one of Lighthouse's own deadlines may pass, which says nothing about the page. */
async function audited(target: string, form: Form, signedIn: boolean): Promise<Sample> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await audit(target, form, signedIn);
    } catch (error) {
      if (attempt === 3) throw error;
      console.log(`  ${target}, ${form}: once more (${error instanceof Error ? error.message : String(error)})`);
    }
  }
}

/** A browser of its own each time, at a port that Lighthouse speaks to. */
async function audit(target: string, form: Form, signedIn: boolean): Promise<Sample> {
  const port = await freePort();
  const browser = await launch([`--remote-debugging-port=${port}`]);
  try {
    const flags = {
      port,
      logLevel: "silent",
      output: "json",
      onlyCategories: ["performance", "accessibility", "best-practices"],
      ...(signedIn ? { extraHeaders: { cookie } } : {}),
    };
    const result = await lighthouse.default(
      app.url + target,
      flags,
      form === "desktop" ? lighthouse.desktopConfig : undefined,
    );
    const report = result?.lhr;
    if (report === undefined || report.runtimeError !== undefined)
      throw new Error(`${target}: ${report?.runtimeError?.message}`);
    const scores = Object.values(report.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]);
    const timed = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
    for (const { id, score, scoreDisplayMode } of Object.values(report.audits))
      if (score === 0 && scoreDisplayMode === "binary") console.log(`  ${target}, ${form}: fails ${id}`);
    return Object.fromEntries([...scores, ...timed.map((id) => [id, report.audits[id]?.numericValue ?? Number.NaN])]);
  } finally {
    await browser.close();
  }
}

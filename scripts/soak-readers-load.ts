import { boughtDocument, visitsOf } from "../e2e/bought.ts";
import { signIn } from "./sign-in.ts";
import type { Outcome } from "./soak-readers-figures.ts";

/** Readers who open a page and pause, over and over, at any web app. */
export interface ReaderLoad {
  readonly webUrl: string;
  /** Credits are spent on what is read, once for each key. */
  readonly keys: readonly string[];
  readonly readers: number;
  readonly lengthMs: number;
  /** The shortest and the longest pause between two pages. */
  readonly pauseMs: readonly [number, number];
}

interface Visitor {
  readonly cookie: string;
  readonly pages: readonly string[];
}

const readersPerSession = 5;
const pageTimeoutMs = 30_000;

/** Signs in and buys what will be read; then `run` reads until the time is over. */
export async function prepareReaders(load: ReaderLoad): Promise<{ run(): Promise<Outcome[]> }> {
  const { webUrl, keys, readers } = load;
  const visitors: Visitor[] = [];
  for (let at = 0; at < Math.ceil(readers / readersPerSession); at++) {
    const cookie = await signIn(webUrl, keys[at % keys.length]);
    const pages = visitsOf(await boughtDocument(webUrl, cookie)).filter((page) => page !== "/sign-in");
    visitors.push({ cookie, pages });
  }
  return { run: () => read(load, visitors) };
}

/** Several readers share a session. */
export async function read(
  { webUrl, readers, lengthMs, pauseMs }: Omit<ReaderLoad, "keys">,
  visitors: readonly Visitor[],
): Promise<Outcome[]> {
  const endsAt = performance.now() + lengthMs;
  const outcomes: Outcome[] = [];
  const reading = Array.from({ length: readers }, async (_, at) => {
    const visitor = visitors[Math.floor(at / readersPerSession)];
    if (visitor === undefined) return;
    // Spread over time from the start.
    await sleep(Math.random() * pauseMs[1]);
    while (performance.now() < endsAt) {
      const page = visitor.pages[Math.floor(Math.random() * visitor.pages.length)] ?? "/";
      outcomes.push(await visit(webUrl + page, visitor.cookie));
      await sleep(pauseMs[0] + Math.random() * (pauseMs[1] - pauseMs[0]));
    }
  });
  await Promise.all(reading);
  return outcomes;
}

async function visit(url: string, cookie: string): Promise<Outcome> {
  const startedAt = performance.now();
  let result = "";
  try {
    const headers = { cookie, "sec-fetch-dest": "document" };
    const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(pageTimeoutMs) });
    await answer.arrayBuffer();
    result = String(answer.status);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    result = code === "" ? (error instanceof Error ? error.name : "unknown") : code;
  }
  const endedAt = performance.now();
  if (result !== "200") process.stderr.write(`${result} ${new URL(url).pathname}\n`);
  return { startedAt, tookMs: endedAt - startedAt, result };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

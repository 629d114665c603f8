import type { Books } from "../day/books.ts";
import type { Programs } from "../programs.ts";

/** What both programs say of work and credits that they hold for somebody, by name; nothing where all of it is done. */
export type Held = Readonly<Record<string, number>>;

const ofWeb = ["hiraku_web_purchases_under_way", "hiraku_web_upstream_requests", "hiraku_web_open_intents"];
const ofService = ["hiraku_searches_waiting", "hiraku_pdf_pages_waiting"];

export interface MetricsPorts {
  readonly web: number;
  readonly service: number;
}

export interface Watched {
  readonly programs: Programs;
  readonly books: Books;
  readonly ports: MetricsPorts;
  /** Whose credits may be reserved. */
  readonly keys: readonly { readonly id: string; readonly key: string }[];
}

const emptyWithinMs = 60_000;

/** What is still held once it has had the time to be let go. */
export async function heldAtLast(watched: Watched): Promise<Held> {
  const endsAt = performance.now() + emptyWithinMs;
  for (;;) {
    const held = Object.fromEntries(Object.entries(await heldNow(watched)).filter(([, count]) => count !== 0));
    if (Object.keys(held).length === 0 || performance.now() > endsAt) return held;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export async function heldNow(watched: Watched): Promise<Held> {
  const { ports, keys } = watched;
  return {
    ...(await figuresAt(ports.web, ofWeb)),
    ...(await figuresAt(ports.service, ofService)),
    reserved_credits: (await Promise.all(keys.map((each) => reservedOf(watched, each)))).reduce((a, b) => a + b, 0),
  };
}

async function figuresAt(port: number, names: readonly string[]): Promise<Held> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Object.fromEntries(names.map((name) => [name, figureIn(text, name)]));
}

/** The sum over its labels. */
export function figureIn(metrics: string, name: string): number {
  const rows = [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))];
  if (rows.length === 0) throw new Error(`there is no metric ${name}`);
  return rows.reduce((sum, [, value]) => sum + Number(value), 0);
}

/** The service counts what it has reserved as spent, before its ledger does. */
async function reservedOf({ programs, books }: Watched, { id, key }: Watched["keys"][number]): Promise<number> {
  const answer = await fetch(`${programs.apiUrl}/v1/issuers/search?q=x`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.body?.cancel();
  return books.balanceOf(id) - Number(answer.headers.get("x-quota-compute-remaining"));
}

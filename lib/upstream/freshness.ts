import { request } from "undici";
import { z } from "zod";
import { MarketFreshness } from "../contract/resources.ts";
import { timeout } from "./availability.ts";
import type { Service } from "./service.ts";

/** An older answer is asked for anew. */
const freshMs = 30_000;
/** A page is rendered without it after this: what arrives later is for the next page. */
const pageWaitMs = 300;
const askMs = 2_000;
const answerBytesMax = 256 * 1024;

const Ready = z.looseObject({ market: MarketFreshness });

/** How fresh a service's market is. Asked without a key, and free; undefined of a service that doesn't tell. */
export async function readFreshness(
  service: Service,
  baseUrl: string,
  nowMs: number,
): Promise<MarketFreshness | undefined> {
  let known = service.freshness.get(baseUrl);
  if (known === undefined || nowMs - known.atMs >= freshMs || nowMs < known.atMs) {
    if (service.availabilityOf(baseUrl).isAway()) return undefined;
    known = { atMs: nowMs, asked: askReady(service, baseUrl).catch(() => undefined) };
    service.freshness.set(baseUrl, known);
  }
  const limit = timeout(pageWaitMs);
  try {
    return await Promise.race([known.asked, limit.done.then(() => undefined)]);
  } finally {
    limit.cancel();
  }
}

async function askReady(service: Service, baseUrl: string): Promise<MarketFreshness | undefined> {
  const answer = await request(`${baseUrl}/health/ready`, {
    headers: { accept: "application/json" },
    dispatcher: service.agent,
    signal: AbortSignal.timeout(askMs),
  });
  let text = "";
  for await (const chunk of answer.body) {
    text += String(chunk);
    if (text.length > answerBytesMax) {
      answer.body.destroy();
      return undefined;
    }
  }
  // A service that is not ready says so with the same record.
  const read = Ready.safeParse(JSON.parse(text));
  return read.success ? read.data.market : undefined;
}

import { request } from "undici";

/** A longer answer is no health report. */
const answerBytesMax = 64 * 1024;

/** Asks if a service answers at the address, and how fast. Sent without a key. */
export async function measureHealth(baseUrl: string, limitMs = 2_000): Promise<{ reachable: boolean; ms: number }> {
  const began = performance.now();
  const reachable = await isHealthy(baseUrl, limitMs).catch(() => false);
  return { reachable, ms: Math.round(performance.now() - began) };
}

async function isHealthy(baseUrl: string, limitMs: number): Promise<boolean> {
  const answer = await request(`${baseUrl}/health`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(limitMs),
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    // A service that demands a key even here, or has no such path, has answered too.
    return answer.statusCode < 500;
  }
  let text = "";
  for await (const chunk of answer.body) {
    text += String(chunk);
    if (text.length > answerBytesMax) {
      answer.body.destroy();
      return false;
    }
  }
  // The body is read, since a page of a proxy or another program has status 200 too.
  return isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

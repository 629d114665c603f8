import { request } from "undici";

/** Whether something answers at the service's address, and how fast. Sent without any key. */
export async function measureHealth(baseUrl: string): Promise<{ reachable: boolean; ms: number }> {
  const began = performance.now();
  try {
    const answer = await request(`${baseUrl}/health`, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(2_000),
    });
    await answer.body.dump();
    // A service that wants a key even here has answered all the same.
    return { reachable: answer.statusCode < 500, ms: Math.round(performance.now() - began) };
  } catch {
    return { reachable: false, ms: Math.round(performance.now() - began) };
  }
}

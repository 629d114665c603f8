import { once } from "node:events";
import { createServer } from "node:net";

/** A port that is free now: what a test or a drill lets a program listen on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Until a program answers without a fault of its own. `check` throws where it never will. */
export async function untilAnswers(url: string, check: () => void): Promise<void> {
  const endsAt = performance.now() + 120_000;
  while (performance.now() < endsAt) {
    check();
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined && answer.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within two minutes`);
}

import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openLink } from "./link.ts";

test("a link passes on, is gone while it is closed, comes back at the same port, and can be slow", async () => {
  const server = createServer((_request, response) => response.end("here")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const link = await openLink(typeof address === "object" && address !== null ? address.port : 0);
  onTestFinished(() => link.close());
  const ask = (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${link.port}/`, { headers: { connection: "close" }, signal: signal ?? null }).then(
      (answer) => answer.text(),
    );
  expect(await ask()).toBe("here");
  await link.close();
  await expect(ask()).rejects.toThrow();
  await link.open();
  expect(await ask()).toBe("here");
  link.slow(60_000);
  await expect(ask(AbortSignal.timeout(200))).rejects.toThrow();
  link.slow(1);
  expect(await ask()).toBe("here");
});

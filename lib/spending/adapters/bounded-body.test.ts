import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createGzip } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testService } from "../../testing/test-service.ts";
import { PurchaseService } from "../engine/purchase-service.ts";
import { type SimApp, simSpender } from "../simulation/app.ts";
import { ann, at, inTime, restart } from "../testing/purchase-setup.ts";
import { fileBodies } from "./file-bodies.ts";
import { paidUpstream } from "./paid-service.ts";
import { systemClock, systemRandomSource } from "./system-clock.ts";

beforeEach(() => restart());

/** A service that never stops sending, with the real transport and the real disk. */
const bytesMax = 1_000_000;
let folder: string;
let server: Server;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-bound-"));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const page = Buffer.alloc(64 * 1024, 0xff);

function sendForever(response: ServerResponse, into: NodeJS.WritableStream): void {
  const send = () => {
    while (!response.destroyed && into.write(page));
    if (!response.destroyed) into.once("drain", send);
  };
  send();
}

test.each(["plain", "packed"])(
  "a %s body without an end is kept up to its limit and booked, and its connection is closed",
  async (how) => {
    let dropped: () => void = () => undefined;
    const isDropped = new Promise<void>((resolve) => (dropped = resolve));
    server = createServer((_, response) => {
      response.on("close", dropped);
      response.setHeader("x-credits-charged", "1");
      if (how === "plain") return sendForever(response, response);
      response.setHeader("content-encoding", "gzip");
      const gzip = createGzip();
      gzip.pipe(response);
      response.on("close", () => gzip.destroy());
      sendForever(response, gzip);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const upstream = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;

    const { app, store } = at;
    const deps = {
      ...app.deps,
      clock: systemClock,
      chance: systemRandomSource,
      upstream: paidUpstream(testService()),
      bodies: fileBodies(folder),
      bodyBytesMax: () => bytesMax,
    };
    const service = new PurchaseService(deps, app.rows);
    const spender = simSpender("ann", upstream);
    await service.snapshots.note(spender, "D1", await snapshot(app.deps));
    await service.keys.observe(spender.keyId, {
      ...{ balance: 100, reset: "0", retentionSeconds: 2_592_000, requestsLeft: null, fromService: true },
    });
    const quote = await service.quote(spender, { kind: "pages", document_id: "D1", pages: [1] });
    await service.confirm(spender, { token: quote.token, max_credits: 1 });
    await isDropped;
    expect(
      await store
        .prepare(
          "select state, byte_size, credits from intents join artifacts using (intent_id) join ledger using (intent_id)",
        )
        .all(),
    ).toEqual([{ state: "stored", byte_size: bytesMax, credits: 1 }]);
    expect(bytesOnDisk(folder)).toBe(bytesMax);
  },
);

async function snapshot({ reads }: SimApp["deps"]) {
  const asking = Promise.all([reads.summary(ann, "D1"), reads.pages(ann, "D1")]);
  const [summary, pages] = await inTime(asking);
  return { summary: summary.value, toc: null, pages: pages.value, originals: null, notedAtMs: Date.now() };
}

function bytesOnDisk(where: string): number {
  return readdirSync(where, { recursive: true, encoding: "utf8" })
    .map((each) => statSync(path.join(where, each)))
    .reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}

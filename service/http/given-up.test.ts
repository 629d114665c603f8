import { expect, test } from "vitest";
import type { ServiceDeps } from "../app.ts";
import { blobOf } from "../testing/fixture.ts";
import { createHarness } from "../testing/harness.ts";
import { listening } from "../testing/sockets.ts";

/** A file whose opening the test lets go on, and which says how often it was closed. */
function heldFile() {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const bytes = new Uint8Array(10);
  let closed = 0;
  const blobs: ServiceDeps["blobs"] = {
    async open() {
      asked.resolve();
      await goOn.promise;
      return {
        blob: blobOf(bytes),
        byteSize: bytes.length,
        stream: () => new Blob([bytes]).stream(),
        close: async () => {
          closed++;
        },
      };
    },
  };
  return { blobs, opening: asked.promise, open: goOn.resolve, closedCount: () => closed };
}

test("a file that is opened for a client that has gone is closed", async () => {
  const file = heldFile();
  const harness = await createHarness({ blobs: file.blobs });
  const { url, connections } = await listening(harness);
  const { key } = await harness.newKey();
  const left = new AbortController();
  const answer = fetch(`${url}/v1/documents/READY1/originals/pdf`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: left.signal,
  });
  await file.opening;
  left.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(connections).toBe(0);
  file.open();
  await expect.poll(file.closedCount).toBeGreaterThan(0);
});

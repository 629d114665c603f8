import { expect, test } from "vitest";
import { PoolBusyError, TaskLateError } from "../../lib/kit/workers/errors.ts";
import type { ServiceDeps } from "../app.ts";
import { PdfRefused } from "../pdf/index.ts";
import { SearchBusyError } from "../search/port.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { blobOf } from "../testing/fixture.ts";
import { createHarness } from "../testing/harness.ts";
import { listening } from "../testing/sockets.ts";
import { ClientGone } from "./client.ts";

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

/** Work that ends only with its signal, and says when it has begun and with what it was given up. */
function endless() {
  const begun = Promise.withResolvers<void>();
  let reason: unknown;
  return {
    begun: begun.promise,
    reason: () => reason,
    work: (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          reject(signal.reason);
        });
        begun.resolve();
      }),
  };
}

const places = {
  "a page image": ["GET", "/v1/documents/READY1/pages/1/image", undefined],
  "an original": ["GET", "/v1/documents/READY1/originals/pdf", undefined],
  "a search of documents": ["POST", "/v1/search/documents", { query: "配当" }],
  "a search of news": ["POST", "/v1/search/news", { query: "配当" }],
  "a look for a quote": ["POST", "/quotes/verify", { document_id: "READY1", quote: "あ".repeat(80) }],
} as const;
type Place = keyof typeof places;

/** A service in which everything that may wait for a thread is done by `work`. */
async function serviceOf(work: (signal: AbortSignal) => Promise<never>, more: Partial<ServiceDeps> = {}) {
  const harness = await createHarness({
    artifacts: {
      pageImage: (_document, _page, signal) => work(signal),
      original: (_document, _original, signal) => work(signal),
      figure: (_document, _name, signal) => work(signal),
    },
    search: {
      ...nothingBehind,
      searchDocuments: (_query, signal) => work(signal),
      searchNews: (_query, signal) => work(signal),
    },
    quoteFinder: { look: (_texts, _quote, how) => work(how?.signal ?? new AbortController().signal) },
    ...more,
  });
  const server = await listening(harness);
  const { id, key } = await harness.newKey({ credits: 10 });
  const ask = (place: Place, signal?: AbortSignal) => {
    const [method, path, body] = places[place];
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    return fetch(server.url + path, signal === undefined ? sent : { ...sent, signal });
  };
  const credits = async () => {
    const { charged, credits: left } = await harness.keyState(id);
    return { charged, ...left };
  };
  return { harness, ask, credits };
}

const untouched = { charged: 0, balance: 10, reserved: 0 };
const names = Object.keys(places).filter((name): name is Place => name in places);

test.each(names)(
  "%s that nobody waits for any more is given up, uncharged, and counts as no failure",
  async (place) => {
    const { begun, reason, work } = endless();
    const { harness, ask, credits } = await serviceOf(work);
    const left = new AbortController();
    const answer = ask(place, left.signal);
    await begun;
    left.abort();
    await expect(answer).rejects.toThrow();
    await expect
      .poll(() => harness.records.map(({ status, problem }) => [status, problem]))
      .toEqual([[499, "client_gone"]]);
    expect(reason()).toBeInstanceOf(ClientGone);
    expect(await credits()).toMatchObject(untouched);
  },
);

test.each(
  names.flatMap((place) => [
    [place, "a full queue", new PoolBusyError(7_400), "8"] as const,
    [place, "a deadline", new TaskLateError(1), "5"] as const,
  ]),
)("%s refused by %s is 503 with a time to ask again, uncharged", async (place, _by, error, retryAfter) => {
  const { ask, credits } = await serviceOf(() => Promise.reject(error));
  const answer = await ask(place);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe(retryAfter);
  expect(await answer.json()).toMatchObject({ code: "service_busy", status: 503 });
  expect(await credits()).toMatchObject(untouched);
});

test.each(["a page image", "an original"] as const)("the deadline of %s is 503, never a 500", async (place) => {
  const { ask, credits } = await serviceOf(endless().work, { renderTimeoutMs: 20 });
  const answer = await ask(place);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await credits()).toMatchObject(untouched);
});

test("a full queue of searches is 503, and a search that is late 504", async () => {
  const busy = await serviceOf(() => Promise.reject(new SearchBusyError(new PoolBusyError(1))));
  expect((await busy.ask("a search of news")).status).toBe(503);
  const late = await serviceOf(endless().work, { searchTimeoutMs: 20 });
  expect((await late.ask("a search of news")).status).toBe(504);
});

test("a page that was not drawn in time is 503, and one that can't be drawn 500", async () => {
  const { ask } = await serviceOf(() => Promise.reject(new PdfRefused(new TaskLateError(1))));
  expect((await ask("a page image")).status).toBe(503);
  const broken = await serviceOf(() => Promise.reject(new PdfRefused("this is no PDF")));
  expect((await broken.ask("a page image")).status).toBe(500);
});

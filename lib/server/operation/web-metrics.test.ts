import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentId } from "../../contract/ids.ts";
import { serveMetrics } from "../../kit/process/metrics-server.ts";
import { countOpenIntents, countOwners, countSessions } from "../../store/counts.ts";
import { openStore } from "../../store/database.ts";
import { storeWorks } from "../../store/probe.ts";
import { storeBytes } from "../../store/sizes.ts";
import { openMemoryStore } from "../../store/testing/memory-store.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { openTestApp } from "../../testing/test-app.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { boundedOf } from "./bounded.ts";
import { endpointOfTarget } from "./endpoint-of-target.ts";
import { makeWebMetrics } from "./web-metrics.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-metrics-"));
let fake: FakeUpstream;
beforeAll(async () => {
  fake = await startFakeUpstream((request, response) =>
    request.url?.startsWith("/v1/documents/") === true
      ? response.writeHead(404).end("{}")
      : json(response, 200, { issuers: [] }),
  );
});
afterAll(async () => {
  await fake[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe("the web app's metrics", () => {
  it("report purchases without outcome, sessions, free disk space, and each request to the service", async () => {
    const store = openMemoryStore();
    const metrics = makeWebMetrics({
      dataFolder: folder,
      service: fake.service,
      bounded: () => [{ name: "test_cache", help: "For a test.", size: 1, max: 7 }],
      openIntents: async () => ({ ...(await countOpenIntents(store)), unknown: 3 }),
      storeBytes: () => storeBytes(store, folder),
      sessionCount: () => countSessions(store),
      ownerCount: () => countOwners(store),
      keptKeyCount: async () => 0,
      waitingDeliveries: async () => 0,
      serviceAnswers: () => false,
    });
    const upstream = { ...fake.as("hk_metrics_canary"), keyId: "metrics" };
    await callFreeEndpoint(upstream, "searchIssuers", { q: "secret question" });
    await callFreeEndpoint(upstream, "getDocument", { document_id: DocumentId.parse("SECRET1") }).catch(
      () => undefined,
    );
    const text = await metrics.text();
    for (const line of [
      'hiraku_web_open_intents{state="unknown"} 3',
      'hiraku_web_open_intents{state="sent"} 0',
      "hiraku_web_sessions 0",
      "test_cache 1",
      "test_cache_max 7",
      "hiraku_web_service_answers 0",
      'hiraku_web_upstream_seconds_count{endpoint="searchIssuers",outcome="2xx"} 1',
      'hiraku_web_upstream_seconds_count{endpoint="getDocument",outcome="4xx"} 1',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/^hiraku_web_disk_free_bytes [1-9]/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^nodejs_heap_size_used_bytes /m);
    expect(text).not.toMatch(/canary|secret/i);
  });

  it("report the size and the bound of everything bounded", async () => {
    await using app = await openTestApp();
    const listed = boundedOf(app);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    for (const { size, max } of listed) expect(size).toBeLessThanOrEqual(max ?? 0);
  });

  it("are served at one path of their port, without a key", async () => {
    const server = await serveMetrics({ text: async () => "figures 1\n" }, { host: "127.0.0.1", port: 0 });
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toBe("figures 1\n");
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    server.close();
  });

  it("name the endpoint and never an address", () => {
    expect(endpointOfTarget({ method: "GET", target: "/v1/documents/S100/toc?x=1" })).toBe("getToc");
    expect(endpointOfTarget({ method: "GET", target: "/v1/issuers/search?q=%E5%A3%B2" })).toBe("searchIssuers");
    expect(endpointOfTarget({ method: "GET", target: "/v1/else/where" })).toBe("other");
  });
});

describe("the store's health", () => {
  it("is good while it can be read and written, and bad when it no longer can", async () => {
    const file = path.join(folder, "probe.db");
    const store = openStore(file);
    expect(await storeWorks(store)).toBe(true);
    store.db.pragma("query_only = on");
    expect(await storeWorks(store)).toBe(false);
    store.db.pragma("query_only = off");
    expect(await storeWorks(store)).toBe(true);
    await store.close();
    expect(await storeWorks(store)).toBe(false);
  });
});

import { expect, onTestFinished, test } from "vitest";
import type { ExchangeRecord } from "./exchange.ts";
import { listen } from "./server.ts";
import { createStartupGate } from "./startup-gate.ts";

test("every answer before the store is open is recorded by the id that it has", async () => {
  const records: ExchangeRecord[] = [];
  let id = 0;
  const gate = createStartupGate({
    version: "1",
    publicUrl: () => "http://localhost",
    newRequestId: () => `r-${++id}`,
    observe: (record) => void records.push(record),
  });
  const server = await listen(gate, { host: "127.0.0.1", port: 0, trustForwarded: false });
  onTestFinished(() => server.close(0));
  const given: { readonly requestId: string | null; readonly status: number }[] = [];
  for (const path of ["/health", "/health/ready", "/v1/documents"]) {
    const answer = await fetch(`http://127.0.0.1:${server.address.port}${path}`);
    given.push({ requestId: answer.headers.get("x-request-id"), status: answer.status });
  }
  expect(given.map(({ status }) => status)).toEqual([200, 503, 503]);
  expect(records).toMatchObject(given);
  expect(records.map(({ endpoint }) => endpoint)).toEqual(["health", "ready", "none"]);
});

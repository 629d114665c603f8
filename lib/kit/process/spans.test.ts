import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { exportSpans, openSpan } from "./spans.ts";
import { traceHeaders } from "./trace.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", sampled: true };
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              ...{ name: z.string(), kind: z.number(), traceId: z.string(), spanId: z.string() },
              ...{ parentSpanId: z.string().optional(), status: z.object({ code: z.number() }) },
            }),
          ),
        }),
      ),
    }),
  ),
});

async function collector() {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      bodies.push([request.url, JSON.parse(body)]);
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  const endpoint = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { bodies, endpoint };
}

test("spans of a request and of what it asks for are one trace with the caller's", async () => {
  const { bodies, endpoint } = await collector();
  const failed = vi.fn();
  const stop = await exportSpans({ program: "hiraku-web", endpoint, failed });
  const server = openSpan("GET /documents", "server", caller, { "http.request.method": "GET" });
  const client = openSpan("GET", "client", server?.trace);
  expect(traceHeaders(client?.trace).traceparent).toBe(`00-${caller.traceId}-${client?.trace.spanId}-01`);
  client?.end(404);
  server?.end(200, { name: "GET /documents/pages", attributes: { "http.route": "/documents" } });
  openSpan("GET /api/health", "server", { ...caller, sampled: false })?.end(200);
  await stop();
  expect(openSpan("GET", "server", undefined)).toBeUndefined();
  expect(failed).not.toHaveBeenCalled();
  const [[address, sent] = []] = z.array(z.tuple([z.string(), Sent])).parse(bodies);
  expect(address).toBe("/v1/traces");
  const [{ resource, scopeSpans } = { resource: undefined, scopeSpans: [] }] = sent?.resourceSpans ?? [];
  expect(resource?.attributes).toContainEqual({ key: "service.name", value: { stringValue: "hiraku-web" } });
  expect(scopeSpans.flatMap(({ spans }) => spans)).toMatchObject([
    { kind: 3, traceId: caller.traceId, parentSpanId: server?.trace.spanId, status: { code: 2 } },
    { name: "GET /documents/pages", kind: 2, parentSpanId: caller.spanId, status: { code: 0 } },
  ]);
});

test("without an exporter there are no spans, and nothing of OpenTelemetry's SDK is loaded by either program", async () => {
  await exportSpans({ program: "hiraku-web", endpoint: "", failed: () => undefined });
  expect(openSpan("GET", "server", caller)).toBeUndefined();
  // prom-client and Next load the API, which does nothing by itself.
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { exportSpans } = await import("./lib/kit/process/spans.ts");
    await import("./lib/server/web-server.ts");
    await import("./lib/app.ts");
    await import("./service/main.ts");
    await exportSpans({ program: "hiraku-web", endpoint: process.argv[1] ?? "", failed: console.error });
    const ours = loaded.filter((each) => /@opentelemetry\\/(?!api\\/)/.test(each));
    console.log(loaded.some((each) => each.endsWith("service/main.ts")), ours.length);
    process.exit(0);`;
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ["--input-type=module", "--eval", program, ...args], { cwd: root, encoding: "utf8" });
  expect(run()).toMatchObject({ stdout: "true 0\n" });
  expect(run("http://127.0.0.1:1").stdout).toMatch(/^true [1-9]/);
}, 60_000);

test("a collector that does not answer delays no end", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const stop = await exportSpans({ program: "hiraku-web", endpoint: "http://127.0.0.1:1", failed: () => undefined });
  openSpan("GET", "server", undefined)?.end(200);
  const startedAt = performance.now();
  await stop();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

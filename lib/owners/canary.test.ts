import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../app.ts";
import { logger, openLogFiles } from "../log.ts";
import { sinksWithSecret } from "../testing/canary.ts";
import { type FakeUpstream, json, problem, startFakeUpstream } from "../testing/fake-upstream.ts";
import { testSettings } from "../testing/test-app.ts";
import { relayFree } from "../upstream/free-proxy.ts";
import { problemResponse } from "./answers.ts";
import { resumeSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { sessionIdFromToken, sessionToken } from "./token.ts";

/**
 * Uses one recognisable key (the canary) in every way that can fail, then searches for it in everything that was
 * written.
 */
const canary = "hk_CANARYcanaryCANARYcanaryCANARYcanary1234";
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-canary-"));
const printed: string[] = [];
let fake: FakeUpstream;

beforeAll(async () => {
  fake = await startFakeUpstream((_, response) => json(response, 200, { issuers: [] }));
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      printed.push(String(chunk));
      return true;
    });
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await fake[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe("the canary", () => {
  it("is found in each encoding in which it might leak", () => {
    const text = `x ${canary} y`;
    const dressed = {
      plain: text,
      base64: Buffer.from(text).toString("base64"),
      base64Shifted: Buffer.from(`xy${text}`).toString("base64"),
      base64url: Buffer.from(canary).toString("base64url"),
      hex: Buffer.from(text).toString("hex"),
      url: encodeURIComponent(text),
      wide: Buffer.from(text, "utf16le"),
      innocent: "hk_canary",
    };
    expect(sinksWithSecret(canary, dressed)).toEqual(Object.keys(dressed).filter((name) => name !== "innocent"));
  });

  it("is in no file, log, answer or error after signing in, calling, failing and signing out", async () => {
    const settings = testSettings(folder, { HIRAKU_API_URL: fake.baseUrl, HIRAKU_LOG_LEVEL: "debug" });
    const opened = await createApp(settings);
    const { store, service, secrets } = opened;
    openLogFiles(settings);
    const sinks: Record<string, string | Buffer> = {};

    const wanted = { apiKey: canary, recoveryCode: "", demo: false, previousSessionHash: undefined };
    const sessionId = await signIn(opened, { ...wanted, nowMs: Date.now() });
    sinks["cookie"] = await sessionToken(sessionId, 60, secrets);
    expect(await sessionIdFromToken(String(sinks["cookie"]), secrets)).toBe(sessionId);
    const now = { nowMs: Date.now(), upstreamUrl: fake.baseUrl, versions: secrets };
    const session = await resumeSession(store, sessionId, now);
    if (session === undefined) throw new Error("no session");
    expect(fake.asked.at(-1)?.headers.authorization).toBe(`Bearer ${canary}`);

    const ask = () =>
      relayFree({
        upstream: { service, baseUrl: fake.baseUrl, key: session.apiKey, keyId: session.keyId },
        encodedPath: "/v1/documents/S1",
        query: new URLSearchParams(),
        acceptEncoding: null,
        signal: new AbortController().signal,
      });
    const failures: ((response: Parameters<FakeUpstream["answer"]>[1]) => void)[] = [
      (response) => problem(response, 401, "invalid_api_key"),
      (response) => problem(response, 500, "internal_error"),
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      (response) => response.writeHead(302, { location: "/x" }).end(),
      (response) => response.destroy(),
      (response) => problem(response, 429, "rate_limit_exceeded", { "retry-after": "9" }),
    ];
    for (const [index, fail] of failures.entries()) {
      fake.answer = (_, response) => fail(response);
      const error: unknown = await ask().catch((reason: unknown) => reason);
      logger().error({ err: error }, "a call failed");
      const answer = problemResponse(error);
      sinks[`answer ${index}`] = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      sinks[`error ${index}`] =
        error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)}` : "";
    }
    await opened[Symbol.asyncDispose]();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      sinks[`file ${path.relative(folder, file)}`] = readFileSync(file);
    }
    sinks["printed"] = printed.join("");
    expect(Object.keys(sinks)).toEqual(
      expect.arrayContaining(["file web.db", "file web-secret", "file logs/web.jsonl", "printed"]),
    );
    expect(sinksWithSecret(canary, sinks)).toEqual([]);
  });
});

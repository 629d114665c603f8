import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readBlobPlace } from "./place.ts";
import { openS3Objects, type S3Options } from "./s3-objects.ts";

const secret = "canary-secret-key";

beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "canary-access-key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  return () => vi.unstubAllEnvs();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const error = (status: number, code: string): Answer => {
  const body = `<Error><Code>${code}</Code><Message>the key canary-access-key and ${secret}</Message></Error>`;
  return (_, response) => void response.writeHead(status, { "Content-Type": "application/xml" }).end(body);
};
const bytes = (text: string): Answer => {
  return (_, response) => void response.writeHead(200, { ETag: '"1"', "Content-Length": text.length }).end(text);
};

/** A server that gives these answers one after the other, and the last one from then on. */
async function serve(answers: readonly Answer[], options: S3Options = {}) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume().once("end", () => answers[Math.min(asked.length, answers.length) - 1]?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const place = readBlobPlace(`s3://bucket/p?endpoint=http://127.0.0.1:${address.port}`);
  if (place?.kind !== "s3") throw new Error("no bucket");
  return { objects: openS3Objects(place, options), asked, server };
}

const all = { start: 0, byteCount: 100 };

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-s3-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "file"), text);
  return join(folder, "file");
}

describe("a call that fails", () => {
  test.each([
    [503, "SlowDown"],
    [500, "InternalError"],
    [429, "TooManyRequests"],
    [409, "ConditionalRequestConflict"],
  ])("with %i %s is made again", async (status, code) => {
    const observe = vi.fn();
    const { objects, asked } = await serve([error(status, code), error(status, code), bytes("whole")], { observe });
    expect((await objects.read("kept/a", all))?.bytes.toString()).toBe("whole");
    expect(asked).toHaveLength(3);
    expect(observe.mock.calls.map(([outcome]) => outcome)).toEqual(["retried", "retried", "done"]);
  });

  test("is made again with all of its bytes", async () => {
    const { objects, asked } = await serve([error(503, "SlowDown"), bytes("")]);
    await objects.put("kept/a", fileOf("a body"), { sha256: "00".repeat(32), byteSize: 6 });
    expect(asked.map(({ headers }) => [headers["content-length"], headers["if-none-match"]])).toEqual([
      ["6", "*"],
      ["6", "*"],
    ]);
    expect(asked[0]?.headers["x-amz-checksum-sha256"]).toBe(Buffer.alloc(32).toString("base64"));
  });

  test("too often is given up", async () => {
    const { objects, asked } = await serve([error(503, "SlowDown")], { attemptsMax: 2 });
    await expect(objects.read("kept/a", all)).rejects.toThrow("s3://bucket/p/ answered 503 SlowDown.");
    expect(asked).toHaveLength(2);
  });

  test("because of an answer that never comes, or never ends, has a deadline", async () => {
    const silent = await serve([() => undefined], { deadlineMs: 50, attemptsMax: 1 });
    await expect(silent.objects.head("kept/a")).rejects.toThrow("s3://bucket/p/ did not answer in time.");
    const endless: Answer = (_, response) => void response.writeHead(200, { "Content-Length": 50 }).write("half");
    const half = await serve([endless, bytes("whole")], { deadlineMs: 50 });
    expect((await half.objects.read("kept/a", all))?.bytes.toString()).toBe("whole");
  });

  test("because nothing listens says so", async () => {
    const { objects, server } = await serve([bytes("")], { attemptsMax: 1 });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(objects.head("kept/a")).rejects.toThrow("s3://bucket/p/ can't be reached (ECONNREFUSED).");
  });

  test.each([
    [403, "AccessDenied", "access is denied"],
    [403, "InvalidAccessKeyId", "AWS_ACCESS_KEY_ID"],
    [403, "SignatureDoesNotMatch", "AWS_SECRET_ACCESS_KEY"],
    [404, "NoSuchBucket", "there is no such bucket"],
    [301, "PermanentRedirect", "region="],
  ])("with %i %s is told in words, at once and without a key", async (status, code, words) => {
    const { objects, asked } = await serve([error(status, code)]);
    const failed: unknown = await objects.read("kept/a", all).catch((each: unknown) => each);
    expect(failed).toHaveProperty("message", expect.stringContaining(words));
    expect(asked).toHaveLength(1);
    const told = JSON.stringify([failed, failed instanceof Error ? [failed.message, failed.stack, failed.cause] : ""]);
    expect(told).not.toMatch(/canary/);
  });
});

describe("an address of files", () => {
  test.each([
    ["s3://bucket", { kind: "s3", bucket: "bucket", prefix: "", endpoint: undefined, region: undefined }],
    [
      "s3://my.bucket-1/a/b/?endpoint=https://s3.example:9000&region=ap-northeast-1",
      {
        kind: "s3",
        bucket: "my.bucket-1",
        prefix: "a/b/",
        endpoint: "https://s3.example:9000",
        region: "ap-northeast-1",
      },
    ],
    ["/srv/files", { kind: "folder", folder: "/srv/files" }],
    ["file:///srv/files", { kind: "folder", folder: "/srv/files" }],
  ])("%s is understood", (text, place) => expect(readBlobPlace(text)).toEqual(place));

  test.each([
    "",
    "s3://",
    "s3://Bucket_1",
    "s3://key:secret@bucket",
    "s3://bucket/a//b",
    "s3://bucket/a%2fb",
    "s3://bucket?region=x&other=1",
    "s3://bucket?endpoint=ftp://host",
    "s3://bucket?endpoint=https://key:secret@host",
    "http://host/bucket",
    "gs://bucket",
  ])("'%s' is refused", (text) => expect(readBlobPlace(text)).toBeUndefined());
});

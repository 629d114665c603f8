import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { backoffMs } from "../retry/backoff.ts";
import { nameOf, type S3Place } from "./place.ts";
import { statusOf, textOf, toBucketError } from "./s3-errors.ts";

/** One object of the bucket, without its bytes. */
export interface ObjectFacts {
  /** Beneath the prefix. */
  readonly key: string;
  readonly byteSize: number;
  /** Changes when the bytes do. */
  readonly etag: string;
  readonly modifiedAtMs: number;
}

/** Each has a deadline and is retried with full jitter. Ranges, so that no connection waits for a slow reader. */
export interface S3Objects {
  readonly name: string;
  head(key: string): Promise<ObjectFacts | undefined>;
  /** At most `byteCount` bytes from `start`; where `etag` is given, of that version only. */
  read(
    key: string,
    range: { readonly start: number; readonly byteCount: number; readonly etag?: string | undefined },
  ): Promise<{ readonly facts: ObjectFacts; readonly bytes: Buffer } | undefined>;
  /** Never overwrites. The server compares what it received with the hash. */
  put(key: string, source: Source, facts: { readonly sha256: string; readonly byteSize: number }): Promise<PutResult>;
  /** Onto itself: the object counts as modified now. Undefined where there is none any more. */
  copy(from: string, to: string): Promise<{ readonly etag: string } | undefined>;
  /** Writes a few bytes, over what is there. */
  touch(key: string): Promise<void>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<ObjectFacts>;
  close(): void;
}

/** The name of a file, or the bytes. */
type Source = string | Buffer;

export type PutResult = { readonly etag: string } | "exists";

/** Is told of each attempt at a call, `retried` where it failed and is made again. */
export type BucketObserver = (outcome: "done" | "retried" | "failed", seconds: number) => void;

export interface S3Options {
  readonly observe?: BucketObserver | undefined;
  /** For one attempt at a call without bytes; reading and writing get more. */
  readonly deadlineMs?: number;
  readonly attemptsMax?: number;
}

/** Larger files are streamed; smaller ones are read first. */
const wholeBytesMax = 8_388_608;
const waits = { firstMs: 100, maxMs: 3_000 } as const;

export function openS3Objects(
  place: S3Place,
  { deadlineMs = 10_000, attemptsMax = 4, observe }: S3Options = {},
): S3Objects {
  const name = nameOf(place);
  const { bucket: Bucket, prefix } = place;
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = () => (opened ??= connect(place));

  /** `undefined` where the object is missing; any other failure after the last attempt is thrown. */
  async function call<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.timeout(Math.ceil(milliseconds));
      const startedAtMs = performance.now();
      const tell = (outcome: Parameters<BucketObserver>[0]) =>
        observe?.(outcome, (performance.now() - startedAtMs) / 1000);
      try {
        const result = await work(signal);
        tell("done");
        return result;
      } catch (error) {
        const missing = isMissing(error);
        const failure = toBucketError(signal.aborted ? signal.reason : error, name);
        const again = !missing && failure.isTransient && attempt < attemptsMax;
        tell(missing ? "done" : again ? "retried" : "failed");
        if (missing) return undefined;
        if (!again) throw failure;
        await pause(backoffMs(attempt, Math.random(), waits));
      }
    }
  }

  return {
    name,
    head: (key) =>
      call(deadlineMs, async (abortSignal) => {
        const { sdk, client } = await open();
        const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: prefix + key }), { abortSignal });
        return factsOf(key, found.ContentLength ?? 0, found);
      }),
    read: (key, { start, byteCount, etag }) =>
      call(deadlineMs + byteCount / slowestBytesPerMs, async (abortSignal) => {
        const { sdk, client } = await open();
        const get = (Range: string | undefined) =>
          client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key, Range, IfMatch: etag }), { abortSignal });
        // An empty object has no range.
        const found = await get(`bytes=${start}-${start + byteCount - 1}`).catch((error: unknown) => {
          if (start === 0 && statusOf(error) === 416) return get(undefined);
          throw error;
        });
        const bytes = await bytesOf(found.Body, abortSignal);
        return { facts: factsOf(key, sizeOf(found.ContentRange) ?? bytes.length, found), bytes };
      }),
    async put(key, source, { sha256, byteSize }) {
      const stored = await call<PutResult>(deadlineMs + byteSize / slowestBytesPerMs, async (abortSignal) => {
        const { sdk, client } = await open();
        const Body = await bodyOf(source, byteSize);
        try {
          const { ETag } = await client.send(
            new sdk.PutObjectCommand({
              Bucket,
              Key: prefix + key,
              Body,
              ContentLength: byteSize,
              ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
              IfNoneMatch: "*",
            }),
            { abortSignal },
          );
          return { etag: ETag ?? "" };
        } catch (error) {
          if (statusOf(error) === 412) return "exists";
          throw error;
        } finally {
          if (!Buffer.isBuffer(Body)) Body.destroy();
        }
      });
      if (stored === undefined) throw toBucketError({ name: "NoSuchBucket" }, name);
      return stored;
    },
    copy: (from, to) =>
      call(deadlineMs * 2, async (abortSignal) => {
        const { sdk, client } = await open();
        const { CopyObjectResult } = await client.send(
          new sdk.CopyObjectCommand({
            Bucket,
            Key: prefix + to,
            CopySource: `${Bucket}/${prefix}${from}`,
            // Without it a copy onto itself is refused.
            MetadataDirective: "REPLACE",
          }),
          { abortSignal },
        );
        return { etag: CopyObjectResult?.ETag ?? "" };
      }),
    async touch(key) {
      const touched = await call(deadlineMs, async (abortSignal) => {
        const { sdk, client } = await open();
        await client.send(new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body: Buffer.from("probe") }), {
          abortSignal,
        });
        return true;
      });
      if (touched === undefined) throw toBucketError({ name: "NoSuchBucket" }, name);
    },
    async remove(key) {
      await call(deadlineMs, async (abortSignal) => {
        const { sdk, client } = await open();
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }), { abortSignal });
      });
    },
    async *list(beneath) {
      let ContinuationToken: string | undefined;
      do {
        const token = ContinuationToken;
        const page = await call(deadlineMs, async (abortSignal) => {
          const { sdk, client } = await open();
          const ask = { Bucket, Prefix: prefix + beneath, ContinuationToken: token };
          return client.send(new sdk.ListObjectsV2Command(ask), { abortSignal });
        });
        for (const each of page?.Contents ?? []) {
          if (each.Key !== undefined) yield factsOf(each.Key.slice(prefix.length), each.Size ?? 0, each);
        }
        ContinuationToken = page?.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    close() {
      opened?.then(({ client }) => client.destroy()).catch(() => undefined);
    },
  };
}

const bodyOf = async (source: Source, byteSize: number) => {
  if (Buffer.isBuffer(source)) return source;
  return byteSize <= wholeBytesMax ? readFile(source) : createReadStream(source);
};

/** 250 kB a second: a slower transfer is given up and begun again. */
const slowestBytesPerMs = 250;

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** 130 ms and 37 MB, spent only where files are in a bucket. */
const loadSdk = () => import("@aws-sdk/client-s3");

async function connect({ endpoint, region }: S3Place): Promise<{ sdk: Sdk; client: S3Client }> {
  const sdk = await loadSdk();
  const client = new sdk.S3Client({
    ...(region === undefined ? {} : { region }),
    // Servers of one's own have one name for all buckets, and seldom know regions.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(endpoint !== undefined && region === undefined ? { region: "us-east-1" } : {}),
    maxAttempts: 1,
    // Hashes are given and compared here; servers other than Amazon's refuse those that the library would add.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, httpAgent: { maxSockets: 64 }, httpsAgent: { maxSockets: 64 } },
  });
  return { sdk, client };
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && textOf(error, "name") !== "NoSuchBucket";
}

function factsOf(
  key: string,
  byteSize: number,
  found: { readonly ETag?: string | undefined; readonly LastModified?: Date | undefined },
): ObjectFacts {
  return { key, byteSize, etag: found.ETag ?? "", modifiedAtMs: found.LastModified?.getTime() ?? 0 };
}

/** The size after the `/` of `bytes 0-9/1000`. */
function sizeOf(contentRange: string | undefined): number | undefined {
  const size = /\/([0-9]+)$/.exec(contentRange ?? "")?.[1];
  return size === undefined ? undefined : Number(size);
}

interface Body {
  transformToByteArray(): Promise<Uint8Array>;
}

/** The library's signal ends with the head of an answer; the bytes are waited for no longer than it. */
async function bytesOf(body: Body | undefined, signal: AbortSignal): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    return Buffer.from(await Promise.race([body.transformToByteArray(), late]));
  } catch (error) {
    if ("destroy" in body && typeof body.destroy === "function") body.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

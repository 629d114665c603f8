import type { Readable, Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";

/**
 * Decompresses a body that an intermediary compressed without being asked. It works piece by piece, as fast as the
 * pieces are read, so that a reader with a size limit never decompresses more than that from a small body.
 *
 * A body that only claims to be compressed is passed on unchanged: an intermediary may have decompressed it and left
 * the header.
 */
export async function* decodedBody(body: Readable, contentEncoding: string | null): AsyncGenerator<Uint8Array> {
  const encoding = contentEncoding?.trim().toLowerCase();
  const isKnown = encoding === "gzip" || encoding === "x-gzip" || encoding === "deflate";
  const pieces = piecesOf(body);
  if (!isKnown) return yield* pieces;
  const first = await pieces.next();
  if (first.done === true) return;
  const source = joined(first.value, pieces);
  if (!looksPacked(encoding, first.value)) return yield* source;
  yield* unpacked(source, encoding === "deflate" ? createInflate() : createGunzip());
}

async function* unpacked(source: AsyncIterable<Uint8Array>, unpack: Transform): AsyncGenerator<Uint8Array> {
  const feeding = feed(source, unpack).catch((error: unknown) => {
    unpack.destroy(error instanceof Error ? error : new Error("the body broke off"));
  });
  try {
    yield* piecesOf(unpack);
    await feeding;
  } finally {
    unpack.destroy();
  }
}

async function feed(source: AsyncIterable<Uint8Array>, unpack: Transform): Promise<void> {
  for await (const chunk of source) {
    if (unpack.destroyed) return;
    if (!unpack.write(chunk)) await hasRoom(unpack);
  }
  unpack.end();
}

function hasRoom(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/** The first bytes of gzip, or of zlib's own frame. */
function looksPacked(encoding: string, start: Uint8Array): boolean {
  const [first = 0, second = 0] = start;
  if (encoding === "deflate") return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return first === 0x1f && (start.length < 2 || second === 0x8b);
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* piecesOf(body: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}

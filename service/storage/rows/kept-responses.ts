import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import type { StoredResponse } from "../account-ports.ts";

/** An answer as a row keeps it. */
export interface KeptResponse {
  readonly headers: string;
  readonly body: Uint8Array | null;
  readonly packed: boolean;
  readonly blob: string | null;
}

const Headers = z.record(z.string(), z.string());

/** Longer answers are compressed: the body of a filing is a megabyte, kept for a month. */
const packedBytesMin = 4_096;

export function packResponse(response: StoredResponse): KeptResponse {
  const bytes = "bytes" in response.body ? response.body.bytes : null;
  const packed = bytes !== null && bytes.byteLength >= packedBytesMin;
  return {
    headers: JSON.stringify(response.headers),
    body: packed ? zstdCompressSync(bytes) : bytes,
    packed,
    blob: "blob" in response.body ? response.body.blob : null,
  };
}

export function unpackResponse({ headers, body, packed, blob }: KeptResponse): StoredResponse {
  const parsed = Headers.parse(JSON.parse(headers));
  if (blob !== null) return { headers: parsed, body: { blob } };
  const kept = body ?? new Uint8Array();
  return { headers: parsed, body: { bytes: packed ? zstdDecompressSync(kept) : kept } };
}

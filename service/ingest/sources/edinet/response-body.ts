import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Refusal } from "../../refusal.ts";
import { Retriable } from "./failures.ts";

/** Bodies of answers, which are never read beyond their bound, whatever their headers say. */

export async function textOf(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedBody(response, bytesMax)) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The file is there only when it is whole. */
export async function saveBody(response: Response, file: string, bytesMax: number): Promise<void> {
  const part = `${file}.part`;
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of boundedBody(response, bytesMax)) {
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(counted, createWriteStream(part));
    const announcedBytes = Number(response.headers.get("content-length") ?? size);
    if (size === 0 || (announcedBytes !== size && !response.headers.has("content-encoding"))) {
      throw new Retriable("EDINET's file broke off");
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function* boundedBody({ body }: Response, bytesMax: number): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Refusal("too_large", `EDINET sent more than ${bytesMax} bytes.`);
    yield chunk;
  }
}

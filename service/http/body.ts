import type { RawRequest } from "../../lib/contract/parse-request.ts";
import { Problem } from "./problem.ts";

const bodyBytesMax = 64 * 1024;

const tooLarge = () => new Problem("payload_too_large", `A request body may have ${bodyBytesMax} bytes at the most.`);

/** Reads a JSON body as it comes, and stops reading where it grows too long. */
export async function readBody(request: Request): Promise<RawRequest["body"]> {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > bodyBytesMax) throw tooLarge();
  const bytes = announced === null ? await readBounded(request) : new Uint8Array(await request.arrayBuffer());
  // A wrong Content-Length can't come this far over a socket; without one it can.
  if (bytes.byteLength > bodyBytesMax) throw tooLarge();
  if (bytes.byteLength === 0) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { json: JSON.parse(text) };
  } catch {
    return { malformed: "JSON decode error" };
  }
}

async function readBounded(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

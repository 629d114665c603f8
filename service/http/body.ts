import type { RawRequest } from "../../lib/contract/parse-request.ts";
import { Problem } from "./problem.ts";
import type { Incoming } from "./wire.ts";

const bodyBytesMax = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body as it comes, and stops reading where it grows too long. */
export async function readBody(incoming: Incoming): Promise<RawRequest["body"]> {
  const announced = Number(incoming.header("content-length") ?? 0);
  const bytes = announced > bodyBytesMax ? undefined : await incoming.readBody(bodyBytesMax);
  if (bytes === undefined) {
    throw new Problem("payload_too_large", `A request body may have ${bodyBytesMax} bytes at the most.`);
  }
  if (bytes.byteLength === 0) return undefined;
  try {
    return { json: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return { malformed: "JSON decode error" };
  }
}

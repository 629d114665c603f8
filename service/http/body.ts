import type { RawRequest, Unreadable } from "../../lib/contract/parse-request.ts";
import { Problem } from "./problem.ts";
import type { Incoming } from "./wire.ts";

const bodyBytesMax = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body as it arrives, and stops reading when it gets too long. */
export async function readBody(incoming: Incoming): Promise<RawRequest["body"]> {
  const announced = Number(incoming.header("content-length") ?? 0);
  const bytes = announced > bodyBytesMax ? undefined : await bytesOf(incoming);
  if (bytes === undefined) {
    throw new Problem("payload_too_large", `A request body may have ${bodyBytesMax} bytes at the most.`);
  }
  if (bytes.byteLength === 0) return undefined;
  const unreadable = wrongType(incoming.header("content-type")) ?? wrongCoding(incoming.header("content-encoding"));
  if (unreadable !== undefined) return { unreadable };
  try {
    return { json: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return { unreadable: { msg: "JSON decode error", type: "json_invalid" } };
  }
}

async function bytesOf(incoming: Incoming): Promise<Uint8Array | undefined> {
  try {
    return await incoming.readBody(bodyBytesMax);
  } catch (cause) {
    // The caller disconnected or was too slow, which is no error of the service.
    throw new Problem("malformed_request", "The request body broke off.", { cause });
  }
}

/** A body with a content type must be JSON, so that nothing else is read as a paid request. */
function wrongType(contentType: string | null): Unreadable | undefined {
  if (contentType === null) return undefined;
  const [mediaType = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(each)?.[1]).find(Boolean);
  if (mediaType.trim() === "application/json" && (charset ?? "utf-8") === "utf-8") return undefined;
  return { msg: "Send the body as JSON in UTF-8, with Content-Type: application/json", type: "content_type" };
}

function wrongCoding(contentEncoding: string | null): Unreadable | undefined {
  if (contentEncoding === null || contentEncoding.trim().toLowerCase() === "identity") return undefined;
  return { msg: "Send the body without a Content-Encoding", type: "content_encoding" };
}

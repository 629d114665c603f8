import { rawAnswer, type Unreadable, unreadableDetails } from "../../lib/kit/process/sockets.ts";
import { Problem } from "./problem.ts";
import { bodyBytes, isBlob, type Reply } from "./wire.ts";

/** The problem of a request that never became one. */
export function unreadable(reason: Unreadable): Problem {
  return new Problem(
    reason === "host_missing" || reason === "host_twice" ? "malformed_request" : reason,
    unreadableDetails[reason],
  );
}

/** An answer as raw bytes, for a connection without a response object; the connection is closed after it. */
export function bytesOf({ status, headers, body }: Reply): Uint8Array {
  return rawAnswer(status, headers, bodyBytes(body === null || isBlob(body) ? "" : body));
}

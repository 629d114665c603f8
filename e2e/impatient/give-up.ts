import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { errorDigest } from "../day/tab.ts";

/** A request as it goes over a socket. */
export interface RawRequest {
  readonly port: number;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
}

export const moments = ["before it is whole", "before the headers", "in the body", "after the answer"] as const;
export type Moment = (typeof moments)[number];

const answerWithinMs = 60_000;
/** More than any page has; a file is not looked at to its end. */
const seenBytesMax = 2_000_000;

/** Sends a request and leaves at a moment; returns what had come of the answer by then. */
export async function giveUp(request: RawRequest, moment: Moment): Promise<string> {
  const socket = connect(request.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.setTimeout(answerWithinMs, () => socket.destroy());
  const closed = once(socket, "close");
  const chunks: Buffer[] = [];
  let seen = 0;
  socket.on("data", (chunk: Buffer) => {
    if (seen < seenBytesMax) chunks.push(chunk);
    seen += chunk.length;
    if (moment === "in the body") socket.destroy();
  });
  socket.once("connect", () => send(socket, bytesOf(request), moment));
  await closed;
  return Buffer.concat(chunks).toString("utf8");
}

function send(socket: Socket, bytes: Buffer, moment: Moment): void {
  if (moment === "before it is whole") socket.write(bytes.subarray(0, -1), () => socket.destroy());
  else if (moment === "before the headers") socket.write(bytes, () => socket.destroy());
  else socket.write(bytes);
}

function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const all = { connection: "close", ...headers };
  const sized = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...all, ...sized }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`), Buffer.from(body ?? "")]);
}

/** The status of an answer, as far as it came. */
export function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}

/**
 * What is wrong with an answer: it failed, otherwise than by a problem that tells when to ask again. A search that took
 * too long is the one that has no such time, by the interface.
 */
export function faultOf(answer: string): string | undefined {
  const status = statusOf(answer);
  if (status !== undefined && status >= 500) {
    const isProblem = /^content-type: application\/problem\+json/im.test(answer);
    const isToldWhen = /^retry-after: \d+/im.test(answer);
    const isLate = status === 504 && answer.includes('"search_backend_timeout"');
    const isRefusal = isProblem && ((isToldWhen && (status === 503 || status === 504)) || isLate);
    return isRefusal ? undefined : `${status}: ${answer.slice(-400)}`;
  }
  const failed = errorDigest.exec(answer) ?? /"code":"app_error"/.exec(answer);
  return failed === null ? undefined : `${status} with an error: ${answer.slice(failed.index, failed.index + 200)}`;
}

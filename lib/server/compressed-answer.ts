import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { api, routes } from "../routes.ts";
import { type Encoding, preferredEncoding } from "./accept-encoding.ts";
import { addVary, beforeHead } from "./answer-head.ts";
import type { AnswerTraits } from "./answer-traits.ts";

/** A shorter answer is not worth it. */
const bytesMin = 1024;

const types =
  /^(?:text\/(?:html|css|plain|javascript|x-component)|application\/(?:javascript|json|manifest\+json)|image\/svg\+xml)\b/i;

/** Only JSON of the free lists: other routes answer with tokens and keys. */
const jsonPaths = [api.free("/v1/"), api.timeline()];

/**
 * Pages with forms' tokens, by address too: of a page that is streamed, the head is sent before all of it is rendered
 * and could say so.
 */
const pathsOfSecrets: ReadonlySet<string> = new Set([routes.account(), routes.signIn()]);

/** Compresses what the handler writes, where its type is worth it and the browser takes it. */
export function compressAnswer(request: IncomingMessage, response: ServerResponse, traits: AnswerTraits): void {
  type Write = (chunk: unknown, ...rest: readonly unknown[]) => boolean;
  type End = (...rest: readonly unknown[]) => ServerResponse;
  const send = {
    write: response.write.bind(response) as Write,
    end: response.end.bind(response) as End,
    flushHeaders: response.flushHeaders.bind(response),
  };
  const isWorthIt = (): boolean => {
    if (pathsOfSecrets.has((request.url ?? "").split("?", 1)[0] ?? "")) return false;
    const type = String(response.getHeader("Content-Type") ?? "");
    if (!types.test(type) || response.hasHeader("Content-Encoding")) return false;
    if (/json/.test(type) && !jsonPaths.some((path) => request.url?.startsWith(path))) return false;
    return Number(response.getHeader("Content-Length") ?? bytesMin) >= bytesMin;
  };
  let packer: ReturnType<typeof makePacker> | undefined;
  let packed: Encoding | undefined;

  beforeHead(response, () => {
    if (!isWorthIt()) return;
    addVary(response, "Accept-Encoding");
    const encoding = preferredEncoding(request.headers["accept-encoding"]);
    const isWhole = response.statusCode === 200 && request.headers.range === undefined && request.method !== "HEAD";
    if (encoding === undefined || !isWhole || traits.holdsSecret) return;
    response.removeHeader("Content-Length");
    response.removeHeader("Accept-Ranges");
    response.setHeader("Content-Encoding", encoding);
    const tag = response.getHeader("ETag");
    if (typeof tag === "string" && !tag.startsWith("W/")) response.setHeader("ETag", `W/${tag}`);
    packed = encoding;
    response.once("close", leave);
  });

  /** What was written and not packed yet: packing is done by another thread, and handing it over costs its own. */
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let waiting: (readonly unknown[])[] = [];
  const leave = () => {
    packer?.destroy();
    const left = waiting;
    [gathered, waiting] = [[], []];
    left.forEach(callBack);
  };
  const startPacker = (encoding: Encoding, writes: "in parts" | "at once") => {
    const made = makePacker(encoding, writes);
    packer = made;
    made.on("data", (chunk: Buffer) => {
      // The last of it and its end are sent in one.
      response.cork();
      setImmediate(() => response.uncork());
      if (!send.write(chunk)) made.pause();
    });
    made.on("end", () => send.end());
    made.on("drain", () => response.emit("drain"));
    made.on("error", () => response.destroy());
    response.on("drain", () => made.resume());
    return made;
  };
  const pass = (): boolean => {
    if (packed === undefined || response.closed || packer?.writableEnded || gathered.length === 0) return true;
    packer ??= startPacker(packed, "in parts");
    const [bytes, calls] = [Buffer.concat(gathered), waiting];
    [gathered, waiting, gatheredBytes] = [[], [], 0];
    return packer.write(bytes, () => calls.forEach(callBack));
  };
  const passSoon = soonOnce(() => void pass());
  const write: Write = (chunk, ...rest) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    if (packed === undefined) return send.write(chunk, ...rest);
    if (response.closed) {
      // The reader has gone.
      callBack(rest);
      return true;
    }
    const bytes = bytesOf(chunk, rest);
    gathered.push(bytes);
    gatheredBytes += bytes.byteLength;
    waiting.push(rest);
    if (gatheredBytes >= gatheredBytesMax) return pass();
    passSoon();
    return true;
  };
  const end: End = (...given) => {
    // Node states the length of an answer that is sent at once, unless its head was sent before.
    if (!response.headersSent && !isWorthIt()) return send.end(...given);
    if (!response.headersSent) response.writeHead(response.statusCode);
    if (packed === undefined) return send.end(...given);
    const [chunk, ...rest] = given;
    const calls = waiting;
    response.once("finish", () => [...calls, given].forEach(callBack));
    if (typeof chunk === "string" || chunk instanceof Uint8Array) gathered.push(bytesOf(chunk, rest));
    const bytes = Buffer.concat(gathered);
    [gathered, waiting] = [[], []];
    if (response.closed) return response;
    if (packer !== undefined) {
      packer.end(bytes.byteLength === 0 ? undefined : bytes);
    } else {
      const whole = startPacker(packed, "at once");
      // Its end was written too: `end` would hand over an empty piece for it.
      whole.write(bytes, () => void whole.push(null));
    }
    return response;
  };
  const flushHeaders = () => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    // The head of what is packed goes out with the first of it, which follows within a moment.
    if (packed === undefined) send.flushHeaders();
  };
  Object.assign(response, { write, end, flushHeaders });
}

function bytesOf(chunk: unknown, rest: readonly unknown[]): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  const [encoding] = rest;
  return Buffer.from(String(chunk), typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8");
}

/** The last argument of Node's `write` and `end` may be a function to be called afterwards. */
function callBack(given: readonly unknown[]): void {
  const last = given.at(-1);
  if (typeof last === "function") last();
}

/**
 * A page arrives as it is rendered, in pieces: what its first moment writes is sent, then what is gathered in a longer
 * one, since each sending makes the whole longer (eight of them a page of 50 kB by a quarter, with gzip) and is work for
 * two threads and the connection. Most pages are whole within a millisecond of their first piece, which comes last.
 */
const firstMs = 2;
const gatheredMs = 8;
const gatheredBytesMax = 512 * 1024;

function soonOnce(work: () => void): () => void {
  let waiting = false;
  let ms = firstMs;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      work();
    }, ms);
    ms = gatheredMs;
  };
}

/**
 * Settings for answers made anew each time: most of the gain for two thirds of the time that better ones take. What is
 * written is sent, since it was gathered before; what is written at once is all there is.
 */
function makePacker(encoding: Encoding, writes: "in parts" | "at once") {
  const inParts = writes === "in parts";
  if (encoding === "gzip") {
    return createGzip({ level: 3, flush: inParts ? constants.Z_SYNC_FLUSH : constants.Z_FINISH, chunkSize });
  }
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_LGWIN]: 18 };
  const flush = inParts ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_FINISH;
  return createBrotliCompress({ params, flush, chunkSize });
}

/** As much as most pages are, packed: each more is another turn of the other thread. */
const chunkSize = 32 * 1024;

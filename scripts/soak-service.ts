import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { answerFor, originalId, pageCount, summaryOf, tocOf } from "../lib/spending/simulation/sample-document.ts";

/** A service over HTTP that keeps running while the app is killed; the app's ledger is compared with its ledger. */
export interface LedgerLine {
  readonly idempotencyKey: string;
  readonly credits: number;
  readonly pieces: readonly string[];
}

export interface SoakService {
  readonly url: string;
  readonly ledger: readonly LedgerLine[];
  close(): Promise<void>;
}

export interface SoakServiceOptions {
  readonly idempotent: boolean;
  readonly delayMs: () => number;
  /** The next paid answer is lost: the work is done and charged, and the connection is cut. */
  readonly losesAnswer?: () => boolean;
}

export async function startService(options: SoakServiceOptions): Promise<SoakService> {
  const ledger: LedgerLine[] = [];
  const done = new Map<string, { body: Uint8Array; mediaType: string }>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const target = request.url ?? "/";
    const free = request.method === "GET" ? freeAnswer(target) : undefined;
    const common: Record<string, string> = {
      "x-ratelimit-limit": "100000",
      "x-quota-compute-remaining": String(1_000_000 - ledger.reduce((sum, each) => sum + each.credits, 0)),
      "x-quota-compute-reset": "0",
      ...(options.idempotent ? { "x-idempotency-retention": "2592000" } : {}),
    };
    if (free !== undefined) {
      response.writeHead(200, { ...common, "content-type": "application/json" }).end(JSON.stringify(free));
      return;
    }
    const key = String(request.headers["idempotency-key"] ?? "");
    const known = options.idempotent ? done.get(key) : undefined;
    const goods = known ?? answerFor(target, body === "" ? undefined : body);
    if (goods === undefined) {
      response
        .writeHead(404, common)
        .end(JSON.stringify({ status: 404, code: "not_found", title: "", detail: "", type: "" }));
      return;
    }
    if (known === undefined && "credits" in goods) {
      // From here it is charged, even if nobody receives the answer.
      ledger.push({
        idempotencyKey: key,
        credits: Number(goods.credits),
        pieces: "pieces" in goods ? (goods.pieces as string[]) : [],
      });
      done.set(key, { body: goods.body, mediaType: goods.mediaType });
    }
    await pause(options.delayMs());
    if (options.losesAnswer?.() === true) return void request.socket.destroy();
    response.writeHead(200, {
      ...common,
      "content-type": goods.mediaType,
      "content-length": goods.body.byteLength,
      "x-credits-charged": known === undefined && "credits" in goods ? String(goods.credits) : "0",
      ...(known === undefined ? {} : { "idempotency-replayed": "true" }),
    });
    const half = Math.floor(goods.body.byteLength / 2);
    response.write(goods.body.subarray(0, half));
    await pause(options.delayMs());
    response.end(goods.body.subarray(half));
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ledger,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

function freeAnswer(target: string): unknown {
  const path = new URL(target, "http://service").pathname;
  if (path === "/v1/documents") return { documents: [], next_cursor: null };
  const [, documentId, part] = /^\/v1\/documents\/([^/]+)(?:\/(toc|page-images|originals))?$/.exec(path) ?? [];
  if (documentId === undefined) return undefined;
  if (part === undefined) return summaryOf(documentId, true);
  if (part === "toc") return tocOf(documentId, true);
  if (part === "originals") {
    return {
      document_id: documentId,
      originals: [{ original_id: originalId, media_type: "application/pdf", file_name: "a.pdf", byte_size: null }],
    };
  }
  const pages = Array.from({ length: pageCount }, (_, at) => {
    return { page_number: at + 1, width: 1, height: 1, byte_size: null };
  });
  return { document_id: documentId, page_count: pageCount, pages };
}

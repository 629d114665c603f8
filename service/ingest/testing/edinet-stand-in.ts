import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isCalendarDate } from "../../../lib/contract/dates.ts";

type Answer = (response: ServerResponse) => void;

/**
 * A local imitation of EDINET with its peculiarities: errors with status 200 in two formats, maintenance pages, files
 * that fail, are cut or come half, and a network that is gone.
 */
export interface StandIn {
  readonly url: string;
  /** Each as its path and its day or type; of the smallest, which asks for no rows, `least`. */
  readonly requests: string[];
  /** Answers that come before the usual ones, in order. */
  readonly next: Answer[];
  /** By day; a day without one is a holiday. */
  readonly lists: Map<string, readonly unknown[] | Answer>;
  /** By id and type (`S1000001:1`), and the list of companies as `codes`. */
  readonly files: Map<string, { readonly type: string; readonly bytes: Buffer } | Answer>;
  /** Every other key is refused. */
  key: string;
  isDown: boolean;
  /** By its clock, which it tells with each answer; undefined: it tells none. */
  now: (() => number) | undefined;
  /** The most requests that were under way at once. */
  readonly atOnceMax: number;
  close(): Promise<void>;
}

export const standInKey = "stand-in-key";

export async function startStandIn(): Promise<StandIn> {
  let atOnce = 0;
  const standIn = {
    url: "",
    requests: [] as string[],
    next: [] as Answer[],
    files: new Map<string, { type: string; bytes: Buffer } | Answer>(),
    lists: new Map<string, readonly unknown[] | Answer>(),
    key: standInKey,
    isDown: false,
    now: undefined as (() => number) | undefined,
    atOnceMax: 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    // An open connection would keep a program alive that has nothing else to do.
    response.setHeader("connection", "close");
    response.sendDate = false;
    if (standIn.now !== undefined) response.setHeader("date", new Date(standIn.now()).toUTCString());
    standIn.atOnceMax = Math.max(standIn.atOnceMax, ++atOnce);
    response.on("close", () => atOnce--);
    if (standIn.isDown) response.destroy();
    else answer(request, response, standIn);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  standIn.url = `http://127.0.0.1:${port}`;
  return standIn;
}

function answer(request: IncomingMessage, response: ServerResponse, standIn: StandIn): void {
  const url = new URL(request.url ?? "/", "http://stand-in");
  const { pathname, searchParams } = url;
  const [date, type] = [searchParams.get("date"), searchParams.get("type")];
  standIn.requests.push(date !== null && type === "1" ? "least" : `${pathname}?${date ?? type ?? ""}`);
  const special = standIn.next.shift();
  if (special !== undefined) return special(response);
  if (pathname === "/searchdocument/codelist/Edinetcode.zip") return sendFile(response, standIn.files.get("codes"));
  if (searchParams.get("Subscription-Key") !== standIn.key) {
    return sendJson(response, { StatusCode: 401, message: "Access denied due to invalid subscription key." });
  }
  if (pathname === "/api/v2/documents.json") {
    if (!isCalendarDate(date ?? "")) return sendError(response, 400, "Bad Request");
    const results = standIn.lists.get(date ?? "") ?? [];
    if (typeof results === "function") return results(response);
    const metadata = { status: "200", message: "OK", resultset: { count: results.length } };
    return sendJson(response, type === "1" ? { metadata } : { metadata, results });
  }
  const id = /^\/api\/v2\/documents\/(\w+)$/.exec(pathname)?.[1];
  sendFile(response, standIn.files.get(`${id}:${type}`));
}

function sendFile(
  response: ServerResponse,
  file: { readonly type: string; readonly bytes: Buffer } | Answer | undefined,
): void {
  if (file === undefined) return sendError(response, 404, "Not Found");
  if (typeof file === "function") return file(response);
  response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length });
  response.end(file.bytes);
}

/** As the API says it: the HTTP status is 200. */
function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, { metadata: { status: String(status), message } });
}

export const failing: Answer = (response) => sendError(response, 500, "Internal Server Error");
export const refusing: Answer = (response) => sendError(response, 400, "Bad Request");

export function asksLater(status: number, retryAfter: string): Answer {
  return (response) => {
    response.writeHead(status, { "retry-after": retryAfter });
    response.end();
  };
}

/** The connection ends before the file does. */
export function cut(bytes: Buffer): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
    setImmediate(() => response.destroy());
  };
}

/** The file ends early, and nothing says so. */
export function half(bytes: Buffer): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.end(bytes.subarray(0, bytes.length / 2));
  };
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

export function sendMaintenance(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<html><body>メンテナンス中</body></html>");
}

/** A row as the list has it. */
export function listRow(docID: string, values: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    seqNumber: 1,
    docID,
    edinetCode: "E99999",
    secCode: "99990",
    JCN: null,
    filerName: "見本株式会社",
    fundCode: null,
    ordinanceCode: "010",
    formCode: "030000",
    docTypeCode: "120",
    periodStart: "2025-04-01",
    periodEnd: "2026-03-31",
    submitDateTime: "2026-06-20 15:00",
    docDescription: "有価証券報告書－第10期(2025/04/01－2026/03/31)",
    issuerEdinetCode: null,
    subjectEdinetCode: null,
    subsidiaryEdinetCode: null,
    currentReportReason: null,
    parentDocID: null,
    opeDateTime: null,
    withdrawalStatus: "0",
    docInfoEditStatus: "0",
    disclosureStatus: "0",
    xbrlFlag: "1",
    pdfFlag: "0",
    attachDocFlag: "0",
    englishDocFlag: "0",
    csvFlag: "0",
    legalStatus: "1",
    ...values,
  };
}

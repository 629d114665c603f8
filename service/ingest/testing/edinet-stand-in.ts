import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A local imitation of EDINET's API with its peculiarities: errors with status 200 in two formats, maintenance pages.
 */
export interface StandIn {
  readonly url: string;
  readonly requests: string[];
  /** Answers that come before the usual ones, in order. */
  readonly next: ((response: ServerResponse) => void)[];
  lists: Map<string, readonly unknown[]>;
  readonly files: Map<string, { readonly type: string; readonly bytes: Buffer }>;
  close(): Promise<void>;
}

export const standInKey = "stand-in-key";

export async function startStandIn(): Promise<StandIn> {
  const requests: string[] = [];
  const next: ((response: ServerResponse) => void)[] = [];
  const files = new Map<string, { type: string; bytes: Buffer }>();
  const standIn = { requests, next, files, lists: new Map<string, readonly unknown[]>() };
  const server = createServer((request, response) => {
    // An open connection would keep a program alive that has nothing else to do.
    response.setHeader("connection", "close");
    answer(request, response, standIn);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...standIn,
    get lists() {
      return standIn.lists;
    },
    set lists(lists) {
      standIn.lists = lists;
    },
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, standIn: Omit<StandIn, "url" | "close">): void {
  const url = new URL(request.url ?? "/", "http://stand-in");
  standIn.requests.push(`${url.pathname}?${url.searchParams.get("date") ?? url.searchParams.get("type") ?? ""}`);
  const special = standIn.next.shift();
  if (special !== undefined) return special(response);
  if (url.searchParams.get("Subscription-Key") !== standInKey) {
    return sendJson(response, { StatusCode: 401, message: "Access denied due to invalid subscription key." });
  }
  const date = url.searchParams.get("date");
  if (url.pathname === "/api/v2/documents.json") {
    const results = standIn.lists.get(date ?? "") ?? [];
    const metadata = { status: "200", message: "OK", resultset: { count: results.length } };
    return sendJson(response, { metadata, results });
  }
  const id = /^\/api\/v2\/documents\/(\w+)$/.exec(url.pathname)?.[1];
  const file = standIn.files.get(`${id}:${url.searchParams.get("type")}`);
  if (file === undefined) return sendJson(response, { metadata: { status: "404", message: "Not Found" } });
  response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length });
  response.end(file.bytes);
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

import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type CliIo, UsageError } from "./command.ts";
import { callTimeoutMs, codeIn, isObject, messagesIn, objectIn, type WebApp, webAppOf } from "./web-app.ts";

export const name = "mcp";
export const summary = "Connect a program that speaks MCP over stdio to the web app";
export const help = `
Usage: hiraku mcp

For programs that start their tools as a process: passes the messages of the Model Context Protocol from the standard
input to the web app, and the answers to the standard output. It decides nothing itself: what the token may do and
spend is decided by the web app.

  HIRAKU_MCP_URL     the address on the account page under Programs   (default: http://127.0.0.1:3000/api/mcp)
  HIRAKU_MCP_TOKEN   a token of that page
`;

/** The web app takes no longer bodies. */
const messageCharactersMax = 120_000;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  if (args.length > 0) throw new UsageError("It takes no arguments.");
  await bridge(process.stdin, { ...webAppOf(io), print: io.print, warn: io.warn });
  return 0;
}

interface Bridge extends WebApp {
  print(line: string): void;
  warn(line: string): void;
}

/** Passes messages until the input ends, each as its own request, so that a slow call delays no other. */
async function bridge(input: Readable, to: Bridge): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const call = pass(line, to).finally(() => running.delete(call));
    running.add(call);
  }
  await Promise.all(running);
}

async function pass(line: string, to: Bridge): Promise<void> {
  const message = messageOf(line);
  if (message === undefined) {
    to.print(errorLine(null, -32700, "This line is no message of the protocol."));
    return;
  }
  try {
    const answer = await fetch(to.address, {
      method: "POST",
      redirect: "error",
      headers: { ...headersOf(message), Authorization: `Bearer ${to.token}` },
      body: line,
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const text = await answer.text();
    const lines = messagesIn(text, answer.headers.get("content-type") ?? "");
    for (const each of lines) to.print(each);
    if (answer.ok || lines.length > 0) return;
    refuse(to, message, `The web app answered ${answer.status}${codeIn(text)}.`);
  } catch {
    refuse(to, message, "The web app did not answer. A purchase goes on by itself; the ledger tells its outcome.");
  }
}

function refuse(to: Bridge, { id }: Message, words: string): void {
  to.warn(`hiraku mcp: ${words}`);
  if (id !== undefined) to.print(errorLine(id, -32000, words));
}

interface Message {
  readonly id: string | number | undefined;
  readonly method: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

function messageOf(line: string): Message | undefined {
  if (line.length > messageCharactersMax) return undefined;
  const raw = objectIn(line);
  if (raw === undefined) return undefined;
  const { id, method, params } = raw;
  return {
    id: typeof id === "string" || typeof id === "number" ? id : undefined,
    method: typeof method === "string" ? method : undefined,
    params: isObject(params) ? params : {},
  };
}

/** The protocol's HTTP form repeats parts of the message in headers. */
function headersOf({ method, params }: Message): Record<string, string> {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const revision = meta["io.modelcontextprotocol/protocolVersion"];
  if (typeof revision !== "string") return headers;
  headers["MCP-Protocol-Version"] = revision;
  if (method !== undefined) headers["Mcp-Method"] = method;
  if (method === "tools/call" && typeof params["name"] === "string") headers["Mcp-Name"] = params["name"];
  return headers;
}

function errorLine(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}

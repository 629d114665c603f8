import { z } from "zod";
import { settingReader } from "../lib/kit/settings/settings.ts";
import { type CliIo, CommandError } from "./command.ts";

/** The web app as commands call it that act for an owner: by a token, over HTTP, with its limits. */
export interface WebApp {
  /** Of the Model Context Protocol; other addresses are beside it. */
  readonly address: URL;
  readonly token: string;
}

export function webAppOf(io: CliIo): WebApp {
  const read = settingReader(io.env);
  const address = read.parsed("HIRAKU_MCP_URL", "an http or https address", addressOf);
  const token = read.text("HIRAKU_MCP_TOKEN");
  if (token === "") throw new CommandError("Set HIRAKU_MCP_TOKEN to a token of the account page, under Programs.");
  return { address, token };
}

function addressOf(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

/** The messages of an answer: the body itself, or the data of its events. Each becomes one line. */
export function messagesIn(text: string, type: string): string[] {
  if (type.startsWith("application/json")) return text.trim() === "" ? [] : [oneLine(text)];
  if (!type.startsWith("text/event-stream")) return [];
  return text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((each) => each.startsWith("data:"))
        .map((each) => each.slice("data:".length).trimStart())
        .join("\n"),
    )
    .filter((data) => data.trim() !== "")
    .map(oneLine);
}

function oneLine(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

/** The code of a problem document, which says why the token or the request was refused. */
export function codeIn(text: string): string {
  const code = objectIn(text)?.["code"];
  return typeof code === "string" ? ` (${code})` : "";
}

export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Longer than the longest call: a purchase is waited for at most 8 s, and free calls have their own limits. */
export const callTimeoutMs = 120_000;

/** Sends a body to an address of the web app; throws a line for the terminal where it refuses. */
export async function post({ address, token }: WebApp, path: string, body: Uint8Array<ArrayBuffer>, type: string) {
  const answer = await fetch(new URL(path, address), {
    method: "POST",
    redirect: "error",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": type, Accept: "application/json, text/event-stream" },
    body,
    signal: AbortSignal.timeout(callTimeoutMs),
  }).catch(() => {
    throw new CommandError(`The web app at ${address.origin} did not answer.`);
  });
  if (answer.ok) return answer;
  const problem = objectIn(await answer.text());
  const why = typeof problem?.["detail"] === "string" ? ` ${problem["detail"]}` : "";
  throw new CommandError(`The web app answered ${answer.status}.${why}`);
}

const ToolAnswer = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.array(z.looseObject({ text: z.string().optional() })).min(1),
  }),
});

/** A tool's refusal, with the facts of its error. */
export class ToolError extends CommandError {
  readonly facts: Readonly<Record<string, unknown>>;
  constructor(facts: Readonly<Record<string, unknown>>) {
    super(`${String(facts["detail"])} (${String(facts["code"])})`);
    this.facts = facts;
  }
}

/** Calls one of the tools for programs, with its caps and approvals; returns its facts. */
export async function callTool(to: WebApp, name: string, args: unknown): Promise<unknown> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const answer = await post(to, to.address.pathname, Buffer.from(JSON.stringify(message)), "application/json");
  const [line = ""] = messagesIn(await answer.text(), answer.headers.get("content-type") ?? "");
  const { result } = ToolAnswer.parse(JSON.parse(line));
  const facts = objectIn(result.content[0]?.text ?? "") ?? {};
  if (result.isError === true) throw new ToolError(isObject(facts["error"]) ? facts["error"] : {});
  return facts;
}

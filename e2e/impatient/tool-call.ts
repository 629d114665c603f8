import { z } from "zod";
import { agentRoutes } from "../../lib/routes.ts";
import { toolFacts } from "../../lib/spending/programs/testing/tool-facts.ts";
import type { RawRequest } from "./give-up.ts";

/** One call of a program, as the protocol's own client sends it. */
const version = "2026-07-28";

const Facts = z.looseObject({
  quote: z.string().optional(),
  money: z.looseObject({ price_max: z.number().optional() }),
  error: z.looseObject({ code: z.string(), approval_url: z.string().optional() }).optional(),
});
export type ToolFacts = z.infer<typeof Facts>;

export function protocolRequest(
  webUrl: string,
  token: string,
  method: string,
  params: Readonly<Record<string, unknown>> & { readonly name?: string } = {},
): RawRequest {
  const { host, port } = new URL(webUrl);
  const about = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "impatient", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    port: Number(port),
    method: "POST",
    target: agentRoutes.door(),
    headers: {
      host,
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(params.name === undefined ? {} : { "mcp-name": params.name }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: about } }),
  };
}

/** Calls a tool and waits for its answer. */
export async function callTool(
  webUrl: string,
  token: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolFacts> {
  const result = await asked(webUrl, protocolRequest(webUrl, token, "tools/call", { name, arguments: args }));
  return Facts.parse(toolFacts(result));
}

export async function listTools(webUrl: string, token: string): Promise<string[]> {
  const result = await asked(webUrl, protocolRequest(webUrl, token, "tools/list"));
  return z
    .object({ tools: z.array(z.object({ name: z.string() })) })
    .parse(result)
    .tools.map(({ name }) => name);
}

async function asked(webUrl: string, { method, target, headers, body }: RawRequest): Promise<unknown> {
  const answer = await fetch(webUrl + target, { method, headers, body: body ?? null });
  const text = await answer.text();
  const answered = z.object({ result: z.unknown() }).safeParse(JSON.parse(text));
  if (!answered.success) throw new Error(`${target} answered ${answer.status}: ${text.slice(0, 300)}`);
  return answered.data.result;
}

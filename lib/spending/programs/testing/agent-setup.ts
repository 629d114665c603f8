import type { CallToolResult } from "@modelcontextprotocol/server";
import { expect } from "vitest";
import { z } from "zod";
import { type AgentTokenRow, addAgentToken } from "../../../store/agent-tokens.ts";
import { testService } from "../../../testing/test-service.ts";
import { ann, at, inTime } from "../../testing/purchase-setup.ts";
import type { AgentCall } from "../agent-call.ts";
import { runTool } from "../run-tool.ts";
import type { Tool } from "../tool.ts";
import { toolFacts } from "./tool-facts.ts";

/** A program of ann's in the simulated app; each test begins with a new store. */
export async function agentOfAnn(wanted: Partial<AgentTokenRow> = {}): Promise<AgentCall> {
  const nowMs = at.clock.nowMs();
  const row: AgentTokenRow = {
    token_id: "tok_1",
    owner_id: ann.ownerId,
    token_hash: `hash of ${wanted.token_id ?? "tok_1"}`,
    name: "notebook",
    scope: "spend",
    daily_cap: 100,
    total_cap: 100,
    created_at: nowMs,
    expires_at: nowMs + 30 * 24 * 3_600_000,
    used_at: null,
    revoked_at: null,
    ...wanted,
  };
  await addAgentToken(at.store, row);
  const { purchaseService, rows, deps } = at.app;
  return {
    ...{ purchaseService, rows, deps },
    token: row,
    upstream: { service: testService(), baseUrl: ann.upstream, key: ann.key, keyId: ann.keyId },
    baseUrl: ann.upstream,
    approvalUrl: (id) => `http://localhost/account/agents/${id}`,
  };
}

/** The facts of an answer or an error, as a program reads them. */
export async function callTool(call: AgentCall, tool: Tool, args: unknown): Promise<Facts> {
  return factsOf(await inTime(runTool(call, tool, args)));
}

const Facts = z.looseObject({
  money: z.record(z.string(), z.number().nullable()),
  error: z.looseObject({ code: z.string() }).default({ code: "" }),
});
type Facts = z.infer<typeof Facts> & { readonly isError: boolean };

function factsOf(result: CallToolResult): Facts {
  const facts = Facts.parse(toolFacts(result));
  for (const name of ["charged", "price_min", "price_max", "token_left", "token_left_today"]) {
    expect(facts.money[name], name).toBeTypeOf("number");
  }
  return { ...facts, isError: result.isError === true };
}

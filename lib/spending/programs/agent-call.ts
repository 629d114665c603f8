import type { AgentTokenRow } from "../../store/agent-tokens.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { PurchaseService } from "../engine/purchase-service.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { ToolRefusal } from "./refusal.ts";

/** Everything a tool works with: who calls, and the same purchases, library and ledger that the browser uses. */
export interface AgentCall {
  readonly token: AgentTokenRow;
  /** Undefined where the service has refused the kept key. */
  readonly upstream: Upstream | undefined;
  /** Address of the service that is set up; what was bought elsewhere is not shown. */
  readonly baseUrl: string;
  readonly purchaseService: PurchaseService;
  readonly rows: PurchaseStore;
  readonly deps: SpendingDeps;
  /** The address of a page where a person decides on a plan. */
  approvalUrl(approvalId: string): string;
}

export type Reader = Pick<Spender, "ownerId" | "upstream">;

export function readerOf({ token, baseUrl }: AgentCall): Reader {
  return { ownerId: token.owner_id, upstream: baseUrl };
}

/** The service with the owner's key, for free calls. */
export function upstreamOf({ token, upstream }: AgentCall): Upstream {
  if (token.scope === "owned") {
    throw new ToolRefusal(
      "token_reads_owned_only",
      "This token reads what is owned, and makes no calls to the service.",
    );
  }
  if (upstream === undefined) {
    const detail = "The service has refused the owner's key. The owner signs in and lets a key serve the tokens again.";
    throw new ToolRefusal("key_gone", detail);
  }
  return upstream;
}

export function mayCallService({ token, upstream }: AgentCall): boolean {
  return token.scope !== "owned" && upstream !== undefined;
}

export function spenderOf(call: AgentCall, taskId: string | undefined): Spender {
  const { baseUrl, key, keyId } = upstreamOf(call);
  const agent = { tokenId: call.token.token_id, taskId: taskId ?? null };
  return { ownerId: call.token.owner_id, upstream: baseUrl, keyId, key, agent };
}

import { isLoopbackName, ownOrigin } from "../../../kit/hosts.ts";
import { RouteProblem } from "../../../owners/answers.ts";
import type { Owner } from "../../../owners/owner.ts";
import { app } from "../../../running-app.ts";
import { type AgentScope, agentScopes } from "../../../store/agent-tokens.ts";
import { keepsAgentKey } from "../kept-key.ts";
import type { WantedToken } from "../tokens.ts";
import { type AuthorizeFault, declined, grantCode, readGrant } from "./authorize.ts";
import { originOf } from "./metadata.ts";
import { isWithin } from "./scopes.ts";

/** Facts of the consent page. */
export type ConsentFacts =
  | { readonly fault: AuthorizeFault; readonly back: string | null }
  | {
      readonly fault: null;
      /** As the program calls itself. */
      readonly name: string;
      /** The host that vouches for the name, where one does. */
      readonly host: string | null;
      /** The host that the answer goes to. */
      readonly goesTo: string;
      /** That host is the reader's own machine, where a program can take any other's name. */
      readonly isLocal: boolean;
      readonly scopes: readonly AgentScope[];
      readonly needsConsent: boolean;
    };

export async function consentFacts(owner: Owner, search: string, host: string | null): Promise<ConsentFacts> {
  const read = await readGrant(search, reading(ownOrigin(host ?? "localhost", app().settings.publicOrigin)));
  if ("fault" in read) return read;
  const { client, redirect, scopeMax } = read.asked;
  const goesTo = new URL(redirect);
  return {
    fault: null,
    name: client.name,
    host: client.host,
    goesTo: goesTo.host,
    isLocal: isLoopbackName(goesTo.hostname),
    scopes: agentScopes.filter((each) => isWithin(each, scopeMax)),
    needsConsent: !(await keepsAgentKey(app(), owner)),
  };
}

interface Decided {
  /** What stands in the address of the page. */
  readonly search: string;
  /** Null where the owner declined. */
  readonly wanted: WantedToken | null;
}

/** Returns the address to go to. Everything in the page's address is checked again. */
export async function answerConsent(owner: Owner, { search, wanted }: Decided, request: Request): Promise<string> {
  const origin = originOf(request);
  const read = await readGrant(search, reading(origin));
  if ("fault" in read) throw new RouteProblem({ status: 422, code: read.fault, detail: "This can't be granted." });
  if (wanted === null) return declined(read.asked, origin);
  return grantCode(read.asked, wanted, { safe: app(), owner, origin, nowMs: Date.now() });
}

function reading(origin: string) {
  return { store: app().store, network: app().settings.webhookNetwork, origin };
}

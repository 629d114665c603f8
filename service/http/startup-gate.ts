import { endpointNames, endpointOf } from "../../lib/contract/endpoints.ts";
import { createRouter } from "../../lib/contract/router.ts";
import type { Service } from "../app.ts";
import { newExchange } from "./exchange.ts";
import { type PipelineDeps, recordOf } from "./pipeline.ts";
import { Problem } from "./problem.ts";
import { createRefusals } from "./refusals.ts";
import type { Answering } from "./server.ts";
import type { Incoming, Reply } from "./wire.ts";

/**
 * Answers requests from the moment the process listens. A migration can keep the store closed for a minute; until it is
 * open, health answers, ready answers no, and everything else is 503 with a time to try again.
 */
export interface StartupGate extends Answering {
  open(service: Service): void;
}

export interface StartupGateDeps extends Pick<PipelineDeps, "publicUrl" | "newRequestId" | "observe"> {
  readonly version: string;
}

const route = createRouter(endpointNames);
const retryAfterSeconds = 2;

export function createStartupGate(deps: StartupGateDeps): StartupGate {
  const refuse = createRefusals(deps);
  let service: Service | undefined;
  return {
    open(opened) {
      service = opened;
    },
    answer: (incoming) => (service === undefined ? answerBeforeOpen(deps, incoming, refuse) : service.answer(incoming)),
    refuse,
  };
}

async function answerBeforeOpen(
  { version, newRequestId, observe }: StartupGateDeps,
  { method, target }: Incoming,
  refuse: ReturnType<typeof createRefusals>,
): Promise<Reply> {
  const found = route(method, target.split("?", 1)[0] ?? "");
  if (found.kind !== "endpoint" || endpointOf(found.name).auth !== "health") {
    const headers = { "Retry-After": String(retryAfterSeconds) };
    return refuse(
      new Problem("service_starting", "The store is being opened; ask again in a moment.", { headers }),
      method,
    );
  }
  const state =
    endpointOf(found.name).otherStatus !== undefined
      ? { status: "unavailable", version, checks: { store: "opening", migrations: "pending" } }
      : { status: "ok", version };
  const status = state.status === "ok" ? 200 : 503;
  const exchange = newExchange(newRequestId());
  exchange.endpoint = found.name;
  observe(recordOf(exchange, method, status));
  return {
    status,
    headers: { ...exchange.headers, "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: method === "HEAD" ? null : JSON.stringify(state),
  };
}

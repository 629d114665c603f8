import type { Service } from "../app.ts";
import { endpointOf } from "../../lib/contract/endpoints.ts";
import type { PipelineDeps } from "./pipeline.ts";
import { Problem } from "./problem.ts";
import { createRefusals } from "./refusals.ts";
import { route } from "./router.ts";
import type { Answering } from "./server.ts";
import type { Incoming, Reply } from "./wire.ts";

/**
 * Stands at the socket from the first moment. Until the store is open, which a migration can keep it from for a
 * minute, the process is alive and not ready, and whoever asks for more is told to come again.
 */
export interface Entrance extends Answering {
  open(service: Service): void;
}

export interface EntranceDeps extends Pick<PipelineDeps, "publicUrl" | "newRequestId" | "observe"> {
  readonly version: string;
}

const comeAgainSeconds = 2;

export function createEntrance(deps: EntranceDeps): Entrance {
  const refuse = createRefusals(deps);
  let service: Service | undefined;
  return {
    open(opened) {
      service = opened;
    },
    answer: (incoming) => (service === undefined ? early(deps, incoming, refuse) : service.answer(incoming)),
    refuse,
  };
}

async function early(
  { version, newRequestId }: EntranceDeps,
  { method, target }: Incoming,
  refuse: ReturnType<typeof createRefusals>,
): Promise<Reply> {
  const found = route(method, target.split("?", 1)[0] ?? "");
  if (found.kind !== "endpoint" || endpointOf(found.name).auth !== "health") {
    const headers = { "Retry-After": String(comeAgainSeconds) };
    return refuse(new Problem("service_starting", "The store is being opened; come again.", { headers }), method);
  }
  const state =
    found.name === "ready"
      ? { status: "unavailable", version, checks: { store: "opening", migrations: "pending" } }
      : { status: "ok", version };
  return {
    status: state.status === "ok" ? 200 : 503,
    headers: {
      "X-Request-Id": newRequestId(),
      "X-Content-Type-Options": "nosniff",
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    },
    body: method === "HEAD" ? null : JSON.stringify(state),
  };
}

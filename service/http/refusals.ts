import { newExchange } from "./exchange.ts";
import { type PipelineDeps, recordOf, refusal } from "./pipeline.ts";
import type { Problem } from "./problem.ts";
import type { Reply } from "./wire.ts";

/** With a problem and request id as usual, counted in log and metrics. */
export function createRefusals(
  deps: Pick<PipelineDeps, "publicUrl" | "newRequestId" | "observe">,
): (problem: Problem, method?: string) => Reply {
  return (problem, method = "-") => {
    const exchange = newExchange(deps.newRequestId());
    const reply = refusal(deps, exchange, problem);
    deps.observe(recordOf(exchange, method, reply.status));
    return reply;
  };
}

import type { FreeHandler } from "../handler.ts";

/** Says that the process answers, and asks nothing of the store: a full disk must not get it restarted. */
export const health: FreeHandler<"health"> = {
  kind: "free",
  respond: async (_input, { version }) => ({ status: "ok", version }),
};

import type { FreeHandler } from "../handler.ts";

/** Says that the process answers, without using the store, so that a full disk does not get it restarted. */
export const health: FreeHandler<"health"> = {
  kind: "free",
  respond: async (_input, { version }) => ({ status: "ok", version }),
};

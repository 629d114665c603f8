import type { Command } from "./command.ts";

/** All commands, each loaded when it is called, so that `keys list` loads no PDF engine. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: () => import("./serve.ts"),
  status: () => import("./status.ts"),
  keys: () => import("./keys.ts"),
  ledger: () => import("./ledger.ts"),
  sessions: () => import("./sessions.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  move: () => import("./move.ts"),
  check: () => import("./check.ts"),
  secret: () => import("./secret.ts"),
  "receipt-keys": () => import("./receipt-keys.ts"),
  sample: () => import("./sample.ts"),
  ingest: () => import("./ingest.ts"),
  search: () => import("./search.ts"),
  logs: () => import("./logs.ts"),
  refill: () => import("./refill.ts"),
  "check-draft": () => import("./check-draft.ts"),
  mcp: () => import("./mcp.ts"),
  openapi: () => import("./openapi.ts"),
};

import { app, partOf } from "../../running-app.ts";
import { upstreamOf } from "../../spending/programs/agent-call.ts";
import type { Feature } from "../feature.ts";
import { CheckReader } from "./check-reader.ts";
import { checkDeps, findsOf } from "./checks.ts";
import { Guesses } from "./free-check.ts";
import { checkTool } from "./tool.ts";

export const manifest: Feature = {
  name: "check",
  about: "drafts whose quotations and figures are compared with filings",
  files: [
    "app/(signed-in)/ask/check",
    "app/api/check",
    "app/api/checks",
    "bench/check.ts",
    "components/check",
    "components/receipts/verify-draft-check.test.ts",
    "lib/next/queries/check.ts",
  ],
  parts: () => [new CheckReader(), new Guesses()],
  async start(app) {
    return () => partOf(app, CheckReader).close();
  },
  tools: [checkTool(() => ({ deps: checkDeps(app()), finds: (call) => findsOf(upstreamOf(call)) }))],
};

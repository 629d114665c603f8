import { app, partOf } from "../../running-app.ts";
import { upstreamOf } from "../../spending/programs/agent-call.ts";
import type { Feature } from "../feature.ts";
import { CheckReader } from "./check-reader.ts";
import { checkDeps, findsOf } from "./checks.ts";
import { Guesses } from "./free-check.ts";
import { checkTool } from "./tool.ts";

export const check: Feature = {
  name: "check",
  about: "drafts whose quotations and figures are compared with filings",
  files: ["app/api/check", "app/api/checks"],
  parts: () => [new CheckReader(), new Guesses()],
  async start(app) {
    return () => partOf(app, CheckReader).close();
  },
  tools: [checkTool(() => ({ deps: checkDeps(app()), finds: (call) => findsOf(upstreamOf(call)) }))],
};

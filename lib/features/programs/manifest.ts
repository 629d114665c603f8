import type { Feature } from "../feature.ts";
import { forgetRefusedAgentKey, forgetUnusedAgentKeys } from "./kept-key.ts";
import { ownTools } from "./mcp/tools.ts";
import { ownerOfToken } from "./owner-of-token.ts";

export const manifest: Feature = {
  name: "programs",
  about: "tokens, tasks, plans to approve, and `POST /api/mcp` with the tools of all features",
  files: [
    "app/(signed-in)/account/agents",
    "app/(signed-in)/account/authorize",
    "app/api/agents",
    "app/api/mcp",
    "app/api/oauth",
    "app/.well-known/oauth-authorization-server",
    "app/.well-known/oauth-protected-resource",
    "components/agents",
    "e2e/agents.e2e.ts",
    "e2e/oauth.e2e.ts",
    "e2e/tasks.e2e.ts",
    "lib/next/queries/agents.ts",
  ],
  async start({ store }) {
    await forgetUnusedAgentKeys(store, Date.now());
    return () => undefined;
  },
  keyRefused: forgetRefusedAgentKey,
  ownerOfToken,
  tools: ownTools,
};

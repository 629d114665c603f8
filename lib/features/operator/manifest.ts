import type { Feature } from "../feature.ts";

export const manifest: Feature = {
  name: "operator",
  about: "the operator's page: its session, its guard, what it asks of the service",
  files: ["app/operator", "app/api/operator", "components/operator", "e2e/operator.e2e.ts"],
};

import type { TestProject } from "vitest/node";
import { startOpenSearch } from "./opensearch.ts";

/** An engine for the whole run: one that runs already (`HIRAKU_TEST_OPENSEARCH`), or a new cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env["HIRAKU_TEST_OPENSEARCH"];
  if (running !== undefined && running !== "") {
    project.provide("openSearchUrl", running);
    return async () => {};
  }
  const engine = await startOpenSearch({ nodes: 3 });
  project.provide("openSearchUrl", engine.url);
  return () => engine.stop();
}

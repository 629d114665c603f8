import { describe, expect, test } from "vitest";
import { type Endpoint, endpointNames, endpointOf } from "../../lib/contract/endpoints.ts";
import { conformanceCases } from "./conformance-cases.ts";
import type { TestClient } from "./test-client.ts";

/** Every endpoint and every problem it lists, where requests may be answered by several processes in turn. */
export function walkConformance(newClient: () => Promise<{ readonly client: TestClient }>): void {
  describe.each(endpointNames)("%s", (name) => {
    const row: Endpoint = endpointOf(name);
    const { ok, problems } = conformanceCases[name];

    test("answers 200 with its record and headers, twice, and every problem it lists", async () => {
      for (let i = 0; i < 2; i++) {
        const { client } = await newClient();
        const answer = await client.call(name, ok, row.auth === "health" ? { key: null } : {});
        expect(answer.status, JSON.stringify(answer.json)).toBe(200);
      }
      // Which of two requests at once comes first is open here; that one waits has a test of its own.
      for (const code of row.problems.filter((each) => each !== "idempotency_in_progress")) {
        const answer = await problems[code]?.(await newClient());
        expect(answer?.code, JSON.stringify(answer?.json)).toBe(code);
      }
    });
  });
}

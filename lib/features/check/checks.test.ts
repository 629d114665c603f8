import { expect, test } from "vitest";
import { openTestApp } from "../../testing/test-app.ts";
import { testOwner } from "../../testing/test-service.ts";
import { CheckRequest, checkForOwner } from "./checks.ts";

test("a text in which nothing is claimed is checked without a call to the service", async () => {
  await using _ = await openTestApp();
  const request = CheckRequest.parse({ draft: { kind: "text", blocks: [] } });
  expect(await checkForOwner(testOwner(), request)).toMatchObject({
    draft: { blocks: [] },
    claims: [],
    plan: null,
    counts: { agrees: 0, undecided: 0, differs: 0 },
  });
});

test("a draft is pasted text or blocks, and neither beyond its bounds", () => {
  expect(CheckRequest.safeParse({ text: "売上高" }).success).toBe(true);
  expect(CheckRequest.safeParse({ text: "" }).success).toBe(false);
  expect(CheckRequest.safeParse({ text: "a".repeat(400_001) }).success).toBe(false);
  expect(CheckRequest.safeParse({ text: "a", owner: "ann" }).success).toBe(false);
});

import { describe, expect, test } from "vitest";
import { features } from "../../list.ts";
import { toolList } from "./tools.ts";

describe("the list of tools", () => {
  const tools = features.flatMap((each) => each.tools ?? []);
  const list = toolList(tools);

  test("has at most twelve tools in at most 20,000 bytes", () => {
    expect(list.length).toBeLessThanOrEqual(12);
    expect(Buffer.byteLength(JSON.stringify({ tools: list }))).toBeLessThanOrEqual(20_000);
  });

  test("calls only tools read-only that cost nothing, and each paid tool requires max_credits", () => {
    for (const [index, { inputSchema, annotations, name, _meta }] of list.entries()) {
      const paid = tools[index]?.cost === "paid";
      expect(_meta, name).toEqual({ "hiraku/credits": paid ? "paid" : "free" });
      expect(inputSchema.required?.includes("max_credits"), name).toBe(paid);
      if (paid) expect(annotations?.readOnlyHint, name).toBe(false);
    }
    const free = list.filter((each, at) => tools[at]?.cost === "free" && each.annotations?.readOnlyHint === false);
    expect(free.map((each) => each.name)).toEqual(["task"]);
  });
});

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { features } from "./index.ts";
import { toolList } from "./programs/mcp/tools.ts";

const root = path.resolve(import.meta.dirname, "../..");

test.each(features)(
  "$name names its folder and files as they are, and has its line in the documentation",
  (feature) => {
    const { name, about, files } = feature;
    for (const file of [`lib/features/${name}`, ...files]) expect(existsSync(path.join(root, file)), file).toBe(true);
    const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
    expect(page).toContain(`| \`lib/features/${name}/\` | ${about} |`);
  },
);

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
    expect(list.filter((each) => each.annotations?.readOnlyHint === false).map((each) => each.name)).toEqual([
      "ask",
      "check_draft",
      "read",
      "search",
      "page_image",
      "confirm",
      "task",
    ]);
  });
});

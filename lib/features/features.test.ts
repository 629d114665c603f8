import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { features } from "./list.ts";

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

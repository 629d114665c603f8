import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentRoutes } from "../../../routes.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));
/** The registry's schema of 2025-12-11, of what this entry has. */
const Entry = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  remotes: z
    .array(z.strictObject({ type: z.literal("streamable-http"), url: z.string().regex(/^https?:\/\/[^\s]+$/) }))
    .length(1),
});

test("the registry's entry has this version, and leads to the address for programs", () => {
  const { version, remotes } = Entry.parse(read("server.json"));
  expect(version).toBe(z.object({ version: z.string() }).parse(read("package.json")).version);
  expect(remotes.map(({ url }) => new URL(url).pathname)).toEqual([agentRoutes.door()]);
});

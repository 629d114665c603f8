import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentRoutes } from "../../../routes.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const Entry = z.object({
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  version: z.string(),
  remotes: z.array(z.object({ type: z.literal("streamable-http"), url: z.url() })).length(1),
});

test("the registry's entry has this version, and leads to the address for programs", () => {
  const { version, remotes } = Entry.parse(read("server.json"));
  expect(version).toBe(z.object({ version: z.string() }).parse(read("package.json")).version);
  expect(remotes.map(({ url }) => new URL(url).pathname)).toEqual([agentRoutes.door()]);
});

import { afterEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import lookup from "@/messages/en/lookup.json";
import { findCommands } from "./find-commands.ts";

let server: ReturnType<typeof fakeServer> | undefined;
const start = location.href;
afterEach(() => {
  server?.restore();
  history.replaceState(null, "", start);
});

const t = (key: keyof typeof lookup) => lookup[key];

async function labels(question: string, opened: string[] = []): Promise<readonly string[]> {
  server ??= fakeServer(() => problem(404, "not_found"));
  const items = await findCommands(question, new AbortController().signal, t, (href) => opened.push(href));
  for (const item of items) item.run();
  return items.map(({ label }) => label);
}

test("the palette leads to the figures of the open document and to those of all owned packages", async () => {
  history.replaceState(null, "", "/documents/S100ZZZ2/sections/s-1");
  const opened: string[] = [];
  expect(await labels("figures", opened)).toEqual(["Figures of this document", "Figures side by side"]);
  expect(opened).toEqual(["/documents/S100ZZZ2/figures", "/library/figures"]);
  expect(await labels("XBRL")).toContain("Figures of this document");
  expect(await labels("ソニー")).toEqual([]);
});

test("elsewhere the palette leads to the figures of all owned packages alone", async () => {
  history.replaceState(null, "", "/library");
  expect(await labels("財務数値")).toEqual(["Figures side by side"]);
});

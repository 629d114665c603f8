import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import cost from "@/messages/en/cost.json";
import desk from "@/messages/en/desk.json";
import updates from "@/messages/en/updates.json";
import { Following } from "./Following.tsx";

let mounted: Mounted;
let server: ReturnType<typeof fakeServer>;
let answer = new Response(null, { status: 204 });
beforeEach(async () => {
  answer = new Response(null, { status: 204 });
  server = fakeServer(() => answer);
  mounted = mount(followed("A", "B"));
  await expect.poll(() => button("Edit")).toBeDefined();
  button("Edit")?.click();
  await expect.poll(() => button("Stop following A")).toBeDefined();
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

function followed(...names: readonly string[]) {
  const issuers = names.map((name) => ({ security_code: `990${name}`, name, newest: undefined }));
  return (
    <WordsProvider locale="en" messages={{ cost, desk, updates }}>
      <Following issuers={issuers} filters={[]} searches={[]} standing={[]} today="2026-11-20" />
    </WordsProvider>
  );
}

function button(name: string) {
  const all = [...mounted.element.querySelectorAll("button")];
  return all.find((each) => [each.ariaLabel, each.textContent].includes(name));
}

test("after an issuer is followed no longer the focus is on the row beside it, and at last on the list's title", async () => {
  button("Stop following A")?.click();
  await expect.poll(() => document.activeElement?.ariaLabel).toBe("Stop following B");
  mounted.show(followed("B"));
  await expect.poll(() => button("Stop following A")).toBeUndefined();
  button("Stop following B")?.click();
  await expect.poll(() => document.activeElement?.textContent).toBe("Following");
});

test("where that fails it is said, and the issuer stays", async () => {
  answer = problem(500, "internal_error");
  button("Stop following A")?.click();
  await expect.poll(() => mounted.element.querySelector("[role=alert]")?.textContent).toBe(updates.failed);
  expect(button("Stop following A")?.ariaDisabled).toBe("false");
});

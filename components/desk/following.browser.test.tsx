import { afterEach, expect, test } from "vitest";
import { fakeServer } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import cost from "@/messages/en/cost.json";
import desk from "@/messages/en/desk.json";
import { Following } from "./Following.tsx";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  mounted?.leave();
  server?.restore();
});

test("after an issuer is followed no longer the focus is on the row beside it, and at last on the list's title", async () => {
  server = fakeServer(() => new Response(null, { status: 204 }));
  const issuers = ["A", "B"].map((name, at) => ({ security_code: `990${at}`, name, newest: undefined }));
  const { element } = (mounted = mount(
    <WordsProvider locale="en" messages={{ cost, desk }}>
      <Following issuers={issuers} filters={[]} searches={[]} standing={[]} today="2026-11-20" />
    </WordsProvider>,
  ));
  const button = (name: string) =>
    [...element.querySelectorAll("button")].find((each) => [each.ariaLabel, each.textContent].includes(name));
  await expect.poll(() => button("Edit")).toBeDefined();
  button("Edit")?.click();
  await expect.poll(() => button("Stop following A")).toBeDefined();
  button("Stop following A")?.click();
  await expect.poll(() => document.activeElement?.ariaLabel).toBe("Stop following B");
  button("Stop following A")?.closest("li")?.remove();
  button("Stop following B")?.click();
  await expect.poll(() => document.activeElement?.textContent).toBe("Following");
});

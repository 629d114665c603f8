import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Keyboard } from "@/components/keys";
import { type Mounted, mount } from "@/components/testing/mount";
import { pushed } from "@/components/testing/router";
import { WordsProvider } from "@/lib/next/provider";
import keys from "@/messages/en/keys.json";
import reader from "@/messages/en/reader.json";
import { HitSteps, useTrail } from ".";

const hits = [
  { href: "/documents/A/sections/s1#q=1", documentId: "A", sectionId: "s1" },
  { href: "/documents/A/sections/s7#q=2", documentId: "A", sectionId: "s7" },
  { href: "/documents/B/sections/s2#q=3", documentId: "B", sectionId: "s2" },
];
const onGo = vi.fn<(sectionId: string) => boolean>();
let mounted: Mounted;
const start = location.href;

beforeEach(() => {
  sessionStorage.clear();
  pushed.length = 0;
  onGo.mockReset().mockReturnValue(false);
});
afterEach(() => {
  mounted.leave();
  history.replaceState(null, "", start);
});

function Results() {
  const ref = useRef<HTMLDivElement>(null);
  const follow = useTrail(ref, { address: "/ask?q=x", query: "配当政策", hits });
  return (
    <div ref={ref} onClickCapture={follow} onClick={(event) => event.preventDefault()}>
      {hits.map((hit, at) => (
        <a key={hit.href} href={hit.href} data-hit={at}>
          Hit {at + 1}
        </a>
      ))}
    </div>
  );
}
function Place({ documentId, sectionId }: { documentId: string; sectionId: string }) {
  return (
    <WordsProvider locale="en" messages={{ reader, keys }}>
      <Keyboard singleKeys onSwitchSingleKeys={() => undefined} />
      <HitSteps documentId={documentId} sectionId={sectionId} onGo={onGo} />
    </WordsProvider>
  );
}

async function openHit(at: number) {
  mounted = mount(<Results />);
  await expect.poll(() => document.querySelector("[data-hit]")).not.toBeNull();
  document.querySelector<HTMLElement>(`[data-hit="${at}"]`)?.click();
  mounted.leave();
}
const line = () => document.querySelector("nav")?.textContent ?? "";
const read = (documentId: string, sectionId: string) => {
  mounted = mount(<Place documentId={documentId} sectionId={sectionId} />);
};

test("where a hit was opened, n and p lead to the next and the one before, across documents", async () => {
  await openHit(1);
  read("A", "s7");
  await expect.poll(line).toContain("2 of 3 found for 配当政策");
  await userEvent.keyboard("n");
  expect(pushed).toEqual([hits[2]?.href]);
  mounted.leave();
  read("B", "s2");
  await expect.poll(line).toContain("3 of 3");
  await userEvent.keyboard("n");
  expect(pushed).toHaveLength(1);
  await userEvent.keyboard("p");
  expect(pushed[1]).toBe(hits[1]?.href);
});

test("within a text that is on the page already, only the address and the marked passage change", async () => {
  onGo.mockReturnValue(true);
  await openHit(0);
  read("A", "s1");
  const changed = vi.fn<() => void>();
  window.addEventListener("hashchange", changed, { once: true });
  await expect.poll(line).toContain("1 of 3");
  await userEvent.keyboard("n");
  expect(onGo).toHaveBeenCalledWith("s7");
  expect(location.pathname + location.hash).toBe(hits[1]?.href);
  expect(changed).toHaveBeenCalledOnce();
  expect(pushed).toEqual([]);
  await expect.poll(line).toContain("2 of 3");
});

test("another section of the opened document keeps the place, another document has none", async () => {
  await openHit(1);
  read("A", "s99");
  await expect.poll(line).toContain("2 of 3");
  mounted.leave();
  read("C", "s1");
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  expect(line()).toBe("");
  await userEvent.keyboard("n");
  expect(pushed).toEqual([]);
});

test("back at the results the hit that was read has the focus, once", async () => {
  await openHit(0);
  read("A", "s1");
  await expect.poll(line).toContain("1 of 3");
  await userEvent.keyboard("n");
  expect(document.querySelector("nav a")?.getAttribute("href")).toBe("/ask?q=x");
  mounted.leave();
  mounted = mount(<Results />);
  await expect.poll(() => document.activeElement?.textContent).toBe("Hit 2");
  mounted.leave();
  mounted = mount(<Results />);
  await expect.poll(() => document.querySelector("[data-hit]")).not.toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test("what another page has written there is ignored", async () => {
  sessionStorage.setItem("hiraku.hits", JSON.stringify({ address: "//evil.test", query: "x", at: 0, hits }));
  read("A", "s1");
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  expect(line()).toBe("");
});

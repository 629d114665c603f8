import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { pushed } from "@/components/testing/router";
import { WordsProvider } from "@/lib/next/provider";
import { mapRows, type OwnedContent } from "@/lib/text/toc/prices";
import cost from "@/messages/en/cost.json";
import document_ from "@/messages/en/document.json";
import { PriceMap } from "./PriceMap";

const tiers = [{ max_characters: null, credits: 2 }];
const entry = (id: string, level: number, parent: string | null) => ({
  ...{ section_id: id, title: `${id} "<b>配当</b>"`, level, parent_section_id: parent, character_count: 1_200 },
});
const toc = [entry("s1", 1, null), entry("s1a", 2, "s1"), entry("s2", 1, null)];

let mounted: Mounted;
beforeEach(() => {
  pushed.length = 0;
});
afterEach(() => mounted.leave());

function Map({ owned, entries = toc }: { readonly owned: OwnedContent; readonly entries?: typeof toc }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <WordsProvider locale="en" messages={{ document: document_, cost }}>
      <PriceMap
        documentId="D1"
        lang="ja"
        rows={mapRows(entries, tiers, owned)}
        tiers={tiers}
        chosen={chosen}
        pending={new Set(["s2"])}
        open={open}
        onOpen={(id) => setOpen(new Set([...open, id]))}
        onSelect={select}
      />
      <output>{[...chosen].join(" ")}</output>
    </WordsProvider>
  );
}

async function show(sections: readonly string[] = []) {
  mounted = mount(<Map owned={{ whole: false, sections }} />);
  await expect.poll(() => mounted.element.querySelectorAll("tbody tr").length).toBe(3);
  return [...mounted.element.querySelectorAll<HTMLTableRowElement>("tbody tr")];
}

test("a title is shown as it was filed, whatever it holds", async () => {
  const [first] = await show();
  expect(first?.querySelector("a")?.textContent).toBe('s1 "<b>配当</b>"');
  expect(first?.querySelector("input")?.getAttribute("aria-label")).toContain('s1 "<b>配当</b>"');
});

test("choosing a section marks those within it, by the keyboard too, and choosing again takes it back", async () => {
  const [first, second] = await show();
  const box = first?.querySelector("input");
  box?.focus();
  await userEvent.keyboard(" ");
  await expect.poll(() => mounted.element.querySelector("output")?.textContent).toBe("s1");
  expect([first, second].map((row) => row?.classList.contains("is-sel"))).toEqual([true, true]);
  // What comes with it costs nothing more, and its price stays ink.
  expect([first, second].map((row) => row?.classList.contains("is-in"))).toEqual([false, true]);
  expect(second?.querySelector("input")?.disabled).toBe(true);
  expect(document.activeElement).toBe(box);
  box?.click();
  await expect.poll(() => mounted.element.querySelector("output")?.textContent).toBe("");
  expect([first, second].map((row) => row?.querySelector("input")?.checked)).toEqual([false, false]);
  expect(second?.querySelector("input")?.disabled).toBe(false);
});

test("what is owned has its seal, and what is being bought can't be chosen", async () => {
  const [first, second, third] = await show(["s1"]);
  expect([first, second].map((row) => row?.querySelector(".seal")?.textContent)).toEqual(["Owned", "Owned"]);
  expect(third?.querySelector(".pend")).not.toBeNull();
  expect(mounted.element.querySelector("input")).toBeNull();
});

test("a title opens its section without a reload", async () => {
  const [first] = await show();
  first?.querySelector("a")?.click();
  expect(pushed).toEqual(["/documents/D1/sections/s1"]);
});

test("of a long document the headings are shown, and the parts of one when it is opened by the keyboard", async () => {
  const headings = [entry("r", 1, null), entry("r1", 2, "r"), entry("r11", 3, "r1")];
  const parts = Array.from({ length: 60 }, (_, at) => entry(`p${at}`, 4, "r11"));
  mounted = mount(<Map owned={{ whole: false, sections: [] }} entries={[...headings, ...parts]} />);
  await expect.poll(() => mounted.element.querySelectorAll("tbody tr").length).toBe(3);
  const opens = mounted.element.querySelector<HTMLButtonElement>("button[aria-expanded]");
  expect(opens?.getAttribute("aria-label")).toContain("60 parts");
  opens?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => mounted.element.querySelectorAll("tbody tr").length).toBe(63);
  expect(opens?.getAttribute("aria-expanded")).toBe("true");
  expect(document.activeElement).toBe(opens);
});

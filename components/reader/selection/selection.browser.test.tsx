import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import cost from "@/messages/en/cost.json";
import reader from "@/messages/en/reader.json";
import { type SelectedPassage, SelectionMenu } from ".";
import { selectedPassage } from "./selected-passage";

let mounted: Mounted;
const done: {
  withReceipt: (string | undefined)[];
  copied: SelectedPassage[];
  linked: SelectedPassage[];
  found: string[];
  receipts: string[];
} = {
  withReceipt: [],
  copied: [],
  linked: [],
  found: [],
  receipts: [],
};
const placed = { s1: 14 };

/** A pane of 400 px that scrolls beneath a toolbar of 40 px, with two sections. */
function Pane({ code = "7203" }: { code?: string | null }) {
  const flowRef = useRef<HTMLDivElement>(null);
  return (
    <WordsProvider locale="en" messages={{ reader, cost }}>
      <article data-pane="" style={{ height: 400, width: 600, overflowY: "auto", position: "relative" }}>
        <div data-toolbar="" style={{ position: "sticky", top: 0, height: 40 }} />
        <SelectionMenu
          flowRef={flowRef}
          placed={placed}
          onCopyQuote={async (passage, receipt) => {
            done.copied.push(passage);
            done.withReceipt.push(receipt);
          }}
          onCopyLink={async (passage) => void done.linked.push(passage)}
          onFind={(words) => done.found.push(words)}
          securityCode={code}
          documentId="D1"
          onReceipt={(id) => done.receipts.push(id)}
        />
        <div
          ref={flowRef}
          // As lib/text/markdown makes it: page 15 begins in the middle of the second paragraph.
          dangerouslySetInnerHTML={{
            __html: `<section data-section="s1" data-filled=""><p id="p1">売上高は増加した。</p>
              <p id="p2">利益は前半に減り、<span data-page="15"></span>後半に<a href="#x">増えた</a>。</p>
              <div style="height:900px"></div></section>
              <section data-section="s2" data-filled=""><p id="p3">配当は据え置いた。</p></section>`,
          }}
        />
      </article>
      <p id="outside">Outside</p>
    </WordsProvider>
  );
}

beforeEach(() => {
  done.copied.length = done.linked.length = done.found.length = done.receipts.length = done.withReceipt.length = 0;
  mounted = mount(<Pane />);
});
afterEach(() => {
  getSelection()?.removeAllRanges();
  mounted.leave();
});

const menu = () => document.querySelector<HTMLElement>('[role="toolbar"]');
const shown = () => menu()?.checkVisibility({ visibilityProperty: true }) === true;
const textOf = (id: string, at = 0) => {
  const nodes = [...(document.getElementById(id)?.childNodes ?? [])].filter((node) => node instanceof Text);
  const node = nodes.at(at);
  if (node === undefined) throw new Error(`no text in ${id}`);
  return node;
};
async function select(from: Text, start: number, to: Text, end: number) {
  await expect.poll(() => document.getElementById("p1")).not.toBeNull();
  getSelection()?.setBaseAndExtent(from, start, to, end);
}
const button = (name: string) =>
  [...(menu()?.querySelectorAll<HTMLElement>("button, a") ?? [])].find((each) => each.textContent?.includes(name));

async function selectFirst() {
  await expect.poll(() => document.getElementById("p1")).not.toBeNull();
  await select(textOf("p1"), 0, textOf("p1"), 3);
  await expect.poll(shown).toBe(true);
}

test("the menu appears beside the selection, without covering it, and leaves with it", async () => {
  await selectFirst();
  const box = menu()?.getBoundingClientRect();
  const words = getSelection()?.getRangeAt(0).getBoundingClientRect();
  expect(box?.top).toBeGreaterThanOrEqual(words?.bottom ?? Infinity);
  getSelection()?.removeAllRanges();
  await expect.poll(menu).toBeNull();
});

test("it says the words, the section and the page of the selection itself", async () => {
  await selectFirst();
  button("Copy quote")?.click();
  await selectAnew(textOf("p2"), 0, textOf("p2", 1), 3);
  button("Copy quote")?.click();
  await selectAnew(textOf("p2", 1), 0, textOf("p2", 1), 3);
  button("Copy link")?.click();
  await expect.poll(() => done.linked.length).toBe(1);
  const told = [...done.copied, ...done.linked].map(({ quote, sectionId, page, lastPage }) => ({
    quote,
    sectionId,
    page,
    lastPage,
  }));
  expect(told).toEqual([
    { quote: "売上高", sectionId: "s1", page: 14, lastPage: undefined },
    { quote: "利益は前半に減り、後半に", sectionId: "s1", page: 14, lastPage: 15 },
    { quote: "後半に", sectionId: "s1", page: 15, lastPage: undefined },
  ]);
  expect(done.linked[0]?.fragment).toMatch(/^#q=s1~\d+-\d+~/);
});

test("a selection over two sections is quoted whole, and a block's trailing break is not part of it", async () => {
  await expect.poll(() => document.getElementById("p3")).not.toBeNull();
  getSelection()?.setBaseAndExtent(textOf("p2", 1), 0, textOf("p3"), 2);
  const flow = document.querySelector<HTMLElement>("[data-section]")?.parentElement ?? null;
  expect(selectedPassage(flow, placed)).toMatchObject({ sectionId: "s1", page: 15 });
  expect(selectedPassage(flow, placed)?.quote).toBe("後半に増えた。\n配当");
  // As a triple click selects: to the beginning of the next paragraph.
  const next = document.getElementById("p2");
  if (next !== null) getSelection()?.setBaseAndExtent(textOf("p1"), 0, next, 0);
  expect(selectedPassage(flow, placed)?.quote).toBe("売上高は増加した。");
});

test("by keyboard: Tab moves into the menu and on from it, arrows move within it, Escape closes it", async () => {
  await selectFirst();
  await userEvent.keyboard("{Tab}");
  expect(document.activeElement).toBe(button("Copy quote"));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(button("Find here"));
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await expect.poll(() => done.linked.length).toBe(1);
  await userEvent.keyboard("{Tab}");
  expect(document.activeElement?.textContent).toBe("増えた");
  expect(getSelection()?.toString()).toBe("売上高");
  await selectAnew(textOf("p1"), 4, textOf("p1"), 6);
  await userEvent.keyboard("{Tab}{Escape}");
  await expect.poll(menu).toBeNull();
  expect(getSelection()?.toString()).toBe("増加");
});

/** The menu of the selection before leaves, and one for the new selection comes. */
async function selectAnew(...ends: Parameters<typeof select>) {
  await select(...ends);
  await expect.poll(menu).toBeNull();
  await expect.poll(shown).toBe(true);
}

test("a selection by keyboard and one by touch bring it too", async () => {
  await expect.poll(() => document.getElementById("p1")).not.toBeNull();
  await select(textOf("p1"), 0, textOf("p1"), 1);
  getSelection()?.modify("extend", "forward", "character");
  await expect.poll(shown).toBe(true);
  button("Copy quote")?.click();
  await expect.poll(() => done.copied[0]?.quote).toBe("売上");
  // A finger on the menu may take the selection away before its click.
  const link = button("Copy link");
  link?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
  getSelection()?.removeAllRanges();
  await vi.waitFor(() => expect(getSelection()?.rangeCount).toBe(0));
  link?.click();
  await expect.poll(() => done.linked[0]?.quote).toBe("売上");
});

test("a selection that fills the view leaves the menu in the toolbar's place, over no selected word", async () => {
  await expect.poll(() => document.getElementById("p3")).not.toBeNull();
  await select(textOf("p1"), 0, textOf("p3"), 2);
  await expect.poll(shown).toBe(true);
  const pane = document.querySelector("[data-pane]");
  pane?.scrollTo(0, 300);
  await expect.poll(() => (menu()?.getBoundingClientRect().bottom ?? 99) - paneTop()).toBeLessThanOrEqual(40);
});
const paneTop = () => document.querySelector("[data-pane]")?.getBoundingClientRect().top ?? 0;

test("out of view it is hidden; searching the issuer's filings fills the search page and says its price", async () => {
  await selectFirst();
  const link = button("In this company’s filings");
  expect(link?.getAttribute("href")).toBe("/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&code=7203&editions=all&match=lexical");
  expect(link?.textContent).toContain("1 credit");
  document.querySelector("[data-pane]")?.scrollTo(0, 500);
  await expect.poll(shown).toBe(false);
  button("Find here")?.click();
  expect(done.found).toEqual(["売上高"]);
  mounted.show(<Pane code={null} />);
  await expect.poll(() => button("In this company’s filings")).toBeUndefined();
});

test("a proof is asked for with the words, their section and the words before them; a refusal is told", async () => {
  let answer = () => Response.json({ receipt_id: "r1" }, { status: 201 });
  const server = fakeServer(() => answer());
  try {
    await expect.poll(() => document.getElementById("p2")).not.toBeNull();
    await select(textOf("p2"), 3, textOf("p2"), 5);
    await expect.poll(shown).toBe(true);
    button("Proof")?.click();
    await expect.poll(() => done.receipts).toEqual(["r1"]);
    const [asked] = server.asked;
    expect(asked).toMatchObject({ method: "POST", url: "/api/receipts" });
    const before = expect.stringMatching(/^売上高は増加した。\s+利益は$/u) as string;
    expect(asked?.body).toEqual({ document_id: "D1", section_id: "s1", quote: "前半", before });
    answer = () => problem(409, "quote_not_found");
    await selectAnew(textOf("p1"), 0, textOf("p1"), 3);
    button("Proof")?.click();
    await expect.poll(() => menu()?.textContent).toContain("No proof");
    expect(done.receipts).toHaveLength(1);
  } finally {
    server.restore();
  }
});

test("a citation is copied with its proof in one step", async () => {
  const server = fakeServer(() => Response.json({ receipt_id: "r2" }, { status: 201 }));
  try {
    await selectFirst();
    button("Quote with proof")?.click();
    await expect.poll(() => done.withReceipt).toEqual([`${location.origin}/check/r2`]);
    expect(done.copied[0]?.quote).toBe("売上高");
    expect(server.asked.map(({ url }) => url)).toEqual(["/api/receipts"]);
    expect(done.receipts).toEqual([]);
    await expect.poll(() => menu()?.textContent).toContain("Copied");
  } finally {
    server.restore();
  }
});

test("text outside of the document has no menu", async () => {
  await expect.poll(() => document.getElementById("outside")).not.toBeNull();
  await select(textOf("outside"), 0, textOf("outside"), 3);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(menu()).toBeNull();
});

import { useEffect, useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import type { PageBox } from "./geometry";
import { spaceFor } from "./spacers";
import { type PageWindow, useWindow } from "./use-window";

const measures = { captionHeight: 20, gap: 10 };
const barHeight = 40;
const pages: readonly PageBox[] = Array.from({ length: 1000 }, (_, index) => ({
  pageNumber: index + 1,
  width: 100,
  height: index % 3 === 0 ? 70 : 140,
  listed: true,
}));

let pageWindow: PageWindow;
let mounted: Mounted;
const settledOn: (readonly [number, number])[] = [];
afterEach(() => {
  mounted.leave();
  settledOn.length = 0;
});

/** A pane of 600 px with a bar above the pages, as the viewer has it. */
function Viewer({ start, width }: { readonly start: number; readonly width: number }) {
  const stageRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  const seen = useWindow({ stageRef, listRef, barRef, pages, turn: 0, measures, start, shape: String(width) });
  useEffect(() => {
    pageWindow = seen;
    if (seen.settled !== null && settledOn.at(-1) !== seen.settled) settledOn.push(seen.settled);
  });
  const shown = pages.slice(seen.first, seen.last + 1);
  return (
    <div ref={stageRef} style={{ height: 600, width, overflowY: "auto" }}>
      <div ref={barRef} style={{ position: "sticky", top: 0, height: barHeight }} />
      <div ref={listRef}>
        <div style={{ paddingTop: spaceFor(pages.slice(0, seen.first), 0, measures) }} />
        {shown.map((page) => (
          <div key={page.pageNumber} data-page={page.pageNumber} style={{ marginTop: measures.gap }}>
            <div style={{ height: measures.captionHeight }} />
            <div style={{ aspectRatio: `${page.width} / ${page.height}` }} />
          </div>
        ))}
        <div style={{ paddingTop: spaceFor(pages.slice(seen.last + 1), 0, measures) }} />
      </div>
    </div>
  );
}

const open = (start = 0) => {
  mounted = mount(<Viewer start={start} width={400} />);
};
const inTree = () =>
  [...document.querySelectorAll<HTMLElement>("[data-page]")].map((each) => Number(each.dataset["page"]));
const stage = () => document.querySelector<HTMLElement>("[data-page]")?.parentElement?.parentElement ?? document.body;
const pageTop = (page: number) => {
  const row = document.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect();
  return (row?.top ?? Number.NaN) - stage().getBoundingClientRect().top;
};

test("of a thousand pages only those in view and two on either side are in the tree", async () => {
  open();
  await expect.poll(inTree).toEqual([1, 2, 3, 4]);
  pageWindow.goTo(500);
  await expect.poll(() => pageWindow.current).toBe(500);
  expect(inTree()).toContain(501);
  expect(inTree().length).toBeLessThanOrEqual(7);
});

test("a document that is opened at a page shows that page under the bar", async () => {
  open(700);
  await expect.poll(() => pageWindow.current).toBe(700);
  await expect.poll(() => pageWindow.settled ?? [0, 0]).toEqual([699, 700]);
  await expect.poll(() => Math.abs(pageTop(701) - barHeight)).toBeLessThan(40);
});

test("a jump shows the page at once, and is settled where it arrives and nowhere between", async () => {
  open();
  await expect.poll(() => settledOn.length).toBe(1);
  pageWindow.goTo(900);
  await expect.poll(() => settledOn.at(-1)?.[0]).toBe(900);
  expect(settledOn.every(([first]) => first === 0 || first >= 899)).toBe(true);
});

test("pages that a fast scroll passes are never asked for", async () => {
  open();
  await expect.poll(() => settledOn.length).toBe(1);
  for (let step = 1; step <= 30; step++) {
    stage().scrollTop = step * 4000;
    await new Promise(requestAnimationFrame);
  }
  const end = pageWindow.current;
  await expect.poll(() => settledOn.at(-1)?.[0] ?? 0).toBeGreaterThan(150);
  expect(settledOn).toHaveLength(2);
  expect(Math.abs((settledOn[1]?.[0] ?? 0) - pageWindow.current)).toBeLessThanOrEqual(2);
  expect(end).toBeGreaterThan(0);
});

test("the same page remains in view when the column gets wider or narrower", async () => {
  open(400);
  await expect.poll(() => pageWindow.current).toBe(400);
  for (const width of [700, 300, 400]) {
    mounted.show(<Viewer start={400} width={width} />);
    await expect.poll(() => stage().clientWidth).toBeLessThanOrEqual(width);
    await expect.poll(() => pageWindow.current).toBe(400);
    await expect.poll(() => inTree()).toContain(401);
  }
});

test("the end of the document can be reached, and nothing beyond it is asked for", async () => {
  open();
  await expect.poll(() => settledOn.length).toBe(1);
  stage().scrollTop = stage().scrollHeight;
  await expect.poll(() => pageWindow.settled?.[1]).toBe(999);
  expect(inTree().at(-1)).toBe(1000);
});

import { useRef } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { jumpToText, layOutAround } from "@/components/ui/text-heights";
import { WordsProvider } from "@/lib/next/provider";
import type { FlowPiece } from "@/lib/reading/reading-data";
import reader from "@/messages/en/reader.json";
import { Flow } from "./Flow";
import { useFill } from "./use-fill";

/**
 * Whether a place deep in a long text is painted where it stands. Chromium once went on painting it where it stood
 * before the texts above had their heights, until something scrolled.
 */

const pieces: readonly FlowPiece[] = Array.from({ length: 60 }, (_, index) => ({
  sectionId: `s${index}`,
  title: `Section ${index}`,
  characters: 9_000,
}));
const target = "s45";
/** Of other heights than what is expected of their length. */
const text = (piece: string) =>
  `<h2 style="margin:0;height:30px;background:${piece === target ? "rgb(255, 0, 0)" : "none"}"></h2>${"<p style='height:60px'>text</p>".repeat(70)}`;
const htmlOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, text(id)]));

let server: ReturnType<typeof fakeServer>;
const first = htmlOf([target]);

function Text({ initial = first }: { readonly initial?: Readonly<Record<string, string>> }) {
  const flowRef = useRef<HTMLElement>(null);
  const filling = useFill({ documentId: "D1", sectionId: target, flow: pieces, initial, flowRef });
  return (
    <WordsProvider locale="en" messages={{ reader }}>
      <article data-pane style={{ height: 600, overflowY: "auto", position: "relative" }}>
        <div data-toolbar style={{ position: "sticky", top: 0, height: 30, zIndex: 1 }} />
        <Flow
          flowRef={flowRef}
          pieces={pieces}
          html={filling.html}
          target={target}
          whole
          language="ja"
          printed={new Set()}
        />
      </article>
    </WordsProvider>
  );
}

let answered: PromiseWithResolvers<void>;
let mounted: Mounted | undefined;
let style: HTMLStyleElement | undefined;
beforeEach(() => {
  answered = Promise.withResolvers<void>();
  server = fakeServer(async ({ url }) => {
    await answered.promise;
    return Response.json({ html: htmlOf(new URL(url, location.origin).searchParams.getAll("piece")) });
  });
  // As app/styles/prose.css has it.
  style = document.head.appendChild(document.createElement("style"));
  style.textContent = ".flow > .piece:not([hidden]) { content-visibility: auto; }";
});
afterEach(() => {
  mounted?.leave();
  server.restore();
  style?.remove();
});

const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

/** The line of the screen at which the marked heading is painted. */
async function paintedAt(): Promise<number> {
  const taken = await page.screenshot({ base64: true, save: false });
  const image = new Image();
  image.src = `data:image/png;base64,${taken}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const scale = image.naturalHeight / window.innerHeight;
  for (let y = 0; y < image.naturalHeight; y++) {
    const [red = 0, green = 255, blue = 255] = context?.getImageData(60 * scale, y, 1, 1).data ?? [];
    if (red > 200 && green < 60 && blue < 60) return Math.round(y / scale);
  }
  return -1;
}

const headingOf = (piece: string) => document.querySelector(`[data-section="${piece}"] h2`);
const standsAt = (piece = target) => Math.round(headingOf(piece)?.getBoundingClientRect().top ?? -1);
const isFilled = (piece: string) => document.querySelector(`[data-section="${piece}"][data-filled]`) !== null;

test("a place deep in a text is painted where it stands, and stays there while the texts above arrive", async () => {
  mounted = mount(<Text />);
  await expect.poll(() => document.querySelectorAll(".flow > section").length).toBe(pieces.length);
  await frames(4);
  const top = standsAt();
  expect(top).toBeGreaterThan(0);
  expect(await paintedAt()).toBe(top);
  answered.resolve();
  for (const last of ["s44", "s40", "s0"]) {
    await expect.poll(() => isFilled(last)).toBe(true);
    await frames(4);
    expect(Math.abs(standsAt() - top)).toBeLessThanOrEqual(1);
    expect(Math.abs((await paintedAt()) - standsAt())).toBeLessThanOrEqual(1);
  }
});

test("a text that opens deep in others is shown before those above it are laid out, and stays in its place then", async () => {
  const above = () => document.querySelector('[data-section="s44"]')?.lastElementChild;
  const isLaidOut = () => above()?.checkVisibility({ contentVisibilityAuto: true });
  const shown = Promise.withResolvers<boolean | undefined>();
  const observer = new MutationObserver(() => above() && shown.resolve(isLaidOut()));
  observer.observe(document.body, { childList: true, subtree: true });
  mounted = mount(<Text initial={htmlOf(["s44", target])} />);
  expect(await shown.promise).toBe(false);
  observer.disconnect();
  const top = standsAt();
  await expect.poll(isLaidOut).toBe(true);
  await frames(4);
  expect(Math.abs(standsAt() - top)).toBeLessThanOrEqual(1);
  expect(Math.abs((await paintedAt()) - standsAt())).toBeLessThanOrEqual(1);
});

test("a place that is jumped to is painted where it stands", async () => {
  answered.resolve();
  mounted = mount(<Text />);
  await expect.poll(() => isFilled("s0")).toBe(true);
  for (const piece of ["s20", target]) {
    const heading = headingOf(piece);
    layOutAround(heading?.closest("[data-section]") ?? null);
    heading?.scrollIntoView({ block: "center", behavior: "instant" });
    await frames(4);
  }
  expect(standsAt()).toBeGreaterThan(200);
  expect(Math.abs((await paintedAt()) - standsAt())).toBeLessThanOrEqual(1);
});

test("a jump lays out what is jumped to and nothing above it; that follows, and the place stays painted where it stands", async () => {
  answered.resolve();
  mounted = mount(<Text />);
  await expect.poll(() => isFilled("s0")).toBe(true);
  // As in a browser that keeps no place by itself.
  document.querySelector("article")?.setAttribute("style", "height:600px;overflow-y:auto;overflow-anchor:none");
  for (const [piece, above] of [
    ["s20", "s19"],
    ["s8", "s7"],
  ] as const) {
    const section = document.querySelector<HTMLElement>(`[data-section="${piece}"]`);
    const last = document.querySelector(`[data-section="${above}"]`)?.lastElementChild ?? undefined;
    if (section === null || last === undefined) throw new Error("no text");
    jumpToText(section);
    const top = standsAt(piece);
    headingOf(piece)?.setAttribute("style", "margin:0;height:30px;background:rgb(255, 0, 0)");
    expect(top).toBeLessThan(100);
    expect(last.checkVisibility({ contentVisibilityAuto: true })).toBe(false);
    await expect.poll(() => last.checkVisibility({ contentVisibilityAuto: true })).toBe(true);
    await frames(4);
    expect(Math.abs(standsAt(piece) - top)).toBeLessThanOrEqual(1);
    expect(Math.abs((await paintedAt()) - standsAt(piece))).toBeLessThanOrEqual(1);
  }
});

test("what is above a place that was jumped to is not laid out between two frames, and not put off for ever", async () => {
  answered.resolve();
  mounted = mount(<Text />);
  await expect.poll(() => isFilled("s0")).toBe(true);
  const section = document.querySelector<HTMLElement>('[data-section="s20"]');
  const last = document.querySelector('[data-section="s19"]')?.lastElementChild ?? undefined;
  if (section === null || last === undefined) throw new Error("no text");
  jumpToText(section);
  const isLaidOut = () => last.checkVisibility({ contentVisibilityAuto: true });
  for (let at = 0; at < 5; at++) {
    await frames(1);
    expect(isLaidOut()).toBe(false);
  }
  while (!isLaidOut()) await frames(1);
});

test("of two jumps at once the second one's place is kept, and what the first had put off is not lost", async () => {
  answered.resolve();
  mounted = mount(<Text />);
  await expect.poll(() => isFilled("s0")).toBe(true);
  for (const piece of ["s20", target]) {
    const section = document.querySelector<HTMLElement>(`[data-section="${piece}"]`);
    if (section !== null) jumpToText(section);
  }
  const top = standsAt();
  await frames(30);
  expect(Math.abs(standsAt() - top)).toBeLessThanOrEqual(1);
  const hidden = [...document.querySelectorAll<HTMLElement>(".flow > section")].filter(
    (each) => each.style.contentVisibility === "hidden",
  );
  expect(hidden).toEqual([]);
});

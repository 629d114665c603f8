import { useEffect, useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import { api } from "@/lib/routes";
import cost from "@/messages/en/cost.json";
import pages from "@/messages/en/pages.json";
import { readViewState } from "./page-state";
import { StageBar } from "./StageBar";
import { useAsked } from "./use-asked";

const count = 200;
const owned = new Set([7, 150]);
let mounted: Mounted;
let asked: ReturnType<typeof useAsked>;
const written: number[] = [];
const gone: number[] = [];
afterEach(() => {
  mounted.leave();
  written.length = 0;
  gone.length = 0;
});

function Viewer({ documentId }: { readonly documentId: string }) {
  const now = useAsked(documentId, owned, 1, null);
  useEffect(() => {
    asked = now;
  });
  return (
    <WordsProvider locale="en" messages={{ cost, pages }}>
      <StageBar
        documentId={documentId}
        barRef={useRef(null)}
        jumpRef={useRef(null)}
        textHref={undefined}
        current={0}
        count={count}
        view={readViewState({})}
        onView={() => undefined}
        onGo={(index) => {
          gone.push(index + 1);
          now.ask(index + 1);
        }}
        onWritten={(index) => {
          written.push(index + 1);
          now.prepare(index + 1);
        }}
      />
    </WordsProvider>
  );
}

const field = () => document.querySelector<HTMLInputElement>("#page-number");

function write(text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  set?.call(field(), text);
  field()?.dispatchEvent(new Event("input", { bubbles: true }));
}

const requestsFor = (documentId: string, page: number) =>
  performance.getEntriesByName(new URL(api.ownedPage(documentId, page), location.href).href).length;

test("a page whose number can't be continued is asked for while it is written, once, and never one on the way", async () => {
  mounted = mount(<Viewer documentId="D-written" />);
  await expect.poll(field).not.toBeNull();
  for (const text of ["1", "15", "150"]) write(text);
  expect(written).toEqual([150]);
  await expect.poll(() => requestsFor("D-written", 150)).toBe(1);
  field()?.form?.requestSubmit();
  await expect.poll(() => gone).toEqual([150]);
  expect([...asked.asked.keys()]).toEqual([1, 150]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(requestsFor("D-written", 150)).toBe(1);
  expect(requestsFor("D-written", 1) + requestsFor("D-written", 15)).toBe(0);
});

test("what is no page of the document, or not owned, is not asked for", async () => {
  mounted = mount(<Viewer documentId="D-other" />);
  await expect.poll(field).not.toBeNull();
  for (const text of ["0", "201", "-150", "15.5", "x", "", "160"]) write(text);
  expect(written).toEqual([160]);
  expect([...asked.asked.keys()]).toEqual([1]);
  write("１５０");
  expect(written).toEqual([160, 150]);
  await expect.poll(() => [...asked.asked.keys()]).toEqual([1, 150]);
});

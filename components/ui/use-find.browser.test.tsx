import { useCallback, useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { FindBar } from "./FindBar";
import { indexText } from "./text-index";
import { type Find, type FinderOf, type Found, useFind } from "./use-find";

let mounted: Mounted | undefined;
let searches = 0;
afterEach(() => mounted?.leave());

const words = Object.assign((key: string, values?: Readonly<Record<string, unknown>>) =>
  values === undefined ? key : `${key} ${Object.values(values).join("/")}`,
);

function Page({ text }: { readonly text: string }) {
  const textRef = useRef<HTMLParagraphElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const find: Find = useFind<readonly [number, number]>({
    inputRef,
    delayMs: 10,
    isSearchable: useCallback(() => textRef.current !== null, []),
    search: useCallback(
      async (query, finderOf) => {
        searches++;
        return finderOf(text).findAll(query);
      },
      [text],
    ),
    beginAt: useCallback((matches, known) => Math.min(Math.max(known, 0), matches.length - 1), []),
    rangesOf: useCallback((found: Found<readonly [number, number]>, finderOf: FinderOf) => {
      void finderOf;
      const { rangeOf } = indexText(textRef.current ?? document.body);
      const ranges = found.matches.flatMap(([start, end]) => rangeOf(start, end) ?? []);
      return { found: ranges, current: ranges[found.current] };
    }, []),
  });
  return (
    <>
      <FindBar find={find} inputRef={inputRef} words={words} />
      <p ref={textRef}>{text}</p>
    </>
  );
}

const count = () => document.querySelector("search [role=status]")?.textContent;
const marked = () => [...(CSS.highlights.get("found-current") ?? [])].map(String);

async function open(text: string) {
  searches = 0;
  mounted = mount(<Page text={text} />);
  await expect.poll(() => document.querySelector("p")?.textContent).toBe(text);
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.poll(() => document.activeElement?.tagName).toBe("INPUT");
}

test("folded forms are found, stepping wraps around, and closing removes the highlights", async () => {
  await open("為替リスク、ｶﾜｾと為替リスク。");
  await userEvent.keyboard("為替");
  await expect.poll(count).toBe("findCount 1/2");
  await expect.poll(marked).toEqual(["為替"]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(count).toBe("findCount 2/2");
  await userEvent.keyboard("{Enter}");
  await expect.poll(count).toBe("findCount 1/2");
  await userEvent.keyboard("{Escape}");
  await expect.poll(marked).toEqual([]);
  expect(CSS.highlights.has("found")).toBe(false);
});

test("half-width text is found by a full-width query, and an unsuccessful search shows no match", async () => {
  await open("ｶﾜｾのリスク");
  await userEvent.keyboard("カワセ");
  await expect.poll(marked).toEqual(["ｶﾜｾ"]);
  await userEvent.keyboard("x");
  await expect.poll(count).toBe("findNone");
  expect(marked()).toEqual([]);
});

test("text that arrives later is searched too, and the current match stays", async () => {
  await open("一つ、二つ");
  await userEvent.keyboard("つ");
  await expect.poll(count).toBe("findCount 1/2");
  await userEvent.keyboard("{Enter}");
  await expect.poll(count).toBe("findCount 2/2");
  const before = searches;
  mounted?.show(<Page text="一つ、二つ、三つ" />);
  await expect.poll(count).toBe("findCount 2/3");
  expect(searches).toBe(before + 1);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { pushed } from "@/components/testing/router";
import { WordsProvider } from "@/lib/next/provider";
import { mapRows } from "@/lib/text/toc/prices";
import cost from "@/messages/en/cost.json";
import reader from "@/messages/en/reader.json";
import { Contents } from "./Contents";

const entry = (id: string, level: number, parent: string | null) => ({
  section_id: id,
  title: `${id} "<b>配当</b>"`,
  title_en: `${id} in English`,
  level,
  parent_section_id: parent,
  character_count: 1_200,
});
const toc = [entry("s1", 1, null), entry("s1a", 2, "s1"), entry("s2", 1, null)];
const rows = mapRows(toc, [{ max_characters: null, credits: 2 }], { whole: false, sections: ["s2"] });
const onGo = vi.fn<(sectionId: string) => boolean>();

let mounted: Mounted | undefined;
beforeEach(() => {
  pushed.length = 0;
  onGo.mockReset().mockReturnValue(false);
});
afterEach(() => mounted?.leave());

const contents = (current: string) => (
  <WordsProvider locale="en" messages={{ reader, cost }}>
    <Contents documentId="D1" title="A report" language="ja" rows={rows} current={current} onGo={onGo} />
  </WordsProvider>
);

async function show(current: string) {
  mounted = mount(contents(current));
  const { element } = mounted;
  await expect.poll(() => element.querySelectorAll("li").length).toBe(3);
  return [...element.querySelectorAll<HTMLAnchorElement>("li a")];
}

test("each row has its title as filed, its English name, and its price or its seal", async () => {
  const links = await show("s1");
  expect(links.map((each) => each.querySelector("[lang=ja]")?.textContent)).toEqual(toc.map(({ title }) => title));
  expect(links[2]?.querySelector("[lang=en]")?.textContent).toBe("s2 in English");
  expect(links.map((each) => each.querySelector(".price, .seal")?.className)).toEqual([undefined, "price", "seal"]);
});

test("the section that is read is marked, the mark follows the reading, and the focus stays where it is", async () => {
  const links = await show("s1a");
  const marked = () => links.map((each) => each.getAttribute("aria-current"));
  expect(marked()).toEqual([null, "true", null]);
  links[0]?.focus();
  mounted?.show(contents("s2"));
  await expect.poll(marked).toEqual([null, null, "true"]);
  expect(document.activeElement).toBe(links[0]);
});

test("a row within the text is gone to in place; another one opens its page without a reload", async () => {
  const links = await show("s1");
  onGo.mockReturnValueOnce(true);
  links[1]?.click();
  expect(onGo).toHaveBeenLastCalledWith("s1a");
  expect(pushed).toEqual([]);
  links[2]?.click();
  expect(pushed).toEqual(["/documents/D1/sections/s2"]);
});

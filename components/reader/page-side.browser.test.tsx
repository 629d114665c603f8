import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { emptyReading } from "@/components/testing/reading-data";
import { WordsProvider } from "@/lib/next/provider";
import cost from "@/messages/en/cost.json";
import reader from "@/messages/en/reader.json";
import { PageSide } from "./PageSide";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  const pending = { sections: [], pages: [] };
  server = fakeServer(() => Response.json({ whole: false, sections: [], pages: [], originals: [], pending }));
});
afterEach(() => {
  mounted?.leave();
  server.restore();
});

/** Six pages, of which the first and the fourth are not delivered. */
const data = {
  ...emptyReading,
  pages: [1, 2, 3, 4, 5, 6].map((pageNumber) => ({
    pageNumber,
    width: 595,
    height: 842,
    listed: pageNumber !== 1 && pageNumber !== 4,
  })),
};

function Side({ page, matched = false }: { page: number | undefined; matched?: boolean }) {
  return (
    <WordsProvider locale="en" messages={{ reader, cost }}>
      <PageSide data={{ ...data, matched }} page={page} />
    </WordsProvider>
  );
}
const open = (page: number | undefined, matched?: boolean) => {
  mounted = mount(<Side page={page} {...(matched === undefined ? {} : { matched })} />);
  return mounted.element;
};
const sheets = (element: HTMLElement) => [...element.querySelectorAll(".sheet-cap b")].map((each) => each.textContent);
const buttonOf = (element: HTMLElement, words: string) =>
  [...element.querySelectorAll("button")].find((each) => each.textContent?.includes(words));

test("the page that is read stands beside the text, and the next that is delivered", async () => {
  const element = open(3);
  await expect.poll(() => sheets(element)).toEqual(["Page 3", "Page 5"]);
  expect(element.textContent).not.toContain("matched");
});

test("where the page isn't known, the panel says so and sells nothing", async () => {
  const element = open(undefined);
  await expect.poll(() => element.textContent).toContain("is not known");
  expect(sheets(element)).toEqual([]);
  expect(element.querySelector("button")).toBeNull();
  expect(element.querySelector("a")?.getAttribute("href")).toBe("/documents/D1/pages/2");
});

test("a page of which there is no image is named, and no other is sold in its place", async () => {
  const element = open(4);
  await expect.poll(() => element.textContent).toContain("on page 4, which has no image");
  expect(sheets(element)).toEqual([]);
});

test("stepping skips what isn't delivered, and ends when the reading goes on to another page", async () => {
  const element = open(3);
  await expect.poll(() => sheets(element)).toEqual(["Page 3", "Page 5"]);
  buttonOf(element, "Later")?.click();
  await expect.poll(() => sheets(element)).toEqual(["Page 5", "Page 6"]);
  buttonOf(element, "Earlier")?.click();
  buttonOf(element, "Earlier")?.click();
  await expect.poll(() => sheets(element)[0]).toBe("Page 3");
  mounted?.show(<Side page={6} />);
  await expect.poll(() => sheets(element)).toEqual(["Page 6"]);
});

test("a page that was found by matching texts says so", async () => {
  const element = open(2, true);
  await expect.poll(() => element.textContent).toContain("matched with the PDF’s text");
});

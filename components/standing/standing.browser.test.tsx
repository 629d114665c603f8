import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import standing from "@/messages/en/standing.json";
import { StandingMarks, StandingNotice } from "./index.ts";

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

const document = { content_status: "withdrawn", amended_by_document_id: "S2", superseded_by_document_id: "S3" };
const open = (children: React.ReactNode) => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ standing }}>
      {children}
    </WordsProvider>,
  );
  return mounted.element;
};
const links = (element: HTMLElement) =>
  [...element.querySelectorAll("a")].map((each) => `${each.textContent} ${each.getAttribute("href")}`);

test("above a text each standing is a sentence, with one click to what replaced the document", async () => {
  const element = open(<StandingNotice document={document} />);
  await expect.poll(() => element.querySelectorAll("p").length).toBe(3);
  expect(links(element)).toEqual(["Open the amendment /documents/S2", "Open the later one /documents/S3"]);
  expect(element.textContent).toContain("Withdrawn by its filer");
});

test("in a row it is a word each, without what the row shows in another way", async () => {
  const element = open(<StandingMarks document={document} without={["superseded"]} separated={false} />);
  await expect.poll(() => element.textContent).toBe("Withdrawn\u00a0· Amended later");
  expect(links(element)).toEqual(["Amended later /documents/S2"]);
});

test("of a current document nothing is said", async () => {
  const element = open(
    <p>
      here
      <StandingNotice document={{ content_status: "ready" }} />
      <StandingMarks document={{}} />
    </p>,
  );
  await expect.poll(() => element.textContent).toBe("here");
});

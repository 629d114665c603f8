import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Asked, fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { CheckedClaim } from "@/lib/features/check/check-draft";
import { WordsProvider } from "@/lib/next/provider";
import type { Checked } from "@/lib/next/queries/check";
import check from "@/messages/en/check.json";
import cost from "@/messages/en/cost.json";
import errors from "@/messages/en/errors.json";
import frame from "@/messages/en/frame.json";
import share from "@/messages/en/share.json";
import { CheckPage } from "./CheckPage.tsx";

const claim = (id: string, more: Partial<CheckedClaim>): CheckedClaim => ({
  ...{
    id,
    block_id: "p2",
    start: 0,
    end: 5,
    cell: null,
    kind: "figure",
    text: "1,234",
    issuer: "9999",
    item: "売上高",
  },
  ...{ period: "2024-03", scope: null, forecast: false, verdict: "found", because: null, place: null, words: null },
  filed: null,
  ...more,
});
const checked: Checked = {
  draft: {
    kind: "docx",
    blocks: [
      { id: "p1", kind: "heading", text: "海鳴精機の業績" },
      { id: "p2", kind: "paragraph", text: "売上高は1,234百万円、純資産は99百万円であった。" },
    ],
  },
  issuers: [],
  claims: [
    claim("c1", { start: 4, end: 9 }),
    claim("c2", { start: 17, end: 19, text: "99", verdict: "other_year", filed: "98" }),
  ],
  counts: { agrees: 1, undecided: 0, differs: 1 },
  looked_in: [],
  plan: null,
};

let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;
afterEach(() => {
  mounted.leave();
  server.restore();
});

async function open(answer: (asked: Asked) => Response): Promise<HTMLElement> {
  server = fakeServer(answer);
  mounted = mount(
    <WordsProvider locale="en" messages={{ check, cost, errors, frame, share }}>
      <CheckPage />
    </WordsProvider>,
  );
  await expect.poll(() => mounted.element.querySelector("form")).not.toBeNull();
  return mounted.element;
}
const memo = (name: string) => new File(["x"], name);

test("a file that is dropped is checked as it was set, and its statements are walked one by one", async () => {
  const element = await open(({ url }) =>
    url.startsWith("/api/check/file") ? Response.json(checked) : Response.json({}),
  );
  const data = new DataTransfer();
  data.items.add(memo("memo.docx"));
  const form = element.querySelector("form");
  form?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole("heading", { name: "memo.docx · 2 statements" })).toBeVisible();
  expect(server.asked.map(({ url }) => url)).toEqual(["/api/check/file?name=memo.docx"]);
  await expect.element(page.getByText("海鳴精機の業績")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => element.textContent).toContain("1 of 2");
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => element.textContent).toContain("2 of 2");
  await page.getByRole("button", { name: "1 differ", exact: false }).click();
  await expect.poll(() => element.textContent).toContain("Differs: of another year");
});

test.each([
  ["draft_file_encrypted", 422, "protected by a password"],
  ["draft_file_unknown_kind", 422, "can’t be read"],
  ["payload_too_large", 413, "too large"],
])("%s is said in words, and another file can be given", async (code, status, words) => {
  const element = await open(() => problem(status, code));
  const input = element.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("no field");
  await userEvent.upload(input, memo("memo.docx"));
  await expect.poll(() => element.querySelector("[role=alert]")?.textContent).toContain(words);
  await page.getByRole("button", { name: "Write instead" }).click();
  await expect.element(page.getByLabelText("The draft")).toBeVisible();
});

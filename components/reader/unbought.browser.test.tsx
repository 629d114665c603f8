import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { emptyReading } from "@/components/testing/reading-data";
import { WordsProvider } from "@/lib/next/provider";
import type { FoundPassage } from "@/lib/spending/library/found-passages";
import { readQuoteFragment } from "@/lib/text/format/quote-anchor";
import type { MapRow } from "@/lib/text/toc/prices";
import cost from "@/messages/en/cost.json";
import reader from "@/messages/en/reader.json";
import { Unbought } from "./Unbought";

const passage: FoundPassage = {
  sectionId: "s1",
  query: "配当政策",
  day: "2026-11-21",
  text: "当社の配当政策は安定配当を基本とする。",
  segments: [
    { text: "当社の", marked: false },
    { text: "配当政策", marked: true },
    { text: "は安定配当を基本とする。", marked: false },
  ],
  fragment: "#q=s1~~%E5%BD%93%E7%A4%BE%E3%81%AE~%E3%81%A8%E3%81%99%E3%82%8B%E3%80%82",
};
const row: MapRow = {
  ...{ id: "s1", title: "3 配当政策", titleEn: null, depth: 1, characters: 900, ancestors: [] },
  ...{ partOf: null, parts: 0 },
  ...{ price: { min: 2, max: 2 }, owned: false },
};
const action = { kind: "sections", document_id: "D1", sections: ["s1"] };
const quote = {
  ...{ token: "t1", action, price: { min: 2, max: 2 }, requests: 1, owned: false, balance: 10, balance_after: 8 },
  ...{ needs_confirmation: false, blocker: null, alternatives: [], expires_at: "2026-01-01T00:00:00+09:00" },
  ...{ spent_today: 0, daily_cap: null, monthly_cap: null, retry_at: null },
};
const intent = { intent_id: "i1", state: "stored", credits: 2, credits_max: 2, error: null };
const bought = { purchase_id: "p1", action, done: true, intents: [intent], credits_charged: 2, balance: 8 };

let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;
beforeEach(() => {
  server = fakeServer(({ method, url }) => {
    if (url.endsWith("/api/purchases/quote")) return Response.json(quote);
    if (url.endsWith("/api/purchases") && method === "POST") return Response.json(bought);
    if (url.endsWith("/api/purchases/p1")) return Response.json(bought);
    return problem(404, "not_found");
  });
});
afterEach(() => {
  mounted.leave();
  server.restore();
  history.replaceState(null, "", location.pathname + location.search);
});

function show(found: readonly FoundPassage[], quoted = "") {
  mounted = mount(
    <WordsProvider locale="en" messages={{ reader, cost }}>
      <Unbought data={{ ...emptyReading, found }} row={row} rows={[row]} quoted={readQuoteFragment(quoted)} />
    </WordsProvider>,
  );
  return mounted.element;
}

test("a passage that a search was paid for is shown with its marks, its question and its day", async () => {
  const element = show([passage]);
  await expect.poll(() => element.querySelector("blockquote")?.textContent).toBe(passage.text);
  expect(element.querySelector("mark")?.textContent).toBe("配当政策");
  expect(element.querySelector("figcaption")?.textContent).toContain("“配当政策” on 2026-11-21");
  expect(element.querySelector("figcaption .seal")).not.toBeNull();
});

test("a link that marks that passage needs no other words; one that marks another says so", async () => {
  const element = show([passage], passage.fragment ?? "");
  await expect.poll(() => element.querySelector("blockquote")).not.toBeNull();
  expect(element.textContent).not.toContain("The link marks a passage");
  mounted.leave();
  expect((await shownAgain()).textContent).toContain("The link marks a passage");
});
async function shownAgain() {
  const element = show([passage], "#q=s1~~%E5%88%A5%E3%81%AE~%E7%AE%87%E6%89%80");
  await expect.poll(() => element.querySelector("blockquote")).not.toBeNull();
  return element;
}

test("once the section is bought, the address marks the passage in its place", async () => {
  const element = show([passage]);
  await expect.poll(() => element.querySelector("button.buy")).not.toBeNull();
  await userEvent.click(element.querySelector("button.buy") ?? element);
  await expect.poll(() => location.hash).toBe(passage.fragment);
});

test("nothing is shown where no search found anything", async () => {
  const element = show([]);
  await expect.poll(() => element.querySelector("h1")?.textContent).toBe("3 配当政策");
  expect(element.querySelector("blockquote")).toBeNull();
});

test("a filing that lacks parts names them and is not offered as the whole", async () => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ reader, cost }}>
      <Unbought
        data={{ ...emptyReading, missingParts: ["第一部", "監査報告書"] }}
        row={row}
        rows={[row]}
        quoted={undefined}
      />
    </WordsProvider>,
  );
  await expect.poll(() => mounted.element.textContent).toContain("no price includes: 第一部, 監査報告書.");
  expect(mounted.element.textContent).toContain("All that is there");
  expect(mounted.element.textContent).not.toContain("whole document");
});

test("what is to be told of a section stands above the button that buys it", async () => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ reader, cost }}>
      <Unbought data={emptyReading} row={row} rows={[row]} quoted={undefined} uncertain={<p role="note">page 3</p>} />
    </WordsProvider>,
  );
  await expect.poll(() => mounted.element.querySelector("button.buy")).not.toBeNull();
  const [note, button] = [mounted.element.querySelector("[role=note]"), mounted.element.querySelector("button.buy")];
  expect(note?.textContent).toBe("page 3");
  const order = button === null ? 0 : note?.compareDocumentPosition(button);
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

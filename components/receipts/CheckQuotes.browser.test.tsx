import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { type Asked, fakeServer, later, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { ServiceAnswer } from "@/lib/evidence/receipts/ask-service";
import type { CheckedQuote } from "@/lib/evidence/receipts/check-quote";
import { WordsProvider } from "@/lib/next/provider";
import english from "@/messages/en/receipts.json";
import japanese from "@/messages/ja/receipts.json";
import { CheckQuotes } from "./CheckQuotes";

let mounted: Mounted;
let server: ReturnType<typeof fakeServer>;
let service: (asked: Asked) => Response | Promise<Response>;

const inOwnedText = (quote: string): CheckedQuote => ({
  left_out: quote.includes("…") ? ["negation"] : [],
  verdict: quote.startsWith("owned") ? "found" : "not_owned",
  document_id: "D1",
  title: null,
  ellipsis: false,
  cuts_number: false,
  times: quote.startsWith("owned") ? 1 : 0,
  places: quote.startsWith("owned")
    ? [{ section_id: "s1", title: "リスク", page: 9, start: 1, end: 5, sha256: "0" }]
    : [],
  partly_owned: false,
  replaced_by: null,
});
const told = (answer: Partial<ServiceAnswer>) =>
  Response.json({ kind: "told", left_out: [], found: true, ellipsis: false, failures_left: 10, ...answer });

beforeEach(() => {
  server = fakeServer((asked) => {
    if (!asked.url.endsWith("/check")) return service(asked);
    const { quotes } = asked.body as { quotes: { quote: string }[] };
    return Response.json({ checked: quotes.map(({ quote }) => inOwnedText(quote)) });
  });
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

async function check(memo: string, locale: "en" | "ja" = "en"): Promise<void> {
  mounted = mount(
    <WordsProvider locale={locale} messages={{ receipts: locale === "en" ? english : japanese }}>
      <CheckQuotes />
    </WordsProvider>,
  );
  await expect.poll(() => document.querySelector("textarea")).not.toBeNull();
  const [field, documentId] = [document.querySelector("textarea"), document.querySelector("input")];
  if (field === null || documentId === null) throw new Error("no form");
  await userEvent.fill(field, memo);
  await userEvent.fill(documentId, "D1");
  await userEvent.click(button(locale === "en" ? "Check" : "確かめる"));
  await expect.poll(() => rows().length).toBeGreaterThan(0);
}
function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith(name));
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
}
const rows = () => [...document.querySelectorAll("li")].map((each) => each.innerText);
const askedService = () => server.asked.filter(({ url }) => url === "/api/receipts/ask").map(({ body }) => body);

test("owned text comes first; the service is asked for the rest only where the reader wants it, and its price is told", async () => {
  service = () => told({});
  await check("owned words\n\nwords elsewhere");
  expect(rows()[0]).toContain("found");
  expect(rows()[0]).toContain("リスク\u00a0· page 9");
  expect(rows()[1]).toContain("text not owned");
  expect(document.body.innerText).toContain("1 of 2 found");
  expect(askedService()).toEqual([]);
  expect(document.body.innerText).toContain("It gets these words and your key");
  await userEvent.click(button("Ask the service · 0 credits"));
  await expect.poll(() => rows()[1]).toContain("found by the service");
  expect(rows()[1]).toContain("no place is told");
  expect(askedService()).toEqual([{ document_id: "D1", quote: "words elsewhere" }]);
  expect(document.body.innerText).toContain("2 of 2 found");
  expect(document.body.innerText).not.toContain("Ask the service");
});

test("each verdict is told with what it does not say", async () => {
  const answers: ServiceAnswer[] = [
    { kind: "told", left_out: [], found: false, ellipsis: false, failures_left: 3 },
    { kind: "told", left_out: ["figure"], found: true, ellipsis: true, failures_left: null },
    { kind: "refused", code: "invalid_quote", again_from: null },
    { kind: "refused", code: "quote_limit_reached", again_from: "2026-11-23 00:00" },
    { kind: "no_document" },
  ];
  let next = 0;
  service = () => Response.json(answers[next++]);
  await check("one\n\ntwo\n\nthree\n\nfour\n\nfive");
  await userEvent.click(button("Ask the service"));
  await expect.poll(() => rows()[4]).toContain("no such document");
  expect(rows()[0]).toMatch(/not found by the service[\s\S]*3 more of this document/);
  expect(rows()[1]).toMatch(/found by the service[\s\S]*with an ellipsis[\s\S]*bought with this key/);
  expect(rows()[2]).toContain("too short for text that is not owned");
  expect(rows()[3]).toMatch(/no more failures today[\s\S]*again from 2026-11-23 00:00/);
});

test("what an ellipsis leaves out is said first, by owned text and by the service", async () => {
  service = ({ body }) => {
    const { quote } = body as { quote: string };
    return told({ left_out: quote.startsWith("null") ? null : ["negation", "figure"] });
  };
  await check("owned sales … rose\n\nboth … of them\n\nnull … of them");
  await userEvent.click(button("Ask the service"));
  await expect.poll(() => rows()[2]).toContain("found by the service");
  const verdicts = [...document.querySelectorAll("li")].map((row) =>
    [...row.querySelectorAll(".outcome")].map(({ textContent }) => textContent),
  );
  expect(verdicts).toEqual([
    ["an ellipsis leaves out a “not”", "found"],
    ["text not owned", "an ellipsis leaves out a “not” and a figure", "found by the service"],
    ["text not owned", "an ellipsis may leave out a “not” or a figure: text not owned", "found by the service"],
  ]);
  expect(document.querySelectorAll("li .outcome.stored")).toHaveLength(0);
  expect(document.body.innerText).toMatch(/3 of 3 found\s*In 3 of them an ellipsis/);
});

test("a service that does not verify quotes is told once, and asked once", async () => {
  service = () => Response.json({ kind: "not_offered" });
  await check("one\n\ntwo\n\nthree");
  await userEvent.click(button("Ask the service"));
  await expect.poll(() => rows().filter((row) => row.includes("this service does not check quotes"))).toHaveLength(3);
  expect(askedService()).toHaveLength(1);
});

test("a failure ends it with its reason, and what was not asked can be asked again", async () => {
  service = () => problem(502, "upstream_unreachable");
  await check("one\n\ntwo");
  await userEvent.click(button("Ask the service"));
  await expect.poll(() => rows()[0]).toContain("could not be asked");
  expect(askedService()).toHaveLength(1);
  service = () => told({});
  await userEvent.click(button("Ask the service"));
  await expect.poll(() => rows().filter((row) => row.includes("found by the service"))).toHaveLength(2);
});

test("it can be stopped between two quotes", async () => {
  const first = later();
  service = () => first.answer;
  await check("one\n\ntwo");
  await userEvent.click(button("Ask the service"));
  await expect.poll(() => rows()[0]).toContain("asking the service");
  await userEvent.click(button("Stop"));
  first.give(told({}));
  await expect.poll(() => rows()[0]).toContain("found by the service");
  await expect.poll(() => button("Ask the service")).toBeDefined();
  expect(askedService()).toHaveLength(1);
});

test("in Japanese", async () => {
  service = () => told({ found: false, failures_left: 9 });
  await check("別の言葉", "ja");
  await userEvent.click(button("サービスに確かめる（0クレジット）"));
  await expect.poll(() => rows()[0]).toContain("サービスの本文にありません");
  expect(rows()[0]).toContain("この書類は今日あと9件まで");
});

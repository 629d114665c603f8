import { afterEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import { hasRateRoom } from "@/lib/next/queries/rate-room";
import { forgetPause } from "@/lib/next/queries/service-state";
import { routes } from "@/lib/routes";
import lookup from "@/messages/en/lookup.json";
import { LookupAnswers, type LookupHandle } from "./LookupAnswers.tsx";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  mounted?.leave();
  mounted = undefined;
  server?.restore();
  sessionStorage.clear();
  forgetPause();
});

const issuer = { security_code: "971A", name: "海鳴精機株式会社", name_en: "Uminari Precision", name_kana: null };
const report = (year: number) => ({
  document_id: `S1${year}`,
  title: `有価証券報告書 ${year}`,
  document_type: "annual_securities_report",
  fiscal_period: `${year}FY`,
  timeline_at: `${year + 1}-06-20T15:00:00+09:00`,
});

function serve(remaining = 599) {
  const headers = { "x-ratelimit-limit": "600", "x-ratelimit-remaining": String(remaining), "x-ratelimit-reset": "60" };
  server = fakeServer(({ url }) => {
    const asked = new URL(url, location.href);
    if (asked.pathname.endsWith("/issuers/search")) {
      const named = /971a|uminari|海鳴/i.test(asked.searchParams.get("q") ?? "");
      return Response.json({ issuers: named ? [issuer] : [] }, { headers });
    }
    if (!asked.pathname.endsWith("/v1/documents")) return problem(404, "not_found");
    return Response.json({ documents: [report(2025), report(2024)], next_cursor: null }, { headers });
  });
  return server;
}

/** One answer list under a text; the handle is what the field's keys call. */
function show(text: string): LookupHandle {
  const handle: { current: LookupHandle | null } = { current: null };
  const list = (
    <WordsProvider locale="en" messages={{ lookup }}>
      <LookupAnswers ref={handle} base="b" text={text} open onCurrent={() => undefined} onChoose={() => undefined} />
    </WordsProvider>
  );
  if (mounted === undefined) mounted = mount(list);
  else mounted.show(list);
  return {
    move: (step) => handle.current?.move(step),
    restart: () => handle.current?.restart(),
    chosenHref: () => handle.current?.chosenHref(),
    directHref: (pasted) => handle.current?.directHref(pasted),
  };
}

const rows = () => [...document.querySelectorAll('[role="option"]')].map((each) => each.id.replace("b-", ""));
const listed = () => server?.asked.filter(({ url }) => url.includes("/v1/documents")) ?? [];

test("a type and a year after the issuer find the document, and the keys reach it", async () => {
  serve();
  const handle = show("Uminari annual report 2025");
  await expect.poll(rows).toEqual(["document-S12025", "document-S12024", "list", "issuer-971A", "search"]);
  expect(await handle.chosenHref()).toBe(routes.document("S12025"));
  handle.move(2);
  await expect.poll(() => document.querySelector('[aria-selected="true"]')?.id).toBe("b-list");
  expect(await handle.chosenHref()).toBe(routes.issuer("971A", { type: ["annual_securities_report"] }));
});

test("only free lists are asked, once for an issuer and a type, whatever year follows", async () => {
  serve();
  show("971A 有報 2025");
  await expect.poll(rows).toContain("document-S12025");
  show("971A 有報 2024");
  await expect.poll(rows).toContain("document-S12024");
  show("971A 有報 2025");
  await expect.poll(rows).toContain("document-S12025");
  expect(listed()).toHaveLength(1);
  for (const { method, url } of server?.asked ?? []) {
    expect(`${method} ${new URL(url, location.href).pathname}`).toMatch(/^GET \/api\/v1\/(documents|issuers\/search)$/);
  }
});

test("Enter before the answer means the first document, not the issuer", async () => {
  serve();
  const handle = show("海鳴 有報 2024");
  await expect.poll(() => mounted?.element.textContent).toContain(lookup.searchingDocuments);
  expect(rows()).not.toContain("document-S12024");
  expect(await handle.chosenHref()).toBe(routes.document("S12024"));
});

test("while typing goes on nothing is asked", async () => {
  serve();
  for (const text of ["971A 有", "971A 有報", "971A 有報 2", "971A 有報 20", "971A 有報 2025"]) show(text);
  await expect.poll(rows).toContain("document-S12025");
  expect(listed()).toHaveLength(1);
});

test("nothing found says what to do and leads to the whole list; no issuer asks for one", async () => {
  serve();
  show("971A 有報 1999");
  await expect.poll(() => mounted?.element.textContent).toContain(lookup.noDocuments);
  expect(rows()).toEqual(["list", "issuer-971A", "search"]);
  show("有報 2025");
  await expect.poll(() => mounted?.element.textContent).toContain(lookup.needsIssuer);
});

test("a service that does not answer is named, and the issuer seen before is still offered", async () => {
  serve();
  show("971A");
  await expect.poll(rows).toContain("issuer-971A");
  server?.restore();
  server = fakeServer(() => problem(502, "upstream_unreachable"));
  show("971A 短信 2025");
  await expect.poll(() => mounted?.element.textContent).toContain("upstream_unreachable");
  expect(rows()).toContain("issuer-971A");
});

// The last test: what an answer told of the limit holds for the whole tab.
test("at half of the rate limit documents are no longer looked up, and the list says so", async () => {
  serve(300);
  show("an issuer never seen");
  await expect.poll(() => hasRateRoom()).toBe(false);
  show("971A 短信");
  await expect.poll(() => mounted?.element.textContent).toContain(lookup.documentsPaused);
  expect(listed()).toEqual([]);
});

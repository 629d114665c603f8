import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Asked, fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { SubscriptionFacts } from "@/lib/features/following/subscription-facts";
import { WordsProvider } from "@/lib/next/provider";
import { readListedDocument } from "@/lib/text/format/free-lists";
import cost from "@/messages/en/cost.json";
import documents from "@/messages/en/documents.json";
import mail from "@/messages/en/mail.json";
import share from "@/messages/en/share.json";
import updates from "@/messages/en/updates.json";
import { DailyMail } from "./DailyMail.tsx";
import { SinceLooked, Subscriptions } from "./index.ts";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  mounted?.leave();
  server?.restore();
});

const open = (children: React.ReactNode) => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ cost, documents, mail, share, updates }}>
      {children}
    </WordsProvider>,
  );
  return mounted.element;
};
const press = async (element: HTMLElement, name: string) => {
  const find = () =>
    [...element.querySelectorAll("button")].find((each) => (each.ariaLabel ?? each.textContent) === name);
  await expect.poll(find).toBeDefined();
  find()?.click();
};
const posted = (asked: readonly Asked[], url: string) =>
  asked.filter((each) => each.url === url && each.method === "POST");

const source = {
  ...{ source: "watch:7203", name: "試験自動車", last_seq: 9, published: 7, amendments: 1, withdrawals: 0 },
  issuer: { code: "7203", name: "試験自動車" },
  filterQuery: undefined,
  phrase: undefined,
  isCited: false,
  documents: [],
};

test("what is new is marked as seen up to what the page shows, and taken back by the marks from before", async () => {
  const before = [{ source: "watch:7203", through_seq: 4 }];
  server = fakeServer(({ url }) => (url === "/api/updates/seen" ? Response.json({ before }) : Response.json({})));
  const element = open(<SinceLooked sources={[source]} lookedAt="20 Nov" note={undefined} today="2026-11-21" />);
  await expect.poll(() => element.textContent).toContain("7 documents, 1 amendment");
  await press(element, "Mark 試験自動車 as seen");
  await expect.poll(() => document.activeElement?.textContent).toBe("Undo");
  await press(element, "Undo");
  await expect
    .poll(() => posted(server?.asked ?? [], "/api/updates/seen").map(({ body }) => body))
    .toEqual([{ sources: [{ source: "watch:7203", through_seq: 9 }] }, { sources: before }]);
  await expect.poll(() => element.querySelector('[role="status"]')?.textContent?.trim()).toBe("");
});

test("what was cited and is amended names the reader's proofs, and leads to what changed", async () => {
  server = fakeServer(() => Response.json([]));
  const [document] = readListedDocument({ document_id: "S2", title: "訂正有価証券報告書", content_status: "ready" });
  if (document === undefined) throw new Error("unreadable");
  const proofs = [{ id: "r-1", quote: "売上高は12,345百万円であります。" }];
  const cited = {
    ...{ ...source, source: "cited", name: "What you cited", issuer: undefined, isCited: true, amendments: 1 },
    documents: [{ document, kind: "amendment" as const, seq: 1, sections: [], proofs }],
  };
  const element = open(<SinceLooked sources={[cited]} lookedAt={undefined} note={undefined} today="2026-11-21" />);
  await expect.poll(() => element.textContent).toContain("Your proofs:");
  const href = (text: string) => [...element.querySelectorAll("a")].find((each) => each.textContent === text)?.pathname;
  expect(["売上高は12,345百万円であります。", "What changed", "What you cited"].map(href)).toEqual([
    "/check/r-1",
    "/documents/S2/changes",
    "/library/proofs",
  ]);
});

test("words that stand show the sections they were found in, how often, and what each costs", async () => {
  server = fakeServer(() => Response.json([]));
  const [document] = readListedDocument({ document_id: "S1", title: "有価証券報告書", content_status: "ready" });
  if (document === undefined) throw new Error("unreadable");
  const sections = [
    { section_id: "s-2", title: "リスク", character_count: 900, passages: 3, price: { min: 2, max: 2 } },
  ];
  const words = {
    ...{ ...source, source: "words:p", name: "減損損失", phrase: "減損損失", issuer: undefined, published: 1 },
    documents: [{ document, kind: "document" as const, seq: 1, sections, proofs: [] }],
  };
  const element = open(<SinceLooked sources={[words]} lookedAt={undefined} note={undefined} today="2026-11-21" />);
  await expect.poll(() => element.textContent).toContain("3 passages");
  const href = (text: string) => [...element.querySelectorAll("a")].find((each) => each.textContent === text)?.pathname;
  expect([href("リスク"), href("有価証券報告書")]).toEqual(["/documents/S1/sections/s-2", "/documents/S1"]);
  expect(element.querySelector(".price")?.textContent).toContain("2");
});

test("a document that several things found is one row of its day, which says by what it was found", async () => {
  server = fakeServer(() => Response.json([]));
  const shown = ["S1", "S2"].flatMap((id, at) =>
    readListedDocument({
      ...{ document_id: id, title: id, content_status: "ready", timeline_at: `2026-11-${20 + at}T06:00:00Z` },
    }),
  );
  const found = (...ids: string[]) =>
    shown.flatMap((document, seq) =>
      ids.includes(document.document_id)
        ? [{ document, kind: "document" as const, seq, sections: [], proofs: [] }]
        : [],
    );
  const watched = { ...source, published: 2, amendments: 0, documents: found("S1", "S2") };
  const words = {
    ...{ ...source, source: "words:p", name: "減損損失", phrase: "減損損失", issuer: undefined },
    ...{ published: 1, amendments: 0, documents: found("S1") },
  };
  const element = open(
    <SinceLooked sources={[watched, words]} lookedAt={undefined} note={undefined} today="2026-11-21" />,
  );
  const days = () =>
    [...element.querySelectorAll("section section")].map((day) =>
      [...day.querySelectorAll("h3, li [data-row-link], li > span:nth-of-type(2)")].map((each) => each.textContent),
    );
  await expect.poll(days).toEqual([
    ["Today", "S2", ""],
    ["Friday 20 November 2026", "S1", "Words: 減損損失"],
  ]);
});

const facts: SubscriptionFacts = {
  choices: [
    { source: "all", title: "Everything" },
    { source: "watch:7203", title: "7203 試験自動車" },
  ],
  feeds: [],
  webhooks: [],
  key: "none",
  mail: undefined,
  checkedAt: null,
};

test("a feed is made only after consent, of the chosen source, and its address is shown until it is dismissed", async () => {
  server = fakeServer(({ method, body }) => {
    if (method === "GET") return Response.json(facts);
    const consents = typeof body === "object" && body !== null && "consent" in body && body.consent === true;
    return consents
      ? Response.json({ address: "https://h/feeds/T" }, { status: 201 })
      : problem(409, "consent_required");
  });
  const element = open(<Subscriptions facts={facts} about="watch:7203" />);
  await press(element, "Make a feed");
  await expect.poll(() => element.querySelector('[role="alert"]')?.textContent).toContain("Confirm first");
  element.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  await press(element, "Make a feed");
  await expect.poll(() => element.querySelector("code")?.textContent).toBe("https://h/feeds/T");
  expect(posted(server.asked, "/api/feeds").map(({ body }) => body)).toEqual([
    { source: "watch:7203", consent: false },
    { source: "watch:7203", consent: true },
  ]);
  await press(element, "Done");
  await expect.poll(() => element.querySelector("code")).toBeNull();
});

test("revoking asks once more before it revokes", async () => {
  const feeds = [{ id: "feed_1", title: "7203", createdAt: 0, readAt: null }];
  server = fakeServer(() => Response.json({ ...facts, feeds, key: "kept" }));
  const element = open(<Subscriptions facts={{ ...facts, feeds, key: "kept" }} about={undefined} />);
  const revoked = () => (server?.asked ?? []).filter(({ method }) => method === "DELETE").map(({ url }) => url);
  await press(element, "Revoke the feed 7203");
  await expect.poll(() => element.textContent).toContain("Revoke for good?");
  expect(revoked()).toEqual([]);
  await press(element, "Revoke for good?");
  await expect.poll(revoked).toEqual(["/api/feeds?feed_id=feed_1"]);
});

test("a mail is asked for with consent, its hour is changed alone, and it ends at the second press", async () => {
  server = fakeServer(() => Response.json({}));
  const run = async (work: () => Promise<unknown>) => (await work(), true);
  const none = { state: "none", address: null, hour: 7 } as const;
  const element = open(<DailyMail mail={none} consent run={run} />);
  await page.getByLabelText("Mail address").fill("reader@mail.example");
  await press(element, "Send a confirmation");
  const asked = () => server?.asked.map(({ method, url, body }) => ({ method, url, body }));
  const wanted = { address: "reader@mail.example", hour: 7, consent: true };
  await expect.poll(asked).toEqual([{ method: "POST", url: "/api/mail", body: wanted }]);
  mounted?.leave();

  const there = open(
    <DailyMail mail={{ state: "confirmed", address: "reader@mail.example", hour: 7 }} consent run={run} />,
  );
  await expect.poll(() => there.querySelector("[role=status]")?.textContent).toContain("reader@mail.example at 7:00");
  await page.getByLabelText("Hour").selectOptions("9");
  await press(there, "Change the hour");
  await press(there, "End the mail");
  expect(asked()?.map(({ method }) => method)).toEqual(["POST", "PUT"]);
  await press(there, "End it for good?");
  await expect.poll(() => asked()?.map(({ method }) => method)).toEqual(["POST", "PUT", "DELETE"]);
});

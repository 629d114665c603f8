import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import type { OwnedDocument } from "@/lib/spending/wire";
import { type ListedDocument, readListedDocument } from "@/lib/text/format/free-lists";
import cost from "@/messages/en/cost.json";
import documents from "@/messages/en/documents.json";
import standing from "@/messages/en/standing.json";
import { TimelineDocument } from "./TimelineDocument.tsx";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer(({ url }) =>
    url.includes("/changes/") ? Response.json({ words: "3 sections changed" }) : problem(404, "not_found"),
  );
});
afterEach(() => {
  mounted?.leave();
  server.restore();
});

function listed(fields: Partial<ListedDocument> = {}): ListedDocument {
  const [document] = readListedDocument({
    ...{ document_id: "D-1", document_family: "edinet", document_type: "annual_securities_report" },
    ...{ title: "A report", timeline_at: "2025-06-20T15:00:00+09:00", content_status: "ready", ...fields },
  });
  if (document === undefined) throw new Error("no document");
  return document;
}

const nothing: OwnedDocument = {
  ...{ document_id: "D-1", whole: false, sections: [], pages: [], originals: [], without_lead: [] },
  pending: { sections: [], pages: [] },
};

interface Shown {
  readonly document: ListedDocument;
  readonly owned: OwnedDocument;
  readonly total: number;
}

let show: (shown: Shown) => void = () => undefined;

function OneRow({ first }: { readonly first: Shown }) {
  const [shown, setShown] = useState(first);
  useEffect(() => {
    show = setShown;
  }, []);
  return (
    <TimelineDocument
      {...shown}
      {...{ day: "2025-06-20", first: true, stacked: false, withIssuer: false, tiers: [], position: 1 }}
    />
  );
}

function open(first: Shown): HTMLElement {
  mounted = mount(
    <WordsProvider locale="en" messages={{ cost, documents, standing }}>
      <OneRow first={first} />
    </WordsProvider>,
  );
  return mounted.element;
}
const titleOf = (element: HTMLElement) => element.querySelector<HTMLElement>("article a[lang]");

test("what is owned and where a row stands changes in it, and the focus stays where it is", async () => {
  const document = listed();
  const element = open({ document, owned: nothing, total: -1 });
  await expect.poll(() => titleOf(element)?.textContent).toBe("A report");
  expect(element.querySelector(".price")).not.toBeNull();
  const link = titleOf(element);
  link?.focus();
  show({ document, owned: { ...nothing, sections: ["s"] }, total: 7 });
  await expect.poll(() => element.textContent).toContain("1 section owned");
  expect(element.querySelector("article")?.getAttribute("aria-setsize")).toBe("7");
  show({ document, owned: { ...nothing, whole: true }, total: 7 });
  await expect.poll(() => element.querySelector(".seal")?.textContent).toBe("Owned");
  expect(element.querySelector(".price")).toBeNull();
  expect(element.textContent).not.toContain("1 section owned");
  expect(titleOf(element)).toBe(link);
  expect(globalThis.document.activeElement).toBe(link);
});

test("another record of the same document is shown whole", async () => {
  const element = open({ document: listed(), owned: nothing, total: -1 });
  await expect.poll(() => titleOf(element)?.textContent).toBe("A report");
  show({ document: listed({ title: "A corrected report" }), owned: nothing, total: -1 });
  await expect.poll(() => titleOf(element)?.textContent).toBe("A corrected report");
});

test("what changed in an annual report stands in its row, and stays when something is bought", async () => {
  const document = listed();
  const element = open({ document, owned: nothing, total: -1 });
  const line = () => element.querySelector("article .two [data-changes]")?.textContent;
  await expect.poll(line, { timeout: 5_000 }).toBe("3 sections changed");
  show({ document, owned: { ...nothing, whole: true }, total: -1 });
  await expect.poll(() => element.querySelector(".seal")?.textContent).toBe("Owned");
  expect(line()).toBe("3 sections changed");
});

import { type ComponentProps, useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import { type ListedDocument, readListedDocument } from "@/lib/text/format/free-lists";
import { placeAttributes } from "@/lib/text/format/list-places";
import cost from "@/messages/en/cost.json";
import documents from "@/messages/en/documents.json";
import { Timeline } from "./Timeline";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer>;
/** How often each row's title was asked for, which a row does once when it is rendered. */
const titles = new Map<string, number>();
beforeEach(() => {
  server = fakeServer(() => problem(404, "not_found"));
  titles.clear();
});
afterEach(() => {
  mounted?.leave();
  server.restore();
});

function listed(id: string): ListedDocument {
  const [document] = readListedDocument({
    document_id: id,
    document_family: "tdnet",
    title: `Title ${id}`,
    timeline_at: "2025-06-20T15:00:00+09:00",
    content_status: "ready",
  });
  if (document === undefined) throw new Error("no document");
  const { title } = document;
  return Object.defineProperty({ ...document }, "title", {
    enumerable: true,
    get: () => {
      titles.set(id, (titles.get(id) ?? 0) + 1);
      return title;
    },
  });
}

const pageOf = (name: string) => Array.from({ length: 20 }, (_, at) => listed(`${name}-${at}`));

type Pages = readonly (readonly ListedDocument[])[];
test("items say where they stand among the items, and years and lanes between them don't count", async () => {
  const statement = { news_id: "n1" };
  const block = { since: "2024-01-01", until: "2024-12-31", statements: [statement], more: "next" };
  const pages = [[listed("a"), listed("b"), { ...listed("c"), timeline_at: "2023-05-01T09:00:00+09:00" }]];
  mounted = mount(
    <List
      first={pages}
      hasMore={false}
      blocks={[block]}
      renderLane={() => <p>lane</p>}
      renderNews={(_statement, _block, _first, place) => <article {...placeAttributes(place)}>news</article>}
    />,
  );
  await expect.poll(() => document.querySelectorAll("article").length).toBe(4);
  expect(document.querySelectorAll("h2").length).toBe(3);
  const told = [...document.querySelectorAll("article")].map(({ ariaPosInSet, ariaSetSize }) => [
    ariaPosInSet,
    ariaSetSize,
  ]);
  expect(told).toEqual([1, 2, 3, 4].map((position) => [String(position), "4"]));
});

let show: (pages: Pages) => void = () => undefined;

type ListProps = { readonly first: Pages; readonly hasMore?: boolean } & Partial<
  Pick<ComponentProps<typeof Timeline<{ news_id: string }>>, "blocks" | "renderLane" | "renderNews">
>;

function List({ first, hasMore = true, ...news }: ListProps) {
  const [pages, setPages] = useState(first);
  useEffect(() => {
    show = setPages;
  }, []);
  const loaded = pages.flat();
  const timeline = {
    ...{ pages, fetched: [], loaded, answered: true, complete: false, loadingEarlier: false, isLoading: false },
    ...{ isProvisional: false, error: null, hasMore, end: "beginning" as const, isLoadingMore: false },
    ...{ loadEarlier: () => undefined, loadMore: () => undefined, retry: () => undefined },
  };
  return (
    <WordsProvider locale="en" messages={messages}>
      <Timeline name="rows" timeline={timeline} empty={null} {...news} />
    </WordsProvider>
  );
}
const messages = { cost, documents };

test("rows in view are not rendered again when more of the list is loaded", async () => {
  const [first, second, third] = [pageOf("a"), pageOf("b"), pageOf("c")];
  mounted = mount(<List first={[first, second]} />);
  await expect.poll(() => document.querySelector("[data-row]")?.textContent).toContain("Title a-0");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = titles.get("a-0") ?? 0;
  expect(before).toBeGreaterThan(0);
  show([first, second, third]);
  await expect.poll(() => document.querySelector("[role=status]")?.textContent).toContain("60");
  expect(titles.get("a-0")).toBe(before);
  const [changed] = pageOf("a");
  if (changed === undefined) throw new Error("no row");
  show([[{ ...changed, title: "Another" }, ...first.slice(1)], second, third]);
  await expect.poll(() => document.querySelector("[data-row]")?.textContent).toContain("Another");
});

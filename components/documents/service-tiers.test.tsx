import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { Contents } from "@/components/document/Contents";
import { WholeDocument } from "@/components/document/WholeDocument.tsx";
import type { Tier } from "@/lib/contract/prices";
import { WordsProvider } from "@/lib/next/provider";
import { contentTiersKey } from "@/lib/next/queries/content-tiers";
import type { Locale } from "@/lib/text/i18n/words";
import { DocumentCost } from "./DocumentCost.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

const words = async (locale: Locale) => {
  const load = async (name: string) => (await import(`../../messages/${locale}/${name}.json`)).default;
  return { cost: await load("cost"), documents: await load("documents"), document: await load("document") };
};

async function shown(node: ReactNode, tiers: readonly Tier[], locale: Locale = "en"): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(contentTiersKey, tiers);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WordsProvider locale={locale} messages={await words(locale)}>
        {node}
      </WordsProvider>
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

const prices = (text: string) => [...text.matchAll(/(\d+(?:–\d+)?) credits?/g)].map((match) => match[1]);

const row = (characters: number | null) => (
  <DocumentCost
    document={{ content_status: "ready", image_available: true, character_count: characters }}
    owned={undefined}
  />
);

const section = (id: string, characters: number | null) => ({
  section_id: id,
  title: id,
  level: 1,
  parent_section_id: null,
  character_count: characters,
});

const cover = (tiers: readonly Tier[], sizes: readonly (number | null)[]) => {
  const characters = sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  const toc = sizes.map((size, index) => section(`s${index}`, size));
  const common = { documentId: "D-1", title: "A report", lang: "ja", tiers, characters };
  return (
    <>
      <Contents {...common} toc={toc} missingParts={[]} />
      <WholeDocument {...common} firstSection="s0" isIncomplete={false} />
    </>
  );
};

const two: readonly Tier[] = [
  { max_characters: 20_000, credits: 3 },
  { max_characters: null, credits: 9 },
];
const one: readonly Tier[] = [{ max_characters: null, credits: 5 }];
const four: readonly Tier[] = [
  { max_characters: 1_000, credits: 1 },
  { max_characters: 10_000, credits: 3 },
  { max_characters: 40_000, credits: 6 },
  { max_characters: null, credits: 11 },
];

describe("a service with tiers of its own", () => {
  test.each([
    ["two tiers", two, 15_000, ["3"]],
    ["two tiers", two, 20_001, ["3–9"]],
    ["two tiers", two, null, ["3–9"]],
    ["one tier", one, 90_000, ["5"]],
    ["one tier", one, null, ["5"]],
    ["four tiers", four, 900, ["1"]],
    ["four tiers", four, 30_000, ["1–6"]],
    ["four tiers", four, null, ["1–11"]],
  ])("prices a row of a list by them: %s, %j, %s characters", async (_, tiers, characters, expected) => {
    expect(prices(await shown(row(characters), tiers))).toEqual(expected);
  });

  test("no control of a document's cover says 2, 4 or 8", async () => {
    expect(new Set(prices(await shown(cover(two, [15_000, 4_000, 90_000]), two)))).toEqual(new Set(["3", "9"]));
    expect(new Set(prices(await shown(cover(one, [15_000, 400]), one)))).toEqual(new Set(["5"]));
    expect(new Set(prices(await shown(cover(four, [900, 3_000, 20_000, 80_000]), four)))).toEqual(
      new Set(["1", "3", "6", "11"]),
    );
  });

  test("without sizes the price is the range of all tiers", async () => {
    expect(new Set(prices(await shown(cover(two, [null, null]), two)))).toEqual(new Set(["3–9"]));
  });
});

describe("a service that sends no tiers", () => {
  test("is priced by the interface: 2, 4 or 8", async () => {
    expect(prices(await shown(row(15_000), []))).toEqual(["2–8"]);
    expect(new Set(prices(await shown(cover([], [null, 100]), [])))).toEqual(new Set(["2–8"]));
  });
});

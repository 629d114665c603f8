import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { WordsProvider } from "@/lib/next/provider";
import { type Locale, type Messages, makeWords } from "@/lib/text/i18n/words";
import { UncertainPages } from "./UncertainPages.tsx";

const words = async (locale: Locale, name: string): Promise<Messages> =>
  (await import(`../../messages/${locale}/${name}.json`)).default;

const view = vi.hoisted((): { locale: "en" | "ja" } => ({ locale: "en" }));
vi.mock("@/lib/next/locale.server", () => ({
  getWords: async (name: string) => makeWords(await words(view.locale, name), view.locale),
}));

/** Sections one within the other, each with its guessed pages. */
const tocOf = (pages: readonly (readonly number[] | undefined)[]) => ({
  toc: pages.map((uncertain_pages, at) => ({
    section_id: `s${at}`,
    title: `第${at}`,
    level: at + 1,
    parent_section_id: at === 0 ? null : `s${at - 1}`,
    character_count: 100,
    uncertain_pages,
  })),
});

async function shown(
  locale: Locale,
  guessed: readonly (readonly number[] | undefined)[],
  listed: readonly number[],
  within?: string,
) {
  view.locale = locale;
  const props = {
    ...{ document: { document_id: "D-1" }, toc: tocOf(guessed) },
    ...{ pages: { pages: listed.map((page_number) => ({ page_number })) } },
    ...(within === undefined ? {} : { within }),
  };
  const html = renderToStaticMarkup(
    <WordsProvider locale={locale} messages={{ cost: await words(locale, "cost") }}>
      {await UncertainPages(props)}
    </WordsProvider>,
  );
  return {
    html,
    text: html
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  };
}

test("nothing is said where no table was guessed", async () => {
  expect((await shown("en", [undefined, []], [1, 2])).html).toBe("");
});

test.each([
  ["en", "may be wrong", ["page 3", "page 7", "page 1234"], "and 2 more pages"],
  ["ja", "誤りがあるかもしれません", ["3ページ目", "7ページ目", "1234ページ目"], "ほか2ページ"],
] as const)(
  "the pages are named once and in order, those that can be had with a link and their price (%s)",
  async (locale, warning, names, more) => {
    const some = [[7, 3], undefined, [1234, 7]];
    const { html, text } = await shown(locale, some, [3, 7]);
    expect(text).toContain(warning);
    expect(html.match(/class="price"/g)).toHaveLength(1);
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      "/documents/D-1/pages/3",
      "/documents/D-1/pages/7",
    ]);
    expect(text.endsWith(names.join(" "))).toBe(true);
    const many = await shown(locale, [Array.from({ length: 14 }, (_, at) => at + 1)], []);
    expect(many.text).toContain(more);
    // Without an image of any of them no price is told.
    expect(many.html).not.toContain("price");
  },
);

test("of a section only its own pages and those of the sections beneath it are named", async () => {
  const { html } = await shown("en", [[2], [5], [9]], [2, 5, 9], "s1");
  expect([...html.matchAll(/pages\/(\d+)/g)].map(([, page]) => page)).toEqual(["5", "9"]);
});

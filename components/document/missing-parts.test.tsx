import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { WordsProvider } from "@/lib/i18n/provider";
import type { Locale } from "@/lib/i18n/words";
import { Contents } from "./Contents.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

async function contents(missingParts: readonly string[], locale: Locale): Promise<string> {
  const load = async (name: string) => (await import(`../../messages/${locale}/${name}.json`)).default;
  const messages = { cost: await load("cost"), document: await load("document") };
  const section = { section_id: "s", title: "第二部", level: 1, parent_section_id: null, character_count: 900 };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale={locale} messages={messages}>
        <Contents
          documentId="D-1"
          title="有価証券報告書"
          lang="ja"
          toc={[section]}
          tiers={[{ max_characters: null, credits: 2 }]}
          characters={900}
          hasPages={false}
          missingParts={missingParts}
        />
      </WordsProvider>
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test.each([
  ["en", "Whole document", "All that is there", "第一部, 表紙"],
  ["ja", "全文", "収録分すべて", "第一部、表紙"],
] as const)("what lacks parts is never sold as the whole, and says which (%s)", async (locale, whole, there, parts) => {
  const complete = await contents([], locale);
  expect(complete).toContain(whole);
  expect(complete).not.toContain(there);
  const lacking = await contents(["第一部", "表紙"], locale);
  expect(lacking).not.toMatch(new RegExp(`${whole}|whole document|全文`, "i"));
  expect(lacking).toContain(there);
  expect(lacking).toContain(parts);
});

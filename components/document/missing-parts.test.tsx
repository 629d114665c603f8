import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { WordsProvider } from "@/lib/next/provider";
import type { Locale } from "@/lib/text/i18n/words";
import { Contents } from "./Contents.tsx";
import { WholeDocument } from "./WholeDocument.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

const words = async (locale: Locale, name: string): Promise<Record<string, string>> =>
  (await import(`../../messages/${locale}/${name}.json`)).default;

async function contents(missingParts: readonly string[], locale: Locale): Promise<string> {
  const messages = { cost: await words(locale, "cost"), document: await words(locale, "document") };
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
          missingParts={missingParts}
        />
        <WholeDocument
          documentId="D-1"
          title="有価証券報告書"
          lang="ja"
          tiers={[{ max_characters: null, credits: 2 }]}
          characters={900}
          firstSection="s"
          isIncomplete={missingParts.length > 0}
        />
      </WordsProvider>
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test.each([
  ["en", "第一部, 表紙"],
  ["ja", "第一部、表紙"],
] as const)("what lacks parts is never sold as the whole, and says which (%s)", async (locale, parts) => {
  const { whole = "", readDocument = "", allThere = "", readAllThere = "" } = await words(locale, "document");
  const complete = await contents([], locale);
  expect(complete).toContain(whole);
  expect(complete).toContain(readDocument);
  expect(complete).not.toContain(allThere);
  const lacking = await contents(["第一部", "表紙"], locale);
  expect(lacking).not.toContain(whole);
  expect(lacking).not.toContain(readDocument);
  expect(lacking).toContain(allThere);
  expect(lacking).toContain(readAllThere);
  expect(lacking).toContain(parts);
});

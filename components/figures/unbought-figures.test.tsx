import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DocumentId, OriginalId } from "@/lib/contract/ids";
import { responseExamples } from "@/lib/contract/openapi-examples";
import { DocumentSummary } from "@/lib/contract/resources";
import { WordsProvider } from "@/lib/next/provider";
import { type Locale, type Messages, makeWords } from "@/lib/text/i18n/words";
import { UnboughtFigures } from "./UnboughtFigures.tsx";

const words = async (locale: Locale, name: string): Promise<Messages> =>
  (await import(`../../messages/${locale}/${name}.json`)).default;

const view = vi.hoisted((): { locale: "en" | "ja" } => ({ locale: "en" }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock("@/lib/next/locale.server", () => ({
  getWords: async (name: string) => makeWords(await words(view.locale, name), view.locale),
}));

const document = DocumentSummary.parse(responseExamples.getDocument);
const file = { media_type: "application/zip", file_name: "a.zip", byte_size: 1 };

async function shown(locale: Locale, told: { readonly fact_count?: number | null }): Promise<string> {
  view.locale = locale;
  const original = { original_id: OriginalId.parse("zip"), ...file, ...told };
  const messages = { cost: await words(locale, "cost"), figures: await words(locale, "figures") };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale={locale} messages={messages}>
        {await UnboughtFigures({ document: { ...document, document_id: DocumentId.parse("D1") }, original })}
      </WordsProvider>
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test.each([
  ["en", "1,056 figures", "there may be none"],
  ["ja", "1,056件の数値", "0件のこともあります"],
] as const)(
  "figures are sold by the count of the service, else with the word that there may be none (%s)",
  async (locale, counted, uncounted) => {
    expect(await shown(locale, { fact_count: 1_056 })).toContain(counted);
    expect(await shown(locale, { fact_count: 1_056 })).not.toContain(uncounted);
    for (const told of [{}, { fact_count: null }]) expect(await shown(locale, told)).toContain(uncounted);
  },
);

test("a package without figures is not sold for them", async () => {
  expect(await shown("en", { fact_count: 0 })).toContain("No figures in this package");
  expect(await shown("en", { fact_count: 0 })).not.toContain("Get the figures");
  expect(await shown("en", { fact_count: 1 })).toMatch(/1 figure .*Get the figures/);
});

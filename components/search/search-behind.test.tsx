import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { NewsBatch } from "@/components/news-list/NewsBatch";
import { WordsProvider } from "@/lib/next/provider";
import type { Locale, Messages } from "@/lib/text/i18n/words";
import { Answer } from "./Answer";
import { emptyForm } from "./search-form";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

const words = async (locale: Locale, name: string): Promise<Messages> =>
  (await import(`../../messages/${locale}/${name}.json`)).default;

const answer = { artifact_id: "a", stored_at: "2026-11-20T09:00:00+09:00", credits: 1, unreadable: null };
const copyLink = { copied: false, copy: () => undefined };
const newsForm = { query: "配当", codes: [], since: "", until: "", match: "lexical", topK: 10 } as const;

async function shown(locale: Locale, what: "documents" | "news", search_behind: number): Promise<string> {
  const names = ["cost", "search", "news", "documents"];
  const messages = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await words(locale, name)])));
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale={locale} messages={messages}>
        {what === "documents" ? (
          <Answer
            answer={{ ...answer, search_behind, value: { match_type: "lexical", hits: [] } }}
            form={{ ...emptyForm, query: "配当" }}
            copyLink={copyLink}
          />
        ) : (
          <NewsBatch
            answer={{ ...answer, search_behind, value: { match_type: "lexical", hits: [] } }}
            form={newsForm}
            copyLink={copyLink}
          />
        )}
      </WordsProvider>
    </QueryClientProvider>,
  );
}

test.each([
  ["en", "documents", "3 new filings within this filter can’t be searched yet."],
  ["ja", "documents", "この条件に合う新しい書類3件は、まだ検索できません。"],
  ["en", "news", "3 new statements within this filter can’t be searched yet."],
  ["ja", "news", "この条件に合う新しいニュース3件は、まだ検索できません。"],
] as const)(
  "in %s an answer of %s says what could not be searched, and else nothing",
  async (locale, what, sentence) => {
    expect(await shown(locale, what, 3)).toContain(sentence);
    const [begin = ""] = sentence.split("3").filter((part) => part !== "");
    expect(await shown(locale, what, 0)).not.toContain(begin.trim());
  },
);

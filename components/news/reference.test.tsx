import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DocumentId } from "@/lib/contract/ids";
import { WordsProvider } from "@/lib/next/provider";
import { summaryOf } from "@/lib/spending/simulation/sample-document";
import cost from "@/messages/en/cost.json";
import news from "@/messages/en/news.json";
import standing from "@/messages/en/standing.json";
import { Reference } from "./Reference.tsx";

vi.mock("@/lib/next/locale.server", () => ({
  getLocale: async () => "en",
  getWords: async () => (key: string) => key,
}));

const reference = { document_id: DocumentId.parse("D1"), section_id: null, page_number: null, url: null, title: null };

async function shown(change: Partial<ReturnType<typeof summaryOf>>): Promise<string> {
  const document = { ...summaryOf("D1", true), ...change };
  const row = await Reference({ reference, referred: { document, toc: null, pages: null } });
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale="en" messages={{ cost, news, standing }}>
        {row}
      </WordsProvider>
    </QueryClientProvider>,
  );
}

test("a reference says what has become of its document, with one click to what replaced it", async () => {
  const html = await shown({ amended_by_document_id: DocumentId.parse("D9") });
  expect(html).toContain(standing.amended);
  expect(html).toContain(`href="/documents/D9">${standing.amendedOpen}</a>`);
  expect(await shown({ content_status: "withdrawn" })).toContain(standing.withdrawn);
});

test("of a current document it says nothing", async () => {
  expect(await shown({})).not.toContain(standing.label);
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { WordsProvider } from "@/lib/next/provider";
import type { LibraryItem } from "@/lib/spending/wire";
import type { Locale, Messages } from "@/lib/text/i18n/words";
import { OwnedTable } from "./OwnedTable";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));

const item: LibraryItem = {
  ...{ artifact_id: "a", kind: "sections", stored_at: "2026-11-21T12:00:00+09:00", credits: 2, document_id: "D1" },
  ...{
    document_title: "報告書",
    document_type: "annual_securities_report",
    security_code: "7001",
    issuer_name: "海鳴精機",
  },
  ...{ issuer_name_en: null, subject: "リスク", section_id: "s1", page_number: null, original_id: null, input: null },
  ...{ byte_size: 1, opened: true, unreadable: false, incomplete: false, parts_missing: false, standing: {} },
  ...{ snippet: null, snippet_unread: null },
};

async function shown(locale: Locale, of: Partial<LibraryItem>): Promise<string> {
  const names = ["library", "cost", "documents", "standing", "search", "news"];
  const read = async (name: string): Promise<Messages> =>
    (await import(`../../messages/${locale}/${name}.json`)).default;
  const messages = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)])));
  return renderToStaticMarkup(
    <WordsProvider locale={locale} messages={messages}>
      <OwnedTable items={[{ ...item, ...of }]} grouped={false} />
    </WordsProvider>,
  );
}

test.each([
  ["en", "too_complex", "No excerpt: the text is too long or too complex"],
  ["en", "busy", "No excerpt just now"],
  ["ja", "too_complex", "本文が長すぎるか複雑なため、抜粋を表示できません"],
  ["ja", "busy", "混み合っているため、抜粋を表示できません"],
] as const)("in %s a line says why it has no excerpt: %s", async (locale, snippet_unread, words) => {
  expect(await shown(locale, { snippet_unread })).toContain(words);
  expect(await shown(locale, {})).not.toContain(words);
});

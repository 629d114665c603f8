import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";
import { SecurityCode } from "@/lib/contract/ids";
import type { DocumentSummary } from "@/lib/contract/resources";
import { summaryOf } from "@/lib/spending/simulation/sample-document";
import { makeWords } from "@/lib/text/i18n/words";
import documents from "@/messages/en/documents.json";
import issuer from "@/messages/en/issuer.json";
import { YearChains } from "./YearChains.tsx";

vi.mock("@/lib/next/locale.server", () => ({
  getLocale: async () => "en",
  getWords: async (name: string) => (name === "issuer" ? makeWords(issuer, "en") : makeWords(documents, "en")),
}));

async function shown(all: readonly DocumentSummary[] | undefined): Promise<string> {
  const { prelude } = await prerender(<YearChains documents={all} />);
  return new Response(prelude).text();
}

const summary = (year: number): DocumentSummary => ({
  ...summaryOf(`Q${year}`, true),
  document_type: "earnings_summary",
  security_code: SecurityCode.parse("9A01"),
  fiscal_period: `${year}Q2`,
  period_end: `${year}-09-30`,
  timeline_at: `${year}-11-08T15:00:00+09:00`,
});

test("what is here is a link with its day, what is missing is said, and older years are folded", async () => {
  const page = await shown([2022, 2021, 2020].map(summary));
  expect(page).toContain('href="/documents/Q2022"');
  expect(page).toContain("2022-11-08");
  expect(page).toMatch(/Earnings summary<!-- --> <!-- -->is not here/);
  expect(page.indexOf("<details")).toBeGreaterThan(page.indexOf("/documents/Q2021"));
  expect(page.indexOf("<details")).toBeLessThan(page.indexOf("/documents/Q2020"));
});

test("a service that can't be asked is told as one, and without reports nothing is shown", async () => {
  expect(await shown(undefined)).toContain(issuer.yearsUnknown);
  expect(await shown([summaryOf("D1", true)])).not.toContain(issuer.years);
});

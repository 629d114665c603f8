import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { DocumentSummary } from "@/lib/contract/resources";
import type { Notice } from "@/lib/reading/notice";
import { summaryOf } from "@/lib/spending/simulation/sample-document";
import { type Locale, makeWords } from "@/lib/text/i18n/words";
import en from "@/messages/en/changes.json";
import ja from "@/messages/ja/changes.json";
import { NoticeView } from "./NoticeView.tsx";

const reader = vi.hoisted((): { locale: Locale } => ({ locale: "en" }));
vi.mock("@/lib/next/locale.server", () => ({
  getWords: async () => (reader.locale === "en" ? makeWords(en, "en") : makeWords(ja, "ja")),
}));
vi.mock("@/components/share", () => ({ Share: () => null }));
vi.mock("./Redline.tsx", () => ({ Redline: () => null }));
vi.mock("./RedlineTools.tsx", () => ({ RedlineTools: () => null }));
vi.mock("./LookLinks.tsx", () => ({ LookLinks: () => null }));

const document: DocumentSummary = summaryOf("D2", true);
const corrected = (total: number): Notice => ({
  price: { min: 2, max: 2 },
  corrections: Array.from({ length: Math.min(total, 300) }, () => ({ path: ["第1"], section: undefined, html: "" })),
  total,
});

async function shown(locale: Locale, notice: Notice): Promise<string> {
  reader.locale = locale;
  const against = summaryOf("D1", true);
  return renderToStaticMarkup(
    await NoticeView({ document, against, notice, look: { isSideBySide: false, hidesSmall: false, against: null } }),
  );
}

test.each([
  ["en", "This notice has 301 corrections. The first 300 are shown", "301 places corrected"],
  ["ja", "訂正箇所は301件あります。ここに示すのは最初の300件", "301"],
] as const)("in %s a notice of more than 300 corrections says how many are not shown", async (locale, words, count) => {
  const many = await shown(locale, corrected(301));
  expect(many).toContain(words);
  expect(many).toContain(count);
  expect(many.match(/<article/g)).toHaveLength(300);
  const few = await shown(locale, corrected(300));
  expect(few).not.toContain(words.slice(0, 20));
  expect(few.match(/<article/g)).toHaveLength(300);
});

test.each(["busy", "too_complex"] as const)("a notice whose text is not read says so: %s", async (corrections) => {
  const unread = await shown("en", { price: { min: 2, max: 2 }, corrections, total: 0 });
  expect(unread).toContain(corrections === "busy" ? en.comparedLater : en.tooComplex);
});

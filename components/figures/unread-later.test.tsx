import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { makeWords } from "@/lib/text/i18n/words";
import en from "@/messages/en/figures.json";
import ja from "@/messages/ja/figures.json";
import { UnreadLater } from "./UnreadLater.tsx";

const later = {
  ...{ documentId: "S100LATE", originalId: "zip", title: "訂正有価証券報告書", securityCode: "7001" },
  ...{ filedAt: "2025-06-25T15:00:00+09:00", reason: "not_an_archive" },
};

test.each([
  ["en", makeWords(en, "en"), "What it restates is not marked below"],
  ["ja", makeWords(ja, "ja"), "そこで修正された数値は下の表に表れません"],
] as const)("in %s a later package that could not be read is named, with what is not marked for it", (_, t, words) => {
  const shown = renderToStaticMarkup(<UnreadLater packages={[later]} t={t} locale="en" />);
  expect(shown).toContain(words);
  expect(shown).toContain("訂正有価証券報告書");
  expect(renderToStaticMarkup(<UnreadLater packages={[]} t={t} locale="en" />)).toBe("");
});

import { describe, expect, it } from "vitest";
import { readListedDocument } from "../../../text/format/free-lists.ts";
import { locales } from "../../../text/i18n/words.ts";
import { confirmationMail, dailyMail } from "./compose.ts";
import type { MailItem } from "./mail-items.ts";

const origin = "https://hiraku.example";
const token = "t".repeat(43);
const [document] = readListedDocument({
  document_id: "S1",
  title: "有価証券報告書 <b>&amp;",
  document_type: "annual_securities_report",
  security_code: "7203",
  issuer_name: "試験自動車",
  issuer_name_en: "Test Motor",
  content_status: "ready",
});
if (document === undefined) throw new Error("no document");
const item: MailItem = {
  ...{ document, group: "sections", kind: "document", price: { min: 4, max: 4 }, changedSections: 12 },
  phrases: ["後発事象"],
  sections: [{ id: "s1", title: "注記", passages: 3, price: { min: 2, max: 8 } }],
};

describe.each(locales)("a mail in %s", (locale) => {
  const reader = { address: "reader@mail.example", locale, origin };
  const content = { items: [{ ...item, group: "others" as const }, item], more: 3, throughSeq: 1 };
  const daily = dailyMail(reader, content, {
    token,
    id: "x",
    nowMs: Date.parse("2026-11-20T22:30:00Z"),
    mayLack: false,
  });

  it.each([daily, confirmationMail(reader, token, "y")])("has links to the public address alone: $subject", (mail) => {
    const links = [...`${mail.text} ${mail.html}`.matchAll(/(?:href|src)="([^"]*)"|(https?:\/\/\S+)/g)];
    expect(links.length).toBeGreaterThan(1);
    for (const [, inTag, plain] of links) expect(inTag ?? plain).toMatch(/^https:\/\/hiraku\.example\//);
    expect(mail.headers["List-Unsubscribe"]).toBe(
      mail === daily ? `<${origin}/api/mail/end?token=${token}>` : undefined,
    );
  });

  it("says titles, prices and words in both of its parts, and leaves no markup of others in", () => {
    const words = { en: ["whole text 4 credits", "Test Motor"], ja: ["全文4クレジット", "試験自動車"] }[locale];
    for (const said of [...words, "後発事象", "2–8"]) {
      expect(daily.text).toContain(said);
      expect(daily.html).toContain(said);
    }
    expect(daily.text).toContain("有価証券報告書 <b>&amp;");
    expect(daily.html).toContain("有価証券報告書 &#x3C;b>&#x26;amp;");
    expect(daily.html).toContain(`<html lang="${locale}">`);
    const order = { en: ["Sections changed", "Also new"], ja: ["節の変更", "そのほかの新着"] }[locale];
    const places = order.map((head) => daily.text.indexOf(head));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

import type { Element, ElementContent } from "hast";
import { toHtml } from "hast-util-to-html";
import { jstDate } from "../../../contract/dates.ts";
import { type PriceRange, writePrice } from "../../../contract/prices.ts";
import { routes, updateRoutes } from "../../../routes.ts";
import { between } from "../../../text/format/between.ts";
import { longDate } from "../../../text/format/clock.ts";
import { typeName } from "../../../text/i18n/document-words.ts";
import type { Locale } from "../../../text/i18n/words.ts";
import { type MailContent, type MailItem, type MailSection, mailGroups } from "./mail-items.ts";
import { mailWords } from "./mail-words.ts";
import type { Mail } from "./smtp.ts";

/** Writes mails as plain text and as HTML of the same words: titles, links, prices, and nothing that was paid for. */
export interface MailReader {
  readonly address: string;
  readonly locale: Locale;
  /** The public address of this installation; every link begins with it. */
  readonly origin: string;
}

/** A line is plain text, or a link with its words. */
type Line = string | { readonly words: string; readonly href: string };

interface Block {
  readonly head: string;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly title: { readonly words: string; readonly href: string };
  readonly lines: readonly Line[];
}

interface Written {
  readonly title: string;
  readonly lead: readonly Line[];
  readonly blocks: readonly Block[];
  /** Lines that follow the blocks. */
  readonly after: readonly Line[];
  readonly button?: { readonly words: string; readonly href: string };
  readonly foot: readonly Line[];
}

export function confirmationMail(reader: MailReader, token: string, id: string): Mail {
  const t = mailWords(reader.locale).mail;
  const href = reader.origin + routes.mail({ do: "confirm", token });
  return mailOf(reader, {
    id,
    subject: t("confirmSubject"),
    headers: {},
    written: {
      title: t("confirmSubject"),
      lead: [t("confirmLead", { host: new URL(reader.origin).host })],
      blocks: [],
      after: [],
      button: { words: t("confirmLink"), href },
      foot: [t("confirmFoot")],
    },
  });
}

export function dailyMail(
  reader: MailReader,
  content: MailContent,
  { token, id, nowMs, mayLack }: { token: string; id: string; nowMs: number; mayLack: boolean },
): Mail {
  const { origin, locale } = reader;
  const t = mailWords(locale).mail;
  const n = content.items.length + content.more;
  const more = { words: t("more", { n: content.more }), href: origin + routes.desk() };
  return mailOf(reader, {
    id,
    subject: t("subject", { n, date: longDate(jstDate(nowMs), locale) }),
    headers: {
      "List-Unsubscribe": `<${origin}${updateRoutes.endMail({ token })}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
    written: {
      title: t("title", { date: longDate(jstDate(nowMs), locale) }),
      lead: [t("lead", { n }), ...(mayLack ? [t("mayLack")] : []), { words: t("open"), href: origin + routes.desk() }],
      blocks: blocksOf(content.items, reader),
      after: content.more === 0 ? [] : [more],
      foot: [
        t("free"),
        { words: t("change"), href: `${origin}${routes.account()}#daily-mail` },
        { words: t("endLink"), href: origin + routes.mail({ do: "end", token }) },
      ],
    },
  });
}

function blocksOf(items: readonly MailItem[], reader: MailReader): Block[] {
  const t = mailWords(reader.locale).mail;
  return mailGroups.flatMap((group) => {
    const entries = items.filter((item) => item.group === group).map((item) => entryOf(item, reader));
    return entries.length === 0 ? [] : [{ head: t(`group_${group}`), entries }];
  });
}

function entryOf(item: MailItem, { origin, locale }: MailReader): Entry {
  const { mail: t, documents, changes } = mailWords(locale);
  const { document, kind, changedSections: changed } = item;
  const id = document.document_id;
  const issuer = [document.security_code, nameOf(item, locale)].filter((part) => part !== null).join(" ");
  const isSaid = item.group === "amended" || item.group === "withdrawn";
  const joined = (facts: readonly string[]) => facts.filter((fact) => fact !== "").join(between(locale));
  const lines: Line[] = [
    ...(item.group === "cited" && kind === "document" ? [t("restates")] : []),
    joined([kind === "document" || isSaid ? "" : t(`kind_${kind}`), issuer]),
    joined([
      typeName(document.document_type, documents),
      item.price === undefined ? "" : t("wholeText", { price: credits(item.price, locale) }),
    ]),
  ];
  if (changed !== undefined && changed > 0) {
    lines.push({ words: changes("counts", { changed }), href: origin + routes.changes(id) });
  }
  if (item.phrases.length > 0) {
    lines.push(
      t("found", { phrases: item.phrases.map((phrase) => t("quoted", { phrase })).join(locale === "ja" ? "" : ", ") }),
    );
  }
  for (const section of item.sections) lines.push(sectionLine(section, id, { origin, locale }));
  return { title: { words: document.title ?? id, href: origin + routes.document(id) }, lines };
}

function nameOf({ document }: MailItem, locale: Locale): string | null {
  return locale === "en" ? (document.issuer_name_en ?? document.issuer_name) : document.issuer_name;
}

function sectionLine(
  { id, title, passages, price }: MailSection,
  documentId: string,
  { origin, locale }: Pick<MailReader, "origin" | "locale">,
): Line {
  const { mail: t } = mailWords(locale);
  const words = t("section", { title: title ?? id, n: passages, price: credits(price, locale) });
  return { words, href: origin + routes.section(documentId, id) };
}

function credits(price: PriceRange, locale: Locale): string {
  const { mail: t } = mailWords(locale);
  return t("credits", { price: writePrice(price), n: price.max });
}

function mailOf(
  { address, locale, origin }: MailReader,
  {
    id,
    subject,
    headers,
    written,
  }: Pick<Mail, "subject" | "headers"> & { readonly id: string; readonly written: Written },
): Mail {
  return {
    to: address,
    subject,
    headers,
    messageId: `<${id}@${new URL(origin).hostname}>`,
    text: plainText(written),
    html: htmlText(written, locale),
  };
}

function plainText({ title, lead, blocks, after, button, foot }: Written): string {
  const plain = (line: Line) => (typeof line === "string" ? line : `${line.words}\n${line.href}`);
  const entry = ({ title: { words, href }, lines }: Entry) =>
    [`- ${words}`, href, ...lines.flatMap((line) => plain(line).split("\n"))].join("\n  ");
  const parts = [
    title,
    ...lead.map(plain),
    ...blocks.flatMap(({ head, entries }) => [`■ ${head}`, ...entries.map(entry)]),
    ...after.map(plain),
    ...(button === undefined ? [] : [plain(button)]),
    "--",
    ...foot.map(plain),
  ];
  return `${parts.join("\n\n")}\n`;
}

const [ink, muted, rule, ai] = ["#1b1a17", "#6b665c", "#ddd8cc", "#1f4e79"];

/** With styles on each element, since mail programs drop style sheets. */
function htmlText({ title, lead, blocks, after, button, foot }: Written, locale: Locale): string {
  const body = [
    element("h1", "font-size:20px;line-height:1.4;margin:0 0 12px", [textOf(title)]),
    ...lead.map((line) => paragraph(line, `margin:0 0 8px;color:${muted}`)),
    ...blocks.flatMap(({ head, entries }) => [
      element("h2", `font-size:15px;line-height:1.4;margin:28px 0 0;padding:0 0 6px;border-bottom:1px solid ${rule}`, [
        textOf(head),
      ]),
      ...entries.map(entryElement),
    ]),
    ...after.map((line) => paragraph(line, "margin:14px 0 0")),
    ...(button === undefined ? [] : [element("p", "margin:20px 0", [buttonLink(button)])]),
    element("div", `margin:28px 0 0;padding:12px 0 0;border-top:1px solid ${rule};font-size:13px;color:${muted}`, [
      ...foot.map((line) => paragraph(line, "margin:0 0 6px")),
    ]),
  ];
  const page = element("html", undefined, [
    element("head", undefined, [
      { ...element("meta", undefined, []), properties: { charSet: "utf-8" } },
      {
        ...element("meta", undefined, []),
        properties: { name: "viewport", content: "width=device-width, initial-scale=1" },
      },
      element("title", undefined, [textOf(title)]),
    ]),
    element("body", "margin:0;padding:0;background:#ffffff", [
      element(
        "div",
        `max-width:600px;margin:0 auto;padding:20px 16px;color:${ink};font-family:'Hiragino Sans','Noto Sans JP','Yu Gothic',Helvetica,Arial,sans-serif;font-size:15px;line-height:1.6;overflow-wrap:anywhere`,
        body,
      ),
    ]),
  ]);
  page.properties["lang"] = locale;
  return toHtml({ type: "root", children: [{ type: "doctype" }, page] });
}

function entryElement({ title, lines }: Entry): Element {
  return element("div", `padding:12px 0;border-bottom:1px solid ${rule}`, [
    element("div", "font-size:16px;line-height:1.5", [linkElement(title)]),
    ...lines.map((line) => element("div", `font-size:13px;line-height:1.6;color:${muted}`, [lineContent(line)])),
  ]);
}

const paragraph = (line: Line, style: string) => element("p", style, [lineContent(line)]);
const lineContent = (line: Line): ElementContent => (typeof line === "string" ? textOf(line) : linkElement(line));

function linkElement({ words, href }: { readonly words: string; readonly href: string }): Element {
  const link = element("a", `color:${ai}`, [textOf(words)]);
  link.properties["href"] = href;
  return link;
}

function buttonLink(button: { readonly words: string; readonly href: string }): Element {
  const link = linkElement(button);
  link.properties["style"] =
    `display:inline-block;padding:10px 18px;border-radius:4px;background:${ai};color:#ffffff;text-decoration:none`;
  return link;
}

const textOf = (value: string) => ({ type: "text", value }) as const;

function element(tagName: string, style: string | undefined, children: ElementContent[]): Element {
  return { type: "element", tagName, properties: style === undefined ? {} : { style }, children };
}

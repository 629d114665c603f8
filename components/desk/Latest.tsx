import { readingCost, readingCostHtml } from "@/components/ui/reading-cost";
import type { Tier } from "@/lib/contract/prices";
import type { DocumentListResponse } from "@/lib/contract/resources";
import { moment } from "@/lib/format/clock";
import { type Html, html } from "@/lib/format/html";
import { keptHtml } from "@/lib/format/kept-html";
import { shortTime } from "@/lib/format/short-time";
import { typeName } from "@/lib/i18n/document-words";
import { getLocale, getWords } from "@/lib/i18n/locale.server";
import { pageText } from "@/lib/page-text/page-text.server";
import { routes } from "@/lib/routes";
import { LatestRows } from "./LatestRows.tsx";

interface Props {
  readonly latest: DocumentListResponse;
  readonly today: string;
  readonly tiers: readonly Tier[];
}

type Listed = DocumentListResponse["documents"][number];

/** The latest documents of the whole market. What is owned of them is set on their rows in the browser. */
export async function Latest({ latest, today, tiers }: Props) {
  const { documents } = latest;
  if (documents.length === 0) {
    const t = await getWords("desk");
    return (
      <div className="empty border-0 pt-1">
        <h3>{t("nothingLatest")}</h3>
        <p>{t("nothingLatestText")}</p>
      </div>
    );
  }
  const locale = await getLocale();
  const [t, cost] = [await getWords("documents"), await getWords("cost")];
  const priceOf = (document: Listed) => readingCostHtml(readingCost(document, undefined, tiers), { t, cost, locale });
  const form = [locale, today, JSON.stringify(tiers)].join(" ");
  const rows = keptHtml(latest, form, () => {
    const each = documents.map((document) =>
      rowHtml(document, { today, type: typeName(document.document_type, t) }, locale === "en", priceOf(document)),
    );
    return html`<ol class="rows">${each}</ol>`.text;
  });
  return <LatestRows text={await pageText(rows)} documentIds={documents.map((each) => each.document_id).join(" ")} />;
}

function rowHtml(
  document: Listed,
  { today, type }: { readonly today: string; readonly type: string },
  isEnglish: boolean,
  cost: Html,
): Html {
  const { document_id: id, timeline_at: at, security_code: code, issuer_name: name, issuer_name_en: nameEn } = document;
  const dateTime = at === null ? undefined : html` dateTime="${at}"`;
  const gloss =
    isEnglish && nameEn !== null && nameEn !== ""
      ? html`<span class="text-muted" lang="en"> ${nameEn}</span>`
      : undefined;
  const link = html`<a class="text-ink hover:text-ai" lang="${document.language ?? "ja"}" href="${routes.document(id)}">${document.title ?? id}</a>`;
  const issuer = html`${code ?? undefined} <span lang="ja">${name ?? undefined}</span>${code === null && name === null ? "" : " · "}`;
  return html`<li class="grid-cols-[40px_minmax(0,1fr)_auto]" data-row="true" data-document="${id}"><time class="text-muted"${dateTime}>${shortTime(moment(at), today)}</time><span>${link}<span class="text-12 text-muted"><br>${issuer}${type}<span class="block">${gloss}</span></span></span><span data-cost="">${cost}</span></li>`;
}

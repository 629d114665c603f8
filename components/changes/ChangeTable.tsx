import { PlainHtml } from "@/components/ui/PlainHtml";
import type { ChangedSection, ChangeState } from "@/lib/changes/change-map";
import type { DocumentSummary } from "@/lib/contract/resources";
import type { DocumentChanges } from "@/lib/documents/changes";
import { html } from "@/lib/format/html";
import { keptHtml } from "@/lib/format/kept-html";
import { getLocale, getWords } from "@/lib/i18n/locale.server";
import { pageText } from "@/lib/page-text/page-text.server";
import { routes } from "@/lib/routes";

const signs: Readonly<Record<ChangeState, string>> = {
  same: "=",
  within: "·",
  renamed: "≈",
  changed: "±",
  new: "+",
  gone: "−",
  unknown: "?",
};

const indents = ["", "ps-5 max-md:ps-3", "ps-10 max-md:ps-6", "ps-14 max-md:ps-8", "ps-18 max-md:ps-8"];

/**
 * One row for each section of both documents; each leads to what became of it, word by word. It is sent as plain HTML:
 * on a cover it is closed, and its hundred rows would be half of what the page costs.
 */
export async function ChangeTable(props: {
  readonly document: DocumentSummary;
  readonly changes: DocumentChanges;
  /** The section that is shown beside. */
  readonly current?: string | undefined;
  /** Whether `j` and `k` go through the rows. */
  readonly isNavigable?: boolean;
}) {
  const { document, changes, current, isNavigable } = props;
  const t = await getWords("changes");
  const lang = document.language ?? "ja";
  const write = () => {
    const rows = changes.map.sections.map((row) => {
      const id = row.after?.id ?? row.before?.id ?? "";
      const before = row.before?.title ?? "";
      const notes = [
        row.before !== null && row.after !== null && (row.renamed || row.state === "renamed")
          ? t("was", { title: before })
          : "",
        row.moved ? t("moved") : "",
      ].filter((note) => note !== "");
      const isQuiet = row.state === "same" || row.state === "within";
      const marks = html`${isNavigable === true ? html` data-row="true"` : undefined}${id === current ? html` aria-current="true"` : undefined}`;
      const link =
        row.state === "gone" ? html` class="line-through"` : isQuiet ? html` class="text-muted!"` : undefined;
      const cost = isQuiet ? "c-cost text-12 text-muted" : "c-cost text-12";
      return html`<tr data-change="${row.state}"${marks}><td class="c-box text-center text-muted" aria-hidden="true">${signs[row.state]}</td><td class="c-nm"><span class="nm ${indents[Math.min(row.depth, 4)]}"><a${link} href="${routes.changes(document.document_id, { section: id })}" lang="${lang}">${row.after?.title ?? row.before?.title ?? id}</a>${notes.map((note) => html`<small>${note}</small>`)}</span></td><td class="c-chars text-end whitespace-nowrap text-muted">${lengthBy(row, t)}</td><td class="${cost}" title="${t(`${row.state}Tip`)}">${t(row.state)}</td></tr>`;
    });
    const head = html`<tr><th class="c-box" scope="col"><span class="sr-only">${t("change")}</span></th><th scope="col">${t("section")}</th><th class="c-chars text-end" scope="col">${t("length")}</th><th class="c-cost text-end" scope="col">${t("change")}</th></tr>`;
    const table = html`<table class="map"><caption class="sr-only">${t("caption")}</caption><thead>${head}</thead><tbody>${rows}</tbody></table>`;
    return table.text;
  };
  const form = [document.document_id, lang, await getLocale(), isNavigable].join(" ");
  const text = current === undefined ? keptHtml(changes.map, form, write) : write();
  return <PlainHtml text={await pageText(text)} />;
}

/** Lengths beside a verdict; where the service gives no verdict they are all that is known. */
function lengthBy({ before, after }: ChangedSection, t: Awaited<ReturnType<typeof getWords<"changes">>>): string {
  if (before === null || after === null || before.characters === null || after.characters === null) return "";
  if (before.characters === 0) return "";
  const percent = Math.round(((after.characters - before.characters) / before.characters) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return t("lengthBy", { sign, percent: Math.abs(percent) });
}

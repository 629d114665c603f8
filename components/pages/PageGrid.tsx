"use client";
"use memo";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { PaidAction, useOwnedDocument } from "@/components/cost";
import { pagePrice, timesPrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import type { ViewerData } from "@/lib/reading/viewer-data";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { readPages, writePages } from "@/lib/text/format/page-ranges";
import { PageOptions } from "./PageOptions";

/** The most pages bought at once: each is one request. */
const pagesMax = 200;

/** All pages of a document. Selecting spends nothing; the line beneath shows what the selection costs. */
export function PageGrid({ data }: { readonly data: ViewerData }) {
  const { document, pages } = data;
  const documentId = document.document_id;
  const t = useWords("pages");
  const locale = useLocale();
  const mine = useOwnedDocument(documentId).data;
  const owned = new Set(mine?.pages);
  const ordered = new Set(mine?.pending.pages.filter((page) => !owned.has(page)));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choosable = new Set(
    pages
      .filter((page) => page.listed && !owned.has(page.pageNumber) && !ordered.has(page.pageNumber))
      .map((page) => page.pageNumber),
  );
  const unlisted = pages.filter((page) => !page.listed && !owned.has(page.pageNumber)).length;
  const facts = [
    t("eachFor", { credits: pagePrice.max }),
    owned.size === 0 ? null : t("keyOwned", { n: owned.size }),
    ordered.size === 0 ? null : t("keyAsked", { n: ordered.size }),
    unlisted === 0 ? null : t("keyUnlisted", { n: unlisted }),
  ].filter((fact) => fact !== null);
  // Pages that were bought meanwhile leave the selection.
  const selected = [...chosen].filter((page) => choosable.has(page)).sort((a, b) => a - b);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <p role="status">
          <b className="font-semibold">{t("pageCount", { n: pages.length })}</b>
          {locale === "ja" ? "・" : ", "}
          {facts.join(between(locale))}
        </p>
        <PagesField pageCount={pages.length} choosable={choosable} chosen={selected} onChoose={setChosen} />
      </div>
      <PageOptions
        documentId={documentId}
        pages={pages}
        owned={owned}
        ordered={ordered}
        chosen={new Set(selected)}
        onChoose={setChosen}
      />
      <Total data={data} pages={selected} onClear={() => setChosen(new Set())} />
    </>
  );
}

function Total(props: { readonly data: ViewerData; readonly pages: readonly number[]; readonly onClear: () => void }) {
  const { data, pages } = props;
  const { document } = data;
  const t = useWords("pages");
  const router = useRouter();
  // Mounted while its own pages are on their way, which leave the selection then.
  const [isOpened, setOpened] = useState(false);
  if (pages.length > 0 && !isOpened) setOpened(true);
  if (!isOpened) return null;
  const first = pages[0] ?? 1;
  return (
    <div className="total" hidden={pages.length === 0 || undefined}>
      <span role="status">
        <b className="font-semibold">{t("chosenPages", { pages: writePages(pages) })}</b>{" "}
        <button className="link" type="button" onClick={props.onClear}>
          {t("clearSelection")}
        </button>
      </span>
      <PaidAction
        action={{ kind: "pages", document_id: document.document_id, pages: [...pages] }}
        verb={t("seePages", { n: pages.length })}
        busyVerb={t("seeingPages")}
        price={timesPrice(pagePrice, pages.length)}
        blocked={pages.length > pagesMax ? t("rangeTooLong", { max: pagesMax }) : undefined}
        subject={document.title ?? document.document_id}
        subjectLang={document.language}
        asked={pages.length === 0 ? null : undefined}
        onBought={() => router.push(routes.page(document.document_id, first))}
      />
    </div>
  );
}

/** The same selection as text, for long documents and small screens. */
function PagesField(props: {
  readonly pageCount: number;
  readonly choosable: ReadonlySet<number>;
  readonly chosen: readonly number[];
  readonly onChoose: (pages: ReadonlySet<number>) => void;
}) {
  const t = useWords("pages");
  const field = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? writePages(props.chosen);
  const read = readPages(text, props.pageCount);
  const left = draft === null ? [] : (read ?? []).filter((page) => !props.choosable.has(page));
  const problem =
    read === undefined
      ? t("pagesWrong", { n: props.pageCount })
      : left.length > 0
        ? t("pagesLeft", { pages: writePages(left) })
        : "";
  return (
    <span className="flex flex-wrap items-center gap-x-2 print:hidden">
      <label htmlFor={field}>{t("choosePages")}</label>
      <input
        className="input w-40"
        id={field}
        autoComplete="off"
        placeholder="35, 37–40"
        value={text}
        aria-invalid={read === undefined || undefined}
        aria-describedby={`${field}-note`}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          const pages = readPages(event.currentTarget.value, props.pageCount);
          if (pages !== undefined) props.onChoose(new Set(pages.filter((page) => props.choosable.has(page))));
        }}
        onBlur={() => (read === undefined ? undefined : setDraft(null))}
      />
      <span className="text-12/ui text-muted" id={`${field}-note`} role="status">
        {problem}
      </span>
    </span>
  );
}

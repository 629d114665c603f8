"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { PaidAction, Price, useOwnedDocument } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { pagePrice, timesPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { readPages, writePages } from "@/lib/text/format/page-ranges";
import { PageCells } from "./PageCells.tsx";

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly lang: string;
  readonly pageCount: number;
  /** The pages that the service lists, written short: "3–138". */
  readonly listed: string;
}

/** The pages as a strip of boxes. Selecting spends nothing; the button beneath shows what the selection would cost. */
export function PageStrip({ documentId, title, lang, pageCount, listed }: Props) {
  const t = useWords("document");
  const mine = useOwnedDocument(documentId).data;
  const owned = new Set(mine?.pages ?? []);
  const pending = new Set(mine?.pending.pages ?? []);
  const available = new Set(readPages(listed, pageCount) ?? []);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const priced = [...chosen]
    .filter((page) => available.has(page) && !owned.has(page) && !pending.has(page))
    .sort((a, b) => a - b);
  const ownedCount = [...owned].filter((page) => page <= pageCount).length;
  const none = pageCount - available.size;
  if (available.size === 0 && owned.size === 0) {
    return (
      <section className="min-w-0" aria-labelledby="pages-of">
        <div className="sect-h">
          <h2 id="pages-of">{t("pages")}</h2>
        </div>
        <p className="text-muted text-12/ui">{t("noPages")}</p>
      </section>
    );
  }
  return (
    <section className="min-w-0" aria-labelledby="pages-of">
      <div className="sect-h">
        <h2 id="pages-of">{t("pages")}</h2>
        <span className="end">
          {t("each")} <Price {...pagePrice} />
        </span>
      </div>
      <PageCells
        pageCount={pageCount}
        owned={owned}
        pending={pending}
        available={available}
        chosen={chosen}
        onChoose={setChosen}
      />
      <p className="key">
        <span>
          <i className="own" />
          {t("keyOwned", { n: ownedCount })}
        </span>
        <span>
          <i />
          {t("keyPriced", { n: [...available].filter((page) => !owned.has(page) && !pending.has(page)).length })}
        </span>
        {pending.size === 0 ? null : (
          <span>
            <i className="wait" />
            {t("keyHeld", { n: pending.size })}
          </span>
        )}
        {none === 0 ? null : (
          <span>
            <i className="none" />
            {t("keyNone", { n: none })}
          </span>
        )}
      </p>
      <PagesField pageCount={pageCount} available={available} chosen={chosen} onChoose={setChosen} />
      <div className="row-acts mt-2 gap-x-3">
        <SeePages documentId={documentId} title={title} lang={lang} pages={priced} />
        <Link className="text-12/ui" href={routes.page(documentId, firstPage(available))}>
          {t("openViewer")}
        </Link>
      </div>
    </section>
  );
}

function SeePages({
  documentId,
  title,
  lang,
  pages,
}: {
  documentId: string;
  title: string;
  lang: string;
  pages: number[];
}) {
  const t = useWords("document");
  const router = useRouter();
  const first = pages[0] ?? 1;
  return (
    <PaidAction
      action={{ kind: "pages", document_id: documentId, pages }}
      verb={t("seePages", { n: pages.length, pages: writePages(pages) })}
      price={timesPrice(pagePrice, pages.length)}
      subject={title}
      subjectLang={lang}
      // Mounted while its own pages are on their way, which leave the selection then.
      asked={pages.length === 0 ? null : undefined}
      size="sm"
      onBought={() => router.push(routes.page(documentId, first))}
    />
  );
}

/** The same selection as a text field, for long documents, small screens and keyboards. */
function PagesField(props: {
  readonly pageCount: number;
  readonly available: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (pages: ReadonlySet<number>) => void;
}) {
  const t = useWords("document");
  const field = useId();
  const note = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? writePages(props.chosen);
  const read = readPages(text, props.pageCount);
  const unlisted = (read ?? []).filter((page) => !props.available.has(page));
  const problem =
    read === undefined
      ? t("pagesWrong", { n: props.pageCount })
      : unlisted.length > 0
        ? t("pagesUnlisted", { pages: writePages(unlisted) })
        : "";
  return (
    <div className="field mt-3 print:hidden">
      <label htmlFor={field}>{t("choosePages")}</label>
      <input
        className="input"
        id={field}
        inputMode="text"
        autoComplete="off"
        value={text}
        aria-invalid={read === undefined || undefined}
        aria-describedby={note}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          const pages = readPages(event.currentTarget.value, props.pageCount);
          if (pages !== undefined) props.onChoose(new Set(pages.filter((page) => props.available.has(page))));
        }}
        onBlur={() => (read === undefined ? undefined : setDraft(null))}
      />
      <span className="text-12/ui text-muted" id={note} role="status">
        {problem}
      </span>
    </div>
  );
}

function firstPage(available: ReadonlySet<number>): number {
  return available.size === 0 ? 1 : Math.min(...available);
}

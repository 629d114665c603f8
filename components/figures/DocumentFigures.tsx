import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import type { FiguresView, ReadFiguresView } from "@/lib/documents/figures-view";
import { getLocale, getWords } from "@/lib/i18n/locale.server";
import { api, routes } from "@/lib/routes";
import { BuyFigures } from "./BuyFigures.tsx";
import { CopyTable } from "./CopyTable.tsx";
import { FigureList } from "./FigureList.tsx";
import { FigureTable } from "./FigureTable.tsx";

/** The figures of one document: what they would be, or the statements that its package holds. */
export async function DocumentFigures({ view }: { readonly view: FiguresView }) {
  const { document } = view;
  const t = await getWords("figures");
  const locale = await getLocale();
  const lang = document.language ?? "ja";
  const facts =
    view.state === "read"
      ? [t("factsLine", { n: view.count }), view.years === 0 ? null : t("years", { n: view.years }), view.standard]
      : [];
  const line = facts.filter((part) => part !== null).join(locale === "ja" ? "・" : " · ");
  return (
    <>
      <ol className="crumbs">
        {document.security_code === null ? null : (
          <li>
            <Link href={routes.issuer(document.security_code)} lang="ja">
              {document.issuer_name ?? document.security_code}
            </Link>
          </li>
        )}
        <li>
          <Link href={routes.document(document.document_id)} lang={lang}>
            {document.title ?? document.document_id}
          </Link>
        </li>
      </ol>
      <header className="mb-5">
        <h1 className="h-page">{t("title")}</h1>
        <p className="mt-0.5 text-14 text-muted">{line}</p>
      </header>
      <Content view={view} lang={lang} />
    </>
  );
}

async function Content({ view, lang }: { readonly view: FiguresView; readonly lang: string }) {
  const t = await getWords("figures");
  const { document } = view;
  const title = document.title ?? document.document_id;
  if (view.state === "read") {
    return view.count === 0 ? <Notice title={t("emptyTitle")}>{t("emptyText")}</Notice> : <Statements view={view} />;
  }
  if (view.state === "none") return <Notice title={t("noneTitle")}>{t("noneText")}</Notice>;
  if (view.state === "unread") {
    const isDamaged = view.reason === "damaged";
    return (
      <div className="grid justify-items-start gap-3">
        <Notice title={t("unreadTitle")}>
          {isDamaged ? t("damagedText") : t("unreadText", { reason: view.reason })}
        </Notice>
        <Link className="btn" href={routes.original(document.document_id, view.originalId)}>
          {t("openPackage")}
        </Link>
      </div>
    );
  }
  return (
    <section className="grid max-w-160 justify-items-start gap-3" aria-labelledby="figures-to-buy">
      <h2 className="text-16/6 font-semibold" id="figures-to-buy">
        {t(`unboughtTitle_${sizeOf(document)}`)}
      </h2>
      <p>{t("unboughtWhat")}</p>
      <ul className="list-disc ps-5 leading-6">
        <li>{document.document_family === "timely_disclosure" ? t("unboughtSummary") : t("unboughtKey")}</li>
        <li>{t("unboughtLabels")}</li>
        <li>{t("unboughtOut")}</li>
      </ul>
      <p className="text-muted">{t("unboughtSmall")}</p>
      {view.original === undefined ? null : (
        <BuyFigures
          documentId={document.document_id}
          originalId={view.original.original_id}
          title={title}
          language={lang}
        />
      )}
    </section>
  );
}

/** How much such a document usually holds: counted on real filings. */
function sizeOf({ document_type: type, document_family: family }: FiguresView["document"]) {
  if (type === "annual_securities_report") return "annual";
  if (type === "semiannual_report" || type === "quarterly_report") return "half";
  if (type === "earnings_summary") return "summary";
  return family === "timely_disclosure" ? "notice" : "other";
}

async function Statements({ view }: { readonly view: ReadFiguresView }) {
  const t = await getWords("figures");
  const id = view.document.document_id;
  return (
    <>
      <nav className="mb-4 flex flex-wrap gap-x-5 gap-y-1 border-b border-line" aria-label={t("views")}>
        {[...view.kinds, "all" as const].map((kind) => (
          <Link
            key={kind}
            className="-mb-px border-b-2 border-transparent pt-1.5 pb-2 text-ink hover:text-ai hover:no-underline current:border-b-ai current:font-semibold current:text-ai"
            href={routes.figures(id, { show: kind })}
            aria-current={kind === view.show ? "page" : undefined}
          >
            {t(`kind_${kind}`)}
          </Link>
        ))}
      </nav>
      <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <CopyTable within="figures" />
        <span className="text-muted">{t("download")}</span>
        <a href={api.figuresFile(id, { format: "csv" })} download>
          {t("csv")}
        </a>
        <a href={api.figuresFile(id, { format: "xlsx" })} download>
          {t("xlsx")}
        </a>
        {view.document.security_code === null ? null : (
          <Link href={routes.comparedFigures({ issuer: view.document.security_code })}>{t("compare")}</Link>
        )}
      </p>
      {view.unreadCount === 0 ? null : <p className="mb-4 text-muted">{t("unreadFigures", { n: view.unreadCount })}</p>}
      <div id="figures">
        {view.tables.map((table, at) => (
          <FigureTable key={at} table={table} placeOf={view.placeOf} />
        ))}
        <FigureList view={view} />
      </div>
    </>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

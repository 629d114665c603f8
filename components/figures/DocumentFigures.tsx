import type { ReactNode } from "react";
import { DocumentHead } from "@/components/document";
import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { DocumentViews } from "@/lib/reading/document-views";
import type { FiguresView, ReadFiguresView } from "@/lib/reading/figures-view";
import { api, routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { CopyTable } from "./CopyTable.tsx";
import { FigureList } from "./FigureList.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { UnboughtFigures } from "./UnboughtFigures.tsx";
import { UnreadLater } from "./UnreadLater.tsx";
import { unreadTitle, unreadWords } from "./unread-words.ts";

/** The figures of one document: what they would be, or the statements that its package holds. */
export async function DocumentFigures({ view, views }: { readonly view: FiguresView; readonly views: DocumentViews }) {
  const { document } = view;
  const t = await getWords("figures");
  const locale = await getLocale();
  const facts =
    view.state === "read"
      ? [t("factsLine", { n: view.count }), view.years === 0 ? null : t("years", { n: view.years }), view.standard]
      : [];
  const line = facts.filter((part) => part !== null).join(between(locale));
  return (
    <>
      <DocumentHead document={document} views={views} here="figures" />
      {line === "" ? null : <p className="mb-3 text-12/ui text-muted">{line}</p>}
      <Content view={view} />
    </>
  );
}

async function Content({ view }: { readonly view: FiguresView }) {
  const t = await getWords("figures");
  const { document } = view;
  if (view.state === "read") {
    return view.count === 0 ? <Notice title={t("emptyTitle")}>{t("emptyText")}</Notice> : <Statements view={view} />;
  }
  if (view.state === "none") return <Notice title={t("noneTitle")}>{t("noneText")}</Notice>;
  if (view.state === "unread") {
    const { reason } = view;
    return (
      <div className="grid justify-items-start gap-3">
        <Notice title={unreadTitle(reason, t)}>{unreadWords(reason, t)}</Notice>
        <Link className="btn" href={routes.original(document.document_id, view.originalId)}>
          {t("openPackage")}
        </Link>
      </div>
    );
  }
  return <UnboughtFigures document={document} original={view.original} />;
}

async function Statements({ view }: { readonly view: ReadFiguresView }) {
  const t = await getWords("figures");
  const locale = await getLocale();
  const id = view.document.document_id;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <nav className="flex flex-wrap gap-x-5 gap-y-1 print:hidden" aria-label={t("views")}>
          {[...view.kinds, "all" as const].map((kind) => (
            <Link
              key={kind}
              className="text-muted hover:text-ai hover:no-underline current:font-semibold current:text-ink"
              href={routes.figures(id, { show: kind })}
              aria-current={kind === view.show ? "page" : undefined}
            >
              {t(`kind_${kind}`)}
            </Link>
          ))}
        </nav>
        <p className="ms-auto flex flex-wrap items-baseline gap-x-4 gap-y-1 max-md:ms-0 print:hidden">
          {view.document.security_code === null ? null : (
            <Link href={routes.comparedFigures({ issuer: view.document.security_code })}>{t("compare")}</Link>
          )}
          <CopyTable within="figures" label={t("copy")} done={t("copied")} />
          <a href={api.figuresFile(id, { format: "csv" })} download>
            {t("csv")}
          </a>
          <a href={api.figuresFile(id, { format: "xlsx" })} download>
            {t("xlsx")}
          </a>
        </p>
      </div>
      <UnreadLater packages={view.unreadLater} t={t} locale={locale} />
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

"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { RowChanges } from "@/components/changes-row";
import { useOwnedDocuments } from "@/components/cost";
import { DocumentCost } from "@/components/documents";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { unwatchIssuer } from "@/lib/next/queries/watches";
import { routes } from "@/lib/routes";
import type { OwnedDocument } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import type { ListedDocument } from "@/lib/text/format/free-lists";
import { shortTime } from "@/lib/text/format/short-time";
import { typeName } from "@/lib/text/i18n/document-words";

export interface WatchedIssuer {
  readonly security_code: string;
  readonly name: string | null;
  readonly name_en: string | null;
  /** Null where the service did not answer; undefined where the issuer has no documents. */
  readonly newest: ListedDocument | null | undefined;
}

interface Props {
  readonly issuers: readonly WatchedIssuer[];
  readonly today: string;
}

/** The newest document of each watched issuer, the latest filer first. */
export function Watched({ issuers, today }: Props) {
  const t = useWords("desk");
  const [editing, setEditing] = useState(false);
  const owned = useOwnedDocuments(issuers.flatMap(({ newest }) => (newest == null ? [] : [newest.document_id])));
  const ownedById = new Map(owned.data?.map((each) => [each.document_id, each]));
  return (
    <>
      <div className="sect-h">
        <h2 id="watched">{t("watched")}</h2>
        <span className="text-muted text-12/ui">{t("watchedNote", { count: issuers.length })}</span>
        <span className="end">
          <button className="link" type="button" aria-pressed={editing} onClick={() => setEditing(!editing)}>
            {t(editing ? "done" : "edit")}
          </button>
        </span>
      </div>
      <table className="list max-md:block" aria-labelledby="watched">
        <thead className="max-md:absolute max-md:[clip-path:inset(50%)]">
          <tr>
            <th scope="col">{t("code")}</th>
            <th scope="col">{t("issuer")}</th>
            <th scope="col">{t("newest")}</th>
            <th scope="col" className="text-end whitespace-nowrap">
              {t("filed")}
            </th>
            <th scope="col" className="text-end whitespace-nowrap">
              {editing ? <span className="sr-only">{t("unwatch")}</span> : t("toRead")}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {issuers.map((issuer) => (
            <Row
              key={issuer.security_code}
              issuer={issuer}
              today={today}
              editing={editing}
              owned={ownedById.get(issuer.newest?.document_id ?? "")}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  readonly issuer: WatchedIssuer;
  readonly today: string;
  readonly editing: boolean;
  readonly owned: OwnedDocument | undefined;
}

function Row({ issuer, today, editing, owned }: RowProps) {
  const t = useWords("desk");
  const locale = useLocale();
  const { security_code: code, newest } = issuer;
  const at = moment(newest?.timeline_at ?? null);
  return (
    <tr
      className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:border-b max-md:border-line max-md:py-2.5 max-md:*:border-0 max-md:*:p-0"
      data-row
    >
      <td className="max-md:hidden whitespace-nowrap text-muted">{code}</td>
      <td className="whitespace-nowrap max-md:whitespace-normal">
        <span className="two">
          <Link href={routes.issuer(code)} lang="ja">
            {issuer.name ?? code}
          </Link>
          <span>
            <span className="md:hidden">{code + between(locale)}</span>
            {issuer.name_en}
          </span>
        </span>
      </td>
      <td className="max-md:col-start-1 max-md:row-start-2">
        {newest == null ? <NoDocument known={newest !== null} /> : <Newest document={newest} />}
      </td>
      <td className="max-md:col-start-2 max-md:row-start-1 text-end whitespace-nowrap text-muted">
        <time dateTime={newest?.timeline_at ?? undefined}>{shortTime(at, today, locale)}</time>
      </td>
      <td className="max-md:col-start-2 max-md:row-start-2 text-end whitespace-nowrap">
        {editing ? (
          <Unwatch code={code} name={issuer.name ?? code} label={t("unwatch")} />
        ) : newest == null ? null : (
          <DocumentCost compact document={newest} owned={owned} />
        )}
      </td>
    </tr>
  );
}

function NoDocument({ known }: { readonly known: boolean }) {
  const t = useWords("desk");
  return <span className="text-muted">{t(known ? "noDocuments" : "newestUnknown")}</span>;
}

function Newest({ document }: { readonly document: ListedDocument }) {
  const types = useWords("documents");
  return (
    <span className="two">
      <Link
        className="max-md:text-13"
        href={routes.document(document.document_id)}
        lang={document.language ?? "ja"}
        data-row-link
      >
        {document.title ?? document.document_id}
      </Link>
      <span className="max-md:hidden">
        {typeName(document.document_type, types)}
        <RowChanges document={document} />
      </span>
    </span>
  );
}

function Unwatch({ code, name, label }: { readonly code: string; readonly name: string; readonly label: string }) {
  const t = useWords("desk");
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const unwatch = async () => {
    setBusy(true);
    await unwatchIssuer(code).finally(() => setBusy(false));
    router.refresh();
  };
  return (
    <button
      className="btn sm"
      type="button"
      disabled={busy}
      aria-label={t("unwatchIssuer", { name })}
      onClick={() => void unwatch()}
    >
      {label}
    </button>
  );
}

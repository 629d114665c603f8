"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DocumentCost } from "@/components/documents";
import { useOwnedDocuments } from "@/components/cost";
import { typeName } from "@/lib/i18n/document-words";
import { moment } from "@/lib/format/clock";
import { useWords } from "@/lib/i18n/provider";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { unwatchIssuer } from "@/lib/queries/watches";
import { routes } from "@/lib/routes";
import { type DeskDocument, shortTime } from "./desk-document.ts";

export interface WatchedIssuer {
  readonly security_code: string;
  readonly name: string | null;
  readonly name_en: string | null;
  /** Null where the service did not answer; undefined where the issuer has no documents. */
  readonly newest: DeskDocument | null | undefined;
  readonly isNew: boolean;
}

interface Props {
  readonly issuers: readonly WatchedIssuer[];
  readonly today: string;
  /** "3 new since …", or nothing at the first visit. */
  readonly newsNote: string | undefined;
}

/** The newest document of each watched issuer, the latest filer first. */
export function Watched({ issuers, today, newsNote }: Props) {
  const t = useWords("desk");
  const [editing, setEditing] = useState(false);
  const owned = useOwnedDocuments(issuers.flatMap(({ newest }) => (newest == null ? [] : [newest.document_id])));
  const ownedById = new Map(owned.data?.map((each) => [each.document_id, each]));
  return (
    <>
      <div className="sect-h">
        <h2 id="watched">{t("watched")}</h2>
        <span className="muted small">
          {t("watchedNote", { count: issuers.length })}
          {newsNote === undefined ? null : ` · ${newsNote}`}
        </span>
        <span className="end">
          <button className="link" type="button" aria-pressed={editing} onClick={() => setEditing(!editing)}>
            {t(editing ? "done" : "edit")}
          </button>
        </span>
      </div>
      <table className="list watch" aria-labelledby="watched">
        <thead>
          <tr>
            <th scope="col">{t("code")}</th>
            <th scope="col">{t("issuer")}</th>
            <th scope="col">{t("newest")}</th>
            <th scope="col" className="num">
              {t("filed")}
            </th>
            <th scope="col" className="num">
              {editing ? <span className="vh">{t("unwatch")}</span> : t("toRead")}
            </th>
          </tr>
        </thead>
        <tbody>
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
  const { security_code: code, newest } = issuer;
  const at = moment(newest?.timeline_at ?? null);
  return (
    <tr data-row>
      <td className="c-code code">{code}</td>
      <td className="c-name">
        <span className="two">
          <Link href={routes.issuer(code)} lang="ja" prefetch={false}>
            {issuer.name ?? code}
          </Link>
          <span>
            <span className="m-only">{code} · </span>
            {issuer.name_en}
          </span>
        </span>
      </td>
      <td className="c-doc">
        {newest == null ? <NoDocument known={newest !== null} /> : <Newest document={newest} isNew={issuer.isNew} />}
      </td>
      <td className="c-when num muted">
        <time dateTime={newest?.timeline_at ?? undefined}>{shortTime(at, today)}</time>
      </td>
      <td className="c-cost num">
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
  return <span className="muted">{t(known ? "noDocuments" : "newestUnknown")}</span>;
}

function Newest({ document, isNew }: { readonly document: DeskDocument; readonly isNew: boolean }) {
  const t = useWords("desk");
  const types = useWords("documents");
  return (
    <span className="two">
      <Link
        href={routes.document(document.document_id)}
        lang={document.language ?? "ja"}
        prefetch={false}
        data-row-link
      >
        {document.title ?? document.document_id}
      </Link>
      <span>
        {isNew ? <b className="is-new">{t("new")}</b> : null}
        {typeName(document.document_type, types)}
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

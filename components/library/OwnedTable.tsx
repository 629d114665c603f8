"use client";

import { StandingMarks } from "@/components/standing";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { api, routes } from "@/lib/routes";
import type { LibraryItem } from "@/lib/spending/wire";
import { typeName } from "@/lib/text/i18n/document-words";
import { Bought } from "./Bought.tsx";
import { ledgerCell, ledgerHead, ledgerRow, ledgerTable } from "./ledger-columns.ts";
import { type DocumentGroup, type IssuerGroup, ownedGroups } from "./owned-groups.ts";

const columns = 5;

/** Owned things with when they were bought, whether they were opened and what they cost; by issuer and document. */
export function OwnedTable({ items, grouped }: { items: readonly LibraryItem[]; grouped: boolean }) {
  const t = useWords("library");
  return (
    <table className={ledgerTable}>
      <thead className={ledgerHead}>
        <tr>
          <th scope="col">{t("colBought")}</th>
          <th scope="col">{t("colAction")}</th>
          <th scope="col">{t("colWhat")}</th>
          <th scope="col">{t("colOpened")}</th>
          <th className="text-end whitespace-nowrap" scope="col">
            {t("colPaid")}
          </th>
        </tr>
      </thead>
      {grouped ? (
        ownedGroups(items).map((group) => (
          <tbody
            className="phone:block"
            key={`${group.code ?? group.name ?? ""} ${group.documents[0]?.documentId ?? ""}`}
          >
            <IssuerRow group={group} />
            {group.documents.map((document) => [
              document.documentId === null ? null : <DocumentRow key={document.documentId} document={document} />,
              ...document.items.map((item) => <ItemRow key={item.artifact_id} item={item} within />),
            ])}
          </tbody>
        ))
      ) : (
        <tbody className="phone:block">
          {items.map((item) => (
            <ItemRow key={item.artifact_id} item={item} />
          ))}
        </tbody>
      )}
    </table>
  );
}

function IssuerRow({ group }: { group: IssuerGroup }) {
  const t = useWords("library");
  const isQuestions = group.documents.every((each) => each.documentId === null);
  return (
    <tr className="phone:block">
      <th
        className="border-b-rule! pt-5! text-start text-14/5! font-semibold whitespace-normal! text-ink! phone:block"
        colSpan={columns}
        scope="rowgroup"
      >
        {isQuestions ? (
          t("questions")
        ) : (
          <>
            {group.code === null ? (
              <span lang="ja">{group.name}</span>
            ) : (
              <Link className="text-ink hover:text-ai" href={routes.issuer(group.code)} lang="ja">
                {group.name ?? group.code}
              </Link>
            )}{" "}
            <span className="font-normal text-muted">
              {group.code}
              <IssuerGloss name={group.nameEn} />
            </span>
          </>
        )}
      </th>
    </tr>
  );
}

function DocumentRow({ document }: { document: DocumentGroup }) {
  const types = useWords("documents");
  if (document.documentId === null) return null;
  return (
    <tr className="phone:block">
      <th className="pt-2.5! text-start font-normal! whitespace-normal! phone:block" colSpan={columns} scope="rowgroup">
        <Link
          className="text-13/5 font-semibold text-ink hover:text-ai"
          href={routes.document(document.documentId)}
          lang="ja"
        >
          {document.title ?? document.documentId}
        </Link>{" "}
        <span className="inline-block text-muted">{typeName(document.type, types)}</span>{" "}
        <StandingMarks document={document.standing} separated={false} />
      </th>
    </tr>
  );
}

/** `within`: beneath its document, whose name it then doesn't repeat. */
function ItemRow({ item, within = false }: { item: LibraryItem; within?: boolean }) {
  const t = useWords("library");
  const cost = useWords("cost");
  return (
    <tr className={ledgerRow}>
      <td className={ledgerCell.time}>{item.stored_at.slice(0, 10)}</td>
      <td className={ledgerCell.action}>{cost(`kind_${item.kind}`)}</td>
      <td className={`${ledgerCell.what} w-full`}>
        <Bought thing={{ ...item, hit_count: null }} within={within} />
        {within ? null : (
          <span className="text-12/ui">
            <StandingMarks document={item.standing} separated={false} />
          </span>
        )}
        <FiguresLink item={item} />
        <Passage item={item} />
        {item.unreadable ? (
          <span className="outcome unknown">
            {t(item.incomplete ? "incomplete" : "unreadable")}{" "}
            <a href={api.ownedArtifact(item.artifact_id)}>{t("asItCame")}</a>
          </span>
        ) : null}
      </td>
      <td className={`${ledgerCell.outcome} text-muted`}>{t(item.opened ? "opened" : "notOpened")}</td>
      <td className={ledgerCell.credits}>{item.credits}</td>
    </tr>
  );
}

/** An owned package has a page of its figures. */
function FiguresLink({ item: { document_id: documentId, original_id: originalId } }: { item: LibraryItem }) {
  const t = useWords("library");
  // Other services have other ids; there the way leads over the document's cover.
  if (documentId === null || originalId !== "zip") return null;
  return (
    <Link className="text-12/ui" href={routes.figures(documentId)}>
      {t("figuresOf")}
    </Link>
  );
}

function Passage({ item }: { item: LibraryItem }) {
  const t = useWords("library");
  if (item.snippet_unread !== null)
    return (
      <span className="mt-0.5 block text-12/5 text-muted">
        {t(item.snippet_unread === "busy" ? "noExcerptNow" : "noExcerpt")}
      </span>
    );
  if (item.snippet === null) return null;
  const { text, highlights } = item.snippet;
  const pieces: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of highlights) {
    if (start < at) continue;
    pieces.push({ text: text.slice(at, start), marked: false }, { text: text.slice(start, end), marked: true });
    at = end;
  }
  pieces.push({ text: text.slice(at), marked: false });
  return (
    <span className="mt-0.5 block text-12/5 text-muted" lang="ja">
      {pieces.map((piece, index) =>
        piece.marked ? (
          <mark className="text-ink underline decoration-ai underline-offset-3" key={index}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </span>
  );
}

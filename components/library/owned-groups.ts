import type { LibraryItem } from "@/lib/spending/wire";

/** Owned things of one document; `documentId` is null for searches and news. */
export interface DocumentGroup {
  readonly documentId: string | null;
  readonly title: string | null;
  readonly type: string | null;
  readonly standing: LibraryItem["standing"];
  readonly items: readonly LibraryItem[];
}

export interface IssuerGroup {
  /** Null where a document has no code, and for searches and news. */
  readonly code: string | null;
  readonly name: string | null;
  readonly nameEn: string | null;
  readonly documents: readonly DocumentGroup[];
}

/** Puts items that come sorted by issuer and document under both. Only neighbours meet, so their order stays. */
export function ownedGroups(items: readonly LibraryItem[]): IssuerGroup[] {
  const groups: { group: IssuerGroup; documents: { group: DocumentGroup; items: LibraryItem[] }[] }[] = [];
  for (const item of items) {
    let issuer = groups.at(-1);
    const isSameIssuer =
      issuer !== undefined &&
      issuer.group.code === item.security_code &&
      (item.security_code !== null || issuer.group.name === item.issuer_name);
    if (issuer === undefined || !isSameIssuer) {
      issuer = {
        group: { code: item.security_code, name: item.issuer_name, nameEn: item.issuer_name_en, documents: [] },
        documents: [],
      };
      groups.push(issuer);
    }
    let document = issuer.documents.at(-1);
    if (document?.group.documentId !== item.document_id || document === undefined) {
      const { document_id: documentId, document_title: title, document_type: type, standing } = item;
      document = { group: { documentId, title, type, standing, items: [] }, items: [] };
      issuer.documents.push(document);
    }
    document.items.push(item);
  }
  return groups.map(({ group, documents }) => ({
    ...group,
    documents: documents.map((each) => ({ ...each.group, items: each.items })),
  }));
}

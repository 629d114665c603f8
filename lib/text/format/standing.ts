/** The state of a document since it was filed, worded alike wherever it is named. */

export interface StatusFields {
  readonly content_status?: string | null | undefined;
  readonly amends_document_id?: string | null | undefined;
  readonly amended_by_document_id?: string | null | undefined;
  readonly superseded_by_document_id?: string | null | undefined;
}

export interface StatusNote {
  readonly kind: "withdrawn" | "amended" | "superseded" | "amends";
  /** The successor, or the corrected document; null for a withdrawal, which nothing replaces. */
  readonly documentId: string | null;
}

/** The weightiest first. */
export function statusNotesOf(document: StatusFields): readonly StatusNote[] {
  const standing: StatusNote[] = [];
  if (document.content_status === "withdrawn") standing.push({ kind: "withdrawn", documentId: null });
  const add = (kind: StatusNote["kind"], documentId: string | null | undefined) => {
    if (documentId != null && documentId !== "") standing.push({ kind, documentId });
  };
  add("amended", document.amended_by_document_id);
  add("superseded", document.superseded_by_document_id);
  add("amends", document.amends_document_id);
  return standing;
}

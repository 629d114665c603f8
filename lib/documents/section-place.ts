import { DocumentId, SectionId } from "../contract/ids.ts";
import { pathValue } from "../routes.ts";

interface SectionPlace {
  readonly documentId: DocumentId;
  readonly sectionId: SectionId;
}

/** What the parts of an address beneath that of documents name; undefined where they are no section's. */
export function sectionPlace([document = "", kind, section = "", ...more]: readonly string[]):
  | SectionPlace
  | undefined {
  const documentId = DocumentId.safeParse(pathValue(document));
  const sectionId = SectionId.safeParse(pathValue(section));
  if (kind !== "sections" || more.length > 0 || !documentId.success || !sectionId.success) return undefined;
  return { documentId: documentId.data, sectionId: sectionId.data };
}

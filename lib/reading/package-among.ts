import type { DocumentSummary, Original } from "../contract/resources.ts";

/** The original that is an XBRL package: filings and timely disclosures have one, IR materials don't. */
export function packageAmong(
  originals: readonly Original[],
  document: Pick<DocumentSummary, "document_family">,
): Original | undefined {
  if (document.document_family === "ir_material") return undefined;
  return (
    originals.find(({ original_id }) => original_id === "zip") ??
    originals.find(
      ({ original_id, media_type }) =>
        media_type === "application/zip" && !/^(?:csv|english|attachment|image)/.test(original_id),
    )
  );
}

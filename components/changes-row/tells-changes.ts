export interface AnnualReport {
  readonly document_type: string | null;
  readonly content_status: string;
}

export function tellsChanges({ document_type, content_status }: AnnualReport): boolean {
  return document_type === "annual_securities_report" && content_status === "ready";
}

export interface DocumentListInput {
  readonly security_codes?: readonly string[];
  readonly document_families?: readonly string[];
  readonly document_types?: readonly string[];
  readonly timeline_since?: string;
  readonly timeline_until?: string;
}

/** The most that a service sends at once, so that fewer requests count against the key's limits. */
export const documentsAPage = 100;

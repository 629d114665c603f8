import type { CatalogDocument } from "../../storage/ports.ts";

/** Makes the tag of a text, which is equal for two sections of one issuer with the same text. */
export type ContentTags = (document: CatalogDocument, textHash: string) => string;

const tagBytes = 16;

/**
 * Keyed with the service's secret and the issuer, so that a tag can neither confirm a guessed text nor show that two
 * issuers use the same text.
 */
export function createContentTags(authenticate: (message: string) => Buffer): ContentTags {
  return ({ summary }, textHash) => {
    const issuer = summary.security_code ?? summary.issuer_name ?? summary.document_id;
    return authenticate(`content-tag\0${issuer}\0${textHash}`).subarray(0, tagBytes).toString("base64url");
  };
}

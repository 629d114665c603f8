import type { CatalogDocument } from "../../storage/ports.ts";

/** Makes the tag of a text, by which two sections of one issuer are told to be the same. */
export type ContentTags = (document: CatalogDocument, textHash: string) => string;

const tagBytes = 16;

/**
 * Keyed with the service's secret and with the issuer: nobody can guess a text and check the guess, nor follow a
 * boilerplate from one issuer to another.
 */
export function createContentTags(authenticate: (message: string) => Buffer): ContentTags {
  return ({ summary }, textHash) => {
    const issuer = summary.security_code ?? summary.issuer_name ?? summary.document_id;
    return authenticate(`content-tag\0${issuer}\0${textHash}`).subarray(0, tagBytes).toString("base64url");
  };
}

import type { KnownDocument } from "../../storage/ports.ts";

/** Makes the tag of a text, which is equal for two sections of one issuer with the same text. */
export type ContentTags = (issuer: string, textHash: string) => string;

/** Whose tags a document's texts have: a code goes before a name, since names change. */
export function issuerInTags(document: Pick<KnownDocument, "securityCode" | "issuerName" | "documentId">): string {
  return document.securityCode ?? document.issuerName ?? document.documentId;
}

const tagBytes = 16;
const versionBytes = 4;

/** Changes with the rules by which texts are normalised before they are hashed. */
const rules = 1;

/**
 * Keyed with a key of its own and the issuer, so that a tag can neither confirm a guessed text nor show that two issuers
 * use the same text. Each tag begins with its version, which follows from the key and the rules: tags of two versions
 * say nothing about each other.
 */
export function createContentTags(authenticate: (message: string) => Buffer): ContentTags {
  const version = `${rules}-${authenticate("content-tag-version").subarray(0, versionBytes).toString("hex")}`;
  return (issuer, textHash) => {
    const tag = authenticate(`content-tag\0${issuer}\0${textHash}`).subarray(0, tagBytes);
    return `${version}.${tag.toString("base64url")}`;
  };
}

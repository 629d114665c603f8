/** A document's id, an address of EDINET's viewer or of this app, or an issuer's code; else a name. */
import { normaliseSecurityCode } from "../../contract/security-code.ts";

export type FindTarget =
  | { readonly kind: "document"; readonly documentId: string }
  | { readonly kind: "issuer"; readonly securityCode: string }
  /** A place in this app, as path, query and fragment. */
  | { readonly kind: "place"; readonly path: string };

/** EDINET document ids: S and seven characters, S100… so far. */
const documentId = /^S[0-9][0-9A-Z]{6}$/;
/** Timely disclosures have numbers of fourteen digits. */
const disclosureNumber = /^[0-9]{14}$/;
const documentIdInside = /(?:^|[^0-9A-Za-z])(S[0-9][0-9A-Z]{6})(?![0-9A-Za-z])/;
const edinetHost = /(?:^|\.)edinet-fsa\.go\.jp$/;
const ownPlace = /^\/(?:documents|issuers|news|search|library|account)(?:\/|$)/;

/** `origin` is this app's own, for pasted links to its pages. */
export function findTarget(input: string, origin: string): FindTarget | undefined {
  const text = input.normalize("NFKC").trim();
  if (/^https?:\/\//i.test(text)) return targetOfAddress(text, origin);
  const upper = text.toUpperCase();
  if (documentId.test(upper)) return { kind: "document", documentId: upper };
  if (disclosureNumber.test(text)) return { kind: "document", documentId: text };
  const code = normaliseSecurityCode(text);
  return code === undefined ? undefined : { kind: "issuer", securityCode: code };
}

function targetOfAddress(text: string, origin: string): FindTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.origin === origin && ownPlace.test(url.pathname)) {
    return { kind: "place", path: url.pathname + url.search + url.hash };
  }
  if (!edinetHost.test(url.hostname)) return undefined;
  const found = documentIdInside.exec((url.pathname + url.search + url.hash).toUpperCase());
  return found?.[1] === undefined ? undefined : { kind: "document", documentId: found[1] };
}

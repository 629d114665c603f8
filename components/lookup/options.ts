import type { Route } from "next";
import { routes } from "@/lib/routes";
import { type FindTarget, findTarget } from "@/lib/text/format/find-target";
import type { ListedDocument, ListedIssuer } from "@/lib/text/format/free-lists";
import type { IssuerMatch } from "@/lib/text/format/issuer-index";
import type { FoundDocuments } from "./find-documents.ts";

/** The answers for a typed text: the page of a pasted id, documents of the named issuer, issuers, the full-text search. */
export type LookupOption =
  | { readonly kind: "target"; readonly id: string; readonly href: Route; readonly target: FindTarget }
  | { readonly kind: "document"; readonly id: string; readonly href: Route; readonly document: ListedDocument }
  /** The issuer's own list with the same filters. */
  | { readonly kind: "list"; readonly id: string; readonly href: Route }
  | { readonly kind: "issuer"; readonly id: string; readonly href: Route; readonly match: IssuerMatch<ListedIssuer> }
  | { readonly kind: "search"; readonly id: string; readonly href: Route };

export function lookupOptions(
  text: string,
  matches: readonly IssuerMatch<ListedIssuer>[],
  origin: string,
  found?: FoundDocuments,
): LookupOption[] {
  const wanted = text.trim();
  if (wanted === "") return [];
  const target = findTarget(wanted, origin);
  const options: LookupOption[] = [];
  // An issuer already listed by name gets no second row for its code.
  const named = target?.kind === "issuer" && matches.some((each) => each.issuer.security_code === target.securityCode);
  if (target !== undefined && !named) options.push({ kind: "target", id: "target", href: hrefOf(target), target });
  if (found !== undefined && target === undefined) options.push(...documentOptions(found));
  for (const match of withFound(matches, found)) {
    const code = match.issuer.security_code;
    options.push({ kind: "issuer", id: `issuer-${code}`, href: routes.issuer(code), match });
  }
  if (target === undefined || target.kind === "issuer") {
    options.push({ kind: "search", id: "search", href: routes.search({ q: wanted }) });
  }
  return options;
}

function documentOptions({ issuer, documents, filters }: FoundDocuments): LookupOption[] {
  const rows = documents.map((document): LookupOption => {
    const id = document.document_id;
    return { kind: "document", id: `document-${id}`, href: routes.document(id), document };
  });
  const { types, from, to } = filters;
  return [...rows, { kind: "list", id: "list", href: routes.issuer(issuer.security_code, { type: types, from, to }) }];
}

/** The issuer whose documents are listed is listed too, where the typed name did not find it. */
function withFound(matches: readonly IssuerMatch<ListedIssuer>[], found: FoundDocuments | undefined) {
  if (found === undefined || matches.some((each) => each.issuer.security_code === found.issuer.security_code)) {
    return matches;
  }
  return [{ issuer: found.issuer, nameRange: null, nameEnRange: null }, ...matches];
}

export function hrefOf(target: FindTarget): Route {
  if (target.kind === "document") return routes.document(target.documentId);
  return target.kind === "issuer" ? routes.issuer(target.securityCode) : routes.pasted(target.path);
}

import type { Route } from "next";
import { type FindTarget, findTarget } from "@/lib/format/find-target";
import type { ListedIssuer } from "@/lib/format/free-lists";
import type { IssuerMatch } from "@/lib/format/issuer-index";
import { routes } from "@/lib/routes";

/** The answers for a typed text: the page of a pasted id, issuers, and the full-text search. */
export type LookupOption =
  | { readonly kind: "target"; readonly id: string; readonly href: Route; readonly target: FindTarget }
  | { readonly kind: "issuer"; readonly id: string; readonly href: Route; readonly match: IssuerMatch<ListedIssuer> }
  | { readonly kind: "search"; readonly id: string; readonly href: Route };

export function lookupOptions(
  text: string,
  matches: readonly IssuerMatch<ListedIssuer>[],
  origin: string,
): LookupOption[] {
  const wanted = text.trim();
  if (wanted === "") return [];
  const target = findTarget(wanted, origin);
  const options: LookupOption[] = [];
  // An issuer already listed by name gets no second row for its code.
  const named = target?.kind === "issuer" && matches.some((each) => each.issuer.security_code === target.securityCode);
  if (target !== undefined && !named) options.push({ kind: "target", id: "target", href: hrefOf(target), target });
  for (const match of matches) {
    const code = match.issuer.security_code;
    options.push({ kind: "issuer", id: `issuer-${code}`, href: routes.issuer(code), match });
  }
  if (target === undefined || target.kind === "issuer") {
    options.push({ kind: "search", id: "search", href: routes.search({ q: wanted }) });
  }
  return options;
}

export function hrefOf(target: FindTarget): Route {
  if (target.kind === "document") return routes.document(target.documentId);
  return target.kind === "issuer" ? routes.issuer(target.securityCode) : routes.pasted(target.path);
}

/**
 * `watch:7203`, a watched issuer; `filter:…`, a saved filter; `words:…`, a saved search that stands; `cited`, what an
 * owner has proofs of; `all`, everything an owner follows.
 */
export type UpdateSource =
  | { readonly kind: "all" }
  | { readonly kind: "cited" }
  | { readonly kind: "watch"; readonly code: string }
  | { readonly kind: "filter"; readonly filterId: string }
  | { readonly kind: "words"; readonly phraseId: string };

export const allSources = "all";
export const citedSource = "cited";

export function watchSource(securityCode: string): string {
  return `watch:${securityCode}`;
}

export function filterSource(filterId: string): string {
  return `filter:${filterId}`;
}

export function wordsSource(phraseId: string): string {
  return `words:${phraseId}`;
}

export function parseUpdateSource(text: string): UpdateSource | undefined {
  if (text === allSources) return { kind: "all" };
  if (text === citedSource) return { kind: "cited" };
  const [, kind, value] = /^(watch|filter|words):([\w-]{1,64})$/.exec(text) ?? [];
  if (value === undefined) return undefined;
  if (kind === "words") return { kind, phraseId: value };
  return kind === "watch" ? { kind, code: value } : { kind: "filter", filterId: value };
}

export type UpdateKind = "document" | "amendment" | "withdrawal";

interface Told {
  readonly event: "published" | "withdrawn";
  readonly amends: string | null;
}

export function updateKind({ event, amends }: Told): UpdateKind {
  if (event === "withdrawn") return "withdrawal";
  return amends === null ? "document" : "amendment";
}

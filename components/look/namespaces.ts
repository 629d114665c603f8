import type { Namespace } from "@/lib/text/i18n/namespaces";

/** In a file of its own: the server reads this list, and the examples run in the browser. */
export const lookNamespaces = [
  "cost",
  "document",
  "documents",
  "errors",
  "reader",
  "search",
] as const satisfies Namespace[];

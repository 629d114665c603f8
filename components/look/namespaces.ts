import type { Namespace } from "@/lib/i18n/namespaces";

/** The words of the parts that are shown. Apart from them, since the server reads this list and they are the browser's. */
export const lookNamespaces = [
  "cost",
  "document",
  "documents",
  "errors",
  "reader",
  "search",
] as const satisfies Namespace[];

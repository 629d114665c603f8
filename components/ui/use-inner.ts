"use client";

import { useMemo } from "react";

/**
 * HTML for `dangerouslySetInnerHTML`. React writes it anew, and focus and selection in it are lost, whenever the object
 * is another one, be its text the same.
 */
export function useInner(text: string): { readonly __html: string } {
  return useMemo(() => ({ __html: text }), [text]);
}

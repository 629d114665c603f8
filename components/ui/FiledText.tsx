"use client";

import { type ComponentProps, useMemo } from "react";

interface Props extends Omit<ComponentProps<"section">, "children" | "dangerouslySetInnerHTML"> {
  /** Sanitised against an allow-list by lib/text/markdown, or escaped by lib/text/redline. */
  readonly html: string;
}

export function FiledText({ html, ...section }: Props) {
  // React writes it anew, and focus and selection in it are lost, whenever the object is another one.
  const inner = useMemo(() => ({ __html: html }), [html]);
  return <section {...section} dangerouslySetInnerHTML={inner} />;
}

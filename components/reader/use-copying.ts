"use client";

import { type RefObject, useEffect, useState } from "react";
import { useLocale } from "@/lib/next/provider";
import type { ReadingData } from "@/lib/reading/reading-data";
import { routes } from "@/lib/routes";
import { cite, citeQuote } from "@/lib/text/format/citation";
import type { SelectedPassage } from "./selection";
import { useCitationForm } from "./use-citation-form";

export type Copied = "link" | "passage" | "citation" | "quote";

interface CitedPlace {
  readonly sectionId: string;
  readonly page: number | undefined;
  /** The section that is printed. */
  readonly addressed: string;
}

/** Copies links and citations: of the selected passage where there is one, else of the place that is read. */
export function useCopying(
  data: ReadingData,
  { sectionId: current, page, addressed }: CitedPlace,
  flow: RefObject<HTMLElement | null>,
) {
  const locale = useLocale();
  const [copied, setCopied] = useState<Copied | null>(null);
  const [form, setForm] = useCitationForm();
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const { document } = data;
  const addressOf = (sectionId: string, fragment = "") =>
    new URL(`${routes.section(document.document_id, sectionId)}${fragment}`, location.origin).href;
  const titleOf = (sectionId: string) =>
    data.toc.find((each) => each.section_id === sectionId)?.title ?? data.section.title;
  const place = { sectionTitle: titleOf(current), page: page ?? null };
  const selected = async () => {
    if (getSelection()?.isCollapsed !== false) return undefined;
    const { selectedPassage } = await import("./selection");
    return selectedPassage(flow.current, data.placed);
  };
  const write = async (words: string, what: Copied) => {
    await navigator.clipboard.writeText(words);
    setCopied(what);
  };
  return {
    shared: {
      document,
      path: routes.section(document.document_id, current),
      place,
    },
    /** For paper, where the address has a line of its own. */
    printed: cite(
      document,
      { sectionTitle: titleOf(addressed), page: data.placed[addressed] ?? null, url: null },
      "plain",
      document.language === "ja" ? "ja" : "en",
    ),
    copied,
    form,
    setForm,
    link: async (chosen?: SelectedPassage) => {
      const passage = chosen ?? (await selected());
      if (passage === undefined) await write(addressOf(current), "link");
      else await write(addressOf(passage.sectionId, passage.fragment), "passage");
    },
    citation: async (chosen?: SelectedPassage, receipt?: string) => {
      const passage = chosen ?? (await selected());
      if (passage === undefined) {
        return write(cite(document, { ...place, url: addressOf(current) }, form, locale), "citation");
      }
      const quoted = {
        url: addressOf(passage.sectionId, passage.fragment),
        sectionTitle: titleOf(passage.sectionId),
        page: passage.page ?? null,
        lastPage: passage.lastPage ?? null,
        receipt: receipt ?? null,
      };
      return write(citeQuote(passage.quote, document, quoted, form, locale), "quote");
    },
  };
}

"use client";

import { useSyncExternalStore } from "react";
import type { CitationForm } from "@/lib/text/format/citation";

const key = "hiraku.citation";
const listeners = new Set<() => void>();

export function useCitationForm(): readonly [CitationForm, (form: CitationForm) => void] {
  return [useSyncExternalStore(subscribe, kept, () => "markdown"), keep];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function kept(): CitationForm {
  const form = localStorage.getItem(key);
  return form === "plain" || form === "bibtex" ? form : "markdown";
}

function keep(form: CitationForm): void {
  localStorage.setItem(key, form);
  for (const listener of listeners) listener();
}

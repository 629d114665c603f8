"use client";

import { useEffect, useEffectEvent } from "react";

/** A row of the palette: a link or a free command. Nothing in the palette spends. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly lang?: string | undefined;
  readonly note?: string | undefined;
  run(): unknown;
}

type Source = (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]> | readonly PaletteItem[];

const sources = new Set<Source>();

/** Registers a source of palette rows for the typed text, such as issuers or documents. */
export function usePaletteSource(find: Source): void {
  const latest = useEffectEvent(find);
  useEffect(() => {
    const source: Source = (query, signal) => latest(query, signal);
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  }, []);
}

export async function askSources(query: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const answers = await Promise.allSettled([...sources].map(async (source) => source(query, signal)));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

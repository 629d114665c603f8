"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import { savedSearchesKey, saveSearch } from "@/lib/next/queries/saved-searches";

/** A search to save; `address_query` is the query string of its page. */
export interface Saved {
  readonly target: "documents" | "news";
  readonly query: string;
  readonly address_query: string;
}

/** Saves a search, to be listed on Today. Neither saving nor opening a saved search runs it. */
export function SaveSearch(search: Saved) {
  const t = useWords("cost");
  const client = useQueryClient();
  const [state, setState] = useState<"save" | "saved" | "saveFailed">("save");
  const save = async () => {
    try {
      await saveSearch(search);
      setState("saved");
      await client.invalidateQueries({ queryKey: savedSearchesKey });
    } catch {
      setState("saveFailed");
    }
  };
  return (
    <button className="link" type="button" onClick={() => void save()} disabled={state === "saved"}>
      {t(state)}
    </button>
  );
}

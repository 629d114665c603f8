"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "@/lib/i18n/provider";
import { saveSearch, savedSearchesKey } from "@/lib/queries/saved-searches";

/** A question to keep; `address_query` is what stands behind the `?` of its page. */
export interface Saved {
  readonly target: "documents" | "news";
  readonly query: string;
  readonly address_query: string;
}

/** Keeps the question, for the desk. Saving runs nothing, and neither does opening what was saved. */
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

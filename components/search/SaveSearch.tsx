"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "@/lib/i18n/provider";
import { saveSearch, savedSearchesKey } from "@/lib/queries/saved-searches";
import { routes } from "@/lib/routes";
import { formToQuery, type SearchForm } from "./search-form";

/** Keeps the question, for the desk. Saving runs nothing, and neither does opening what was saved. */
export function SaveSearch({ form }: { form: SearchForm }) {
  const t = useWords("search");
  const client = useQueryClient();
  const [state, setState] = useState<"save" | "saved" | "saveFailed">("save");
  const save = async () => {
    const address = new URL(routes.search(formToQuery(form)), location.origin);
    try {
      await saveSearch({ target: "documents", query: form.query.trim(), address_query: address.search.slice(1) });
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

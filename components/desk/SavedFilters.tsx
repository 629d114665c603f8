"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { queryOf } from "@/components/ui/query-of.ts";
import { useWords } from "@/lib/next/provider";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { forgetFilter } from "@/lib/next/queries/saved-filters";
import { routes } from "@/lib/routes";

interface Props {
  readonly filters: readonly { readonly id: string; readonly name: string; readonly addressQuery: string }[];
}

/** Saved filters of the list of documents, once there are any. Opening one is free, like the list. */
export function SavedFilters({ filters }: Props) {
  const t = useWords("updates");
  const d = useWords("desk");
  const router = useRouter();
  const [problem, setProblem] = useState<"filterInUse" | "failed">();
  const forget = async (id: string) => {
    setProblem(undefined);
    try {
      await forgetFilter(id);
      router.refresh();
    } catch (error) {
      const inUse = error instanceof OwnApiError && error.problem.code === "filter_in_use";
      setProblem(inUse ? "filterInUse" : "failed");
    }
  };
  if (filters.length === 0) return null;
  return (
    <section className="mt-4" aria-labelledby="filters">
      <h3 className="text-12/5 text-muted" id="filters">
        {t("filters")}
      </h3>
      <p className={problem === undefined ? "sr-only" : "say mb-2"} role="alert">
        {problem === undefined ? "" : t(problem)}
      </p>
      <ul className="rows">
        {filters.map(({ id, name, addressQuery }) => (
          <li className="group grid-cols-[minmax(0,1fr)_auto]" key={id} data-row>
            <Link href={routes.documents(queryOf(addressQuery))}>{name}</Link>
            <button
              className="link forget"
              type="button"
              aria-label={t("forgetFilter", { name })}
              onClick={() => void forget(id)}
            >
              {d("forget")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

"use client";

import { useState } from "react";
import { DayRange } from "@/components/ui/DayRange";
import { documentFamilies } from "@/lib/contract/vocabulary";
import { useLocale, useWords } from "@/lib/next/provider";
import type { ListedDocument } from "@/lib/text/format/free-lists";
import { isFiltered, noFilters, shows, switched, type TimelineFilters } from "@/lib/text/format/timeline-filters";
import { familyName, knownTypes, typeName } from "@/lib/text/i18n/document-words";

interface Props {
  readonly filters: TimelineFilters;
  readonly onChange: (change: Partial<TimelineFilters>) => void;
  /** All loaded documents before filters, for the counts. Undefined where nothing is loaded. */
  readonly loaded: readonly ListedDocument[] | undefined;
  /** Statements owned; undefined where the list has no news. */
  readonly newsCount?: number;
  /** The list needs a first day, as that of the whole market does: it then can't be cleared. */
  readonly sinceRequired?: string;
}

const typesAtOnce = 5;

/** Filters for families, types and days. All of them are part of the address. */
export function Filters({ filters, onChange, loaded, newsCount, sinceRequired }: Props) {
  const t = useWords("documents");
  const [open, setOpen] = useState(false);
  const cleared = { ...noFilters, ...(sinceRequired === undefined ? {} : { from: null }) };
  return (
    <form className={open ? "filters fold open" : "filters fold"} onSubmit={(event) => event.preventDefault()}>
      <div className="sect-h keep">
        <h2>{t("show")}</h2>
        {isFiltered(filters) ? (
          <span className="end">
            <button className="link" type="button" onClick={() => onChange(cleared)}>
              {t("clear")}
            </button>
          </span>
        ) : null}
      </div>
      <p className="keep md:hidden">
        <button className="btn sm" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("done") : t("change")}
        </button>
        {" \u00a0"}
        <Summary filters={filters} />
      </p>
      <FamilyBoxes filters={filters} onChange={onChange} loaded={loaded} newsCount={newsCount} />
      <TypeBoxes filters={filters} onChange={onChange} loaded={loaded} />
      <fieldset>
        <legend>{t("dates")}</legend>
        <div className="field">
          <DayRange
            from={filters.from ?? sinceRequired ?? ""}
            to={filters.to ?? ""}
            applies="leaving"
            words={{ from: t("from"), to: t("to"), wrongDay: t("dateInvalid"), wrongRange: t("rangeInvalid") }}
            onFrom={(from) => onChange({ from: from === "" ? null : from })}
            onTo={(to) => onChange({ to: to === "" ? null : to })}
          />
        </div>
      </fieldset>
    </form>
  );
}

type BoxProps = Pick<Props, "filters" | "onChange" | "loaded">;

function FamilyBoxes({ filters, onChange, loaded, newsCount }: BoxProps & { readonly newsCount: number | undefined }) {
  const t = useWords("documents");
  const all = newsCount === undefined ? documentFamilies : [...documentFamilies, "news"];
  const counts = countBy(loaded, (document) => document.document_family);
  return (
    <fieldset>
      <legend>{t("family")}</legend>
      {all.map((family) => (
        <label className="check" key={family}>
          <input
            type="checkbox"
            checked={shows(filters.families, family)}
            onChange={() => onChange({ families: switched(filters.families, family, all) })}
          />
          {familyName(family, t)}
          <Count count={family === "news" ? newsCount : countOf(counts, family)} />
        </label>
      ))}
    </fieldset>
  );
}

function TypeBoxes({ filters, onChange, loaded }: BoxProps) {
  const t = useWords("documents");
  const [wide, setWide] = useState(false);
  const counts = countBy(loaded, (document) => document.document_type);
  const all = [...new Set([...knownTypes, ...(counts?.keys() ?? [])])];
  const wanted = all.filter((type) => counts?.has(type) === true || (filters.types?.includes(type) ?? false));
  const present = wide ? all : wanted.slice(0, typesAtOnce);
  const more = all.length - present.length;
  return (
    <fieldset>
      <legend>
        {t("type")}
        <span className="float-end inline-flex gap-3">
          <button
            className="link aria-pressed:text-muted"
            type="button"
            aria-pressed={filters.types === null}
            onClick={() => onChange({ types: null })}
          >
            {t("all")}
          </button>
          <button
            className="link aria-pressed:text-muted"
            type="button"
            aria-pressed={filters.types?.length === 0}
            onClick={() => onChange({ types: [] })}
          >
            {t("none")}
          </button>
        </span>
      </legend>
      {present.map((type) => (
        <label className="check" key={type}>
          <input
            type="checkbox"
            checked={shows(filters.types, type)}
            onChange={() => onChange({ types: switched(filters.types, type, all) })}
          />
          {typeName(type, t)}
          <Count count={countOf(counts, type)} />
        </label>
      ))}
      {more > 0 || wide ? (
        <button className="link" type="button" aria-expanded={wide} onClick={() => setWide(!wide)}>
          {wide ? t("fewerTypes") : t("moreTypes", { n: more })}
        </button>
      ) : null}
    </fieldset>
  );
}

/** The chosen filters in one line, shown while a narrow screen collapses the form. */
function Summary({ filters }: { readonly filters: TimelineFilters }) {
  const t = useWords("documents");
  const locale = useLocale();
  if (!isFiltered(filters)) return t("summaryAll");
  const parts = [
    filters.families === null ? t("summaryAllFamilies") : t("summaryFamilies", { n: filters.families.length }),
    filters.types === null ? null : t("summaryTypes", { n: filters.types.length }),
    filters.from === null ? null : t("summaryFrom", { date: filters.from }),
    filters.to === null ? null : t("summaryTo", { date: filters.to }),
  ];
  return parts.filter((part) => part !== null).join(locale === "ja" ? "、" : ", ");
}

/** No number where nothing was loaded: that is not a count of zero. */
function Count({ count }: { readonly count: number | undefined }) {
  const t = useWords("documents");
  if (count !== undefined)
    return (
      <span className="ms-auto text-12 text-muted" data-count>
        {count}
      </span>
    );
  return (
    <span className="ms-auto text-12 text-muted" data-count>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("countUnknown")}</span>
    </span>
  );
}

function countOf(counts: Map<string, number> | undefined, key: string): number | undefined {
  return counts === undefined ? undefined : (counts.get(key) ?? 0);
}

function countBy(
  documents: readonly ListedDocument[] | undefined,
  of: (document: ListedDocument) => string | null,
): Map<string, number> | undefined {
  if (documents === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const document of documents) {
    const key = of(document);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

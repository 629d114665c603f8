"use client";

import { useState } from "react";
import { DayRange } from "@/components/ui/DayRange";
import { searchableFamilies } from "@/lib/contract/vocabulary";
import { useWords } from "@/lib/next/provider";
import { readCodes } from "@/lib/text/format/code-list";
import { foldedFamilies, type SearchForm, searchTypes, topKMax } from "./search-form";

interface Props {
  readonly form: SearchForm;
  readonly onChange: (change: Partial<SearchForm>) => void;
}

/** The number of types shown at first; a button shows the others. */
const firstTypes = 3;

export function Filters({ form, onChange }: Props) {
  const t = useWords("search");
  const [open, setOpen] = useState(false);
  return (
    <aside className={open ? "filters mt-4" : "filters fold mt-4"}>
      <div className="sect-h keep">
        <h2>{t("narrow")}</h2>
        <span className="text-muted text-12/ui">{t("narrowNote")}</span>
      </div>
      <p className="keep md:hidden">
        <button className="btn sm" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "done" : "change")}
        </button>{" "}
        <span className="ms-1.5">{useSummary(form)}</span>
      </p>
      <Families form={form} onChange={onChange} />
      <Types form={form} onChange={onChange} />
      <Codes form={form} onChange={onChange} />
      <div className="field">
        <span className="lab">{t("filed")}</span>
        <DayRange
          from={form.since}
          to={form.until}
          words={{ from: t("from"), to: t("to"), wrongDay: t("badDay"), wrongRange: t("badRange") }}
          onFrom={(since) => onChange({ since })}
          onTo={(until) => onChange({ until })}
        />
      </div>
      <fieldset>
        <legend>{t("editions")}</legend>
        <label className="check">
          <input
            type="radio"
            name="editions"
            checked={form.latestOnly}
            onChange={() => onChange({ latestOnly: true })}
          />
          {t("latestOnly")}
        </label>
        <label className="check">
          <input
            type="radio"
            name="editions"
            checked={!form.latestOnly}
            onChange={() => onChange({ latestOnly: false })}
          />
          {t("earlierToo")}
        </label>
      </fieldset>
      <div className="field">
        <label htmlFor="search-top">{t("topK")}</label>
        <input
          className="input w-18"
          id="search-top"
          type="number"
          min={1}
          max={topKMax}
          value={form.topK}
          onChange={(event) => {
            const topK = event.target.valueAsNumber;
            if (Number.isInteger(topK) && topK >= 1 && topK <= topKMax) onChange({ topK });
          }}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={form.snippets}
            onChange={(event) => onChange({ snippets: event.target.checked })}
          />
          {t("snippets")}
        </label>
      </div>
    </aside>
  );
}

function Families({ form, onChange }: Props) {
  const t = useWords("search");
  const names = useWords("documents");
  const all = form.families.length === 0;
  const chosen = all ? [...searchableFamilies] : form.families;
  return (
    <fieldset>
      <legend>{t("family")}</legend>
      {searchableFamilies.map((family) => {
        const on = chosen.includes(family);
        return (
          <label className="check" key={family}>
            <input
              type="checkbox"
              checked={on}
              // The last chosen family can't be cleared, because none at all would mean both.
              disabled={on && chosen.length === 1}
              onChange={() =>
                onChange({
                  families: foldedFamilies(on ? chosen.filter((each) => each !== family) : [...chosen, family]),
                })
              }
            />
            {names(`family_${family}`)}
          </label>
        );
      })}
      <label className="check text-muted">
        <input type="checkbox" disabled />
        {t("irNotSearchable")}
      </label>
    </fieldset>
  );
}

function Types({ form, onChange }: Props) {
  const t = useWords("search");
  const names = useWords("documents");
  const [all, setAll] = useState(false);
  const shown = searchTypes.filter((type, index) => all || index < firstTypes || form.types.includes(type));
  return (
    <fieldset>
      <legend>{t(form.types.length === 0 ? "typeAll" : "type")}</legend>
      {shown.map((type) => {
        const on = form.types.includes(type);
        return (
          <label className="check" key={type}>
            <input
              type="checkbox"
              checked={on}
              onChange={() =>
                onChange({
                  types: searchTypes.filter((each) => (each === type ? !on : form.types.includes(each))),
                })
              }
            />
            {names(`type_${type}`)}
          </label>
        );
      })}
      {all ? (
        <button className="link" type="button" onClick={() => setAll(false)}>
          {t("fewerTypes")}
        </button>
      ) : (
        <button className="link" type="button" onClick={() => setAll(true)}>
          {t("moreTypes", { n: searchTypes.length - shown.length })}
        </button>
      )}
    </fieldset>
  );
}

function Codes({ form, onChange }: Props) {
  const t = useWords("search");
  const [text, setText] = useState<string | null>(null);
  const read = readCodes(text ?? "");
  return (
    <div className="field">
      <label htmlFor="search-codes">{t("issuers")}</label>
      <input
        className="input"
        id="search-codes"
        placeholder={t("allIssuers")}
        autoComplete="off"
        value={text ?? form.codes.join(" ")}
        aria-invalid={read.refused.length > 0 ? true : undefined}
        aria-describedby={read.refused.length > 0 ? "search-codes-refused" : undefined}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ codes: readCodes(event.target.value).codes });
        }}
        onBlur={() => {
          if (read.refused.length === 0) setText(null);
        }}
      />
      {read.refused.length === 0 ? null : (
        <span className="text-12/ui" id="search-codes-refused" role="status">
          {t("codesRefused", { words: read.refused.join(" ") })}
        </span>
      )}
    </div>
  );
}

/** The chosen filters in one line, for narrow screens, where the form is collapsed. */
function useSummary(form: SearchForm): string {
  const t = useWords("search");
  const parts = [
    t("sumFamilies", { n: form.families.length === 0 ? searchableFamilies.length : form.families.length }),
    form.types.length === 0 ? t("sumAllTypes") : t("sumTypes", { n: form.types.length }),
    form.codes.length === 0 ? null : t("sumIssuers", { n: form.codes.length }),
    form.since === "" ? null : t("sumFrom", { date: form.since }),
    form.until === "" ? null : t("sumTo", { date: form.until }),
    form.latestOnly ? null : t("earlierToo"),
  ];
  return parts.filter((part) => part !== null).join(t("listComma"));
}

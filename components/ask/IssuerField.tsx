"use client";

import { useId, useState } from "react";
import { useIssuers } from "@/components/lookup";
import { issuersMax } from "@/lib/features/ask/bounds";
import { useWords } from "@/lib/next/provider";
import type { AskedForm } from "./asked-form.ts";

interface Props {
  readonly issuers: AskedForm["issuers"];
  readonly onChange: (issuers: AskedForm["issuers"]) => void;
}

/** The issuers that a question is about, found as in the search field of the top bar. */
export function IssuerField({ issuers, onChange }: Props) {
  const t = useWords("ask");
  const base = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { matches, asking } = useIssuers(text, open);
  const found = matches
    .map(({ issuer }) => issuer)
    .filter(({ security_code: code }) => issuers.every((each) => each.code !== code));
  const current = found[Math.min(at, found.length - 1)];
  const shown = open && text.trim() !== "";
  const full = issuers.length >= issuersMax;
  const take = (issuer: (typeof found)[number] | undefined) => {
    if (issuer === undefined) return;
    onChange([...issuers, { code: issuer.security_code, name: issuer.name }]);
    setText("");
    setAt(0);
  };
  return (
    <div className="field relative content-start">
      <label htmlFor={base}>
        {t("issuers")} <span>{full ? t("issuersFull") : t("issuersHint")}</span>
      </label>
      <input
        className="input"
        id={base}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && current !== undefined ? `${base}-${current.security_code}` : undefined}
        placeholder={t("addIssuer")}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        disabled={full}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined && found.length > 0) {
            event.preventDefault();
            setOpen(true);
            setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
          } else if (event.key === "Enter" && text.trim() !== "") {
            event.preventDefault();
            take(current);
          } else if (event.key === "Escape") setOpen(false);
        }}
      />
      {shown ? (
        <ul
          className="absolute top-[calc(100%+4px)] left-0 z-6 max-h-72 w-full overflow-y-auto rounded-control border border-edge bg-surface py-1"
          id={`${base}-list`}
          role="listbox"
          aria-label={t("issuerList")}
        >
          {found.map((issuer) => (
            <li
              key={issuer.security_code}
              className="grid cursor-pointer grid-cols-[52px_minmax(0,1fr)] gap-3 px-3 py-1.5 leading-5 aria-selected:bg-ai-wash aria-selected:shadow-mark"
              id={`${base}-${issuer.security_code}`}
              role="option"
              aria-selected={issuer === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(issuer)}
            >
              <span className="text-muted tabular-nums">{issuer.security_code}</span>
              <span lang="ja">{issuer.name}</span>
            </li>
          ))}
          {found.length > 0 ? null : (
            <li className="px-3 py-1.5 text-12/5 text-muted" role="presentation">
              {t(asking ? "searchingIssuers" : "noIssuer")}
            </li>
          )}
        </ul>
      ) : null}
      {issuers.length === 0 ? null : (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {issuers.map(({ code, name }) => (
            <li className="flex items-baseline gap-1.5" key={code}>
              <span className="text-muted tabular-nums">{code}</span>
              <span lang="ja">{name}</span>
              <button
                className="link"
                type="button"
                aria-label={t("removeIssuer", { name: name === "" ? code : name })}
                onClick={() => onChange(issuers.filter((each) => each.code !== code))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

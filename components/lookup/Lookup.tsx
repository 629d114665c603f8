"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { useShortcut } from "@/components/keys";
import { findTarget } from "@/lib/format/find-target";
import { useWords } from "@/lib/i18n/provider";
import { LookupList } from "./LookupList.tsx";
import { hrefOf, lookupOptions } from "./options.ts";
import { useIssuers } from "./use-issuers.ts";
import { useIssuerCommands } from "./use-issuer-commands.ts";

/** The search field of the top bar: issuers as you type, and straight to what a pasted id or address names. */
export function Lookup() {
  const t = useWords("lookup");
  const router = useRouter();
  const base = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { matches, asking, failure } = useIssuers(text, open);
  const options = open ? lookupOptions(text, matches, window.location.origin) : [];
  const shown = open && text.trim() !== "";
  const current = options[Math.min(at, options.length - 1)];
  useIssuerCommands();
  useShortcut("/", () => field.current?.select(), t("label"));

  const go = (href: Route | undefined) => {
    if (href === undefined) return;
    setOpen(false);
    setText("");
    field.current?.blur();
    router.push(href);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    go(current?.href);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes, Enter and the arrows belong to it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      event.stopPropagation();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      go(current?.href ?? directHref(text));
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (shown) setOpen(false);
      else field.current?.blur();
    }
  };
  return (
    <form className="find" role="search" onSubmit={onSubmit}>
      <label className="vh" htmlFor={base}>
        {t("label")}
      </label>
      <input
        ref={field}
        id={base}
        type="text"
        enterKeyHint="go"
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && current !== undefined ? `${base}-${current.id}` : undefined}
        placeholder={t("placeholder")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={400}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setAt(0);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onPaste={(event) => {
          const href = directHref(event.clipboardData.getData("text"));
          if (href === undefined || event.currentTarget.value !== "") return;
          event.preventDefault();
          go(href);
        }}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      {shown ? (
        <LookupList
          base={base}
          text={text.trim()}
          options={options}
          current={current}
          asking={asking}
          failure={failure}
          onPoint={setAt}
          onChoose={go}
        />
      ) : null}
    </form>
  );
}

function directHref(text: string): Route | undefined {
  const target = findTarget(text, window.location.origin);
  return target === undefined ? undefined : hrefOf(target);
}

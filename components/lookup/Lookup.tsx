"use client";

import type { Route } from "next";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { usePaletteSource, useShortcut } from "@/components/keys";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";
import type { LookupHandle } from "./LookupAnswers.tsx";

const loadAnswers = () => persistently(() => import("./LookupAnswers.tsx"));
const LookupAnswers = dynamic(() => loadAnswers().then((code) => code.LookupAnswers), { ssr: false });

/**
 * The search field of the top bar: finds issuers as you type, and goes straight to the page of a pasted id or address.
 * The field is part of the page; the code that searches is loaded when the pointer or the focus reaches it.
 */
export function Lookup() {
  const t = useWords("lookup");
  const router = useRouter();
  const base = useId();
  const field = useRef<HTMLInputElement>(null);
  const answers = useRef<LookupHandle>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [reached, setReached] = useState(false);
  const [currentId, setCurrentId] = useState<string | undefined>(undefined);
  const shown = open && text.trim() !== "";
  useIssuerCommands();
  useShortcut("/", () => field.current?.select(), t("label"));

  const go = (href: Route) => {
    setOpen(false);
    setText("");
    field.current?.blur();
    router.push(href);
  };
  /** Follows Enter, also before the code that searches has loaded. */
  const enter = async () => {
    const href = answers.current === null ? (await loadAnswers()).firstHref(text) : await answers.current.chosenHref();
    if (href !== undefined) go(href);
  };
  /** Opens what was pasted into the empty field, also before that code has loaded: then it stands in it until then. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text");
    if (event.currentTarget.value !== "") return;
    if (answers.current === null) {
      void loadAnswers().then(({ directHref }) => {
        const href = field.current?.value.trim() === pasted.trim() ? directHref(pasted) : undefined;
        if (href !== undefined) go(href);
      });
      return;
    }
    const href = answers.current.directHref(pasted);
    if (href === undefined) return;
    event.preventDefault();
    go(href);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void enter();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes, Enter and the arrow keys are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      event.stopPropagation();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && text.trim() !== "") {
      event.preventDefault();
      setOpen(true);
      answers.current?.move(step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      void enter();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (shown) setOpen(false);
      else field.current?.blur();
    }
  };
  return (
    <form className="relative max-w-100 max-md:max-w-none" role="search" onSubmit={onSubmit}>
      <label className="sr-only" htmlFor={base}>
        {t("label")}
      </label>
      <input
        ref={field}
        className="lookup"
        id={base}
        type="text"
        enterKeyHint="go"
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && currentId !== undefined ? `${base}-${currentId}` : undefined}
        placeholder={t("placeholder")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={400}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          answers.current?.restart();
        }}
        onPointerEnter={() => setReached(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <kbd className="absolute top-1.5 right-1.75 max-md:hidden" aria-hidden="true">
        /
      </kbd>
      {open || reached ? (
        <LookupAnswers ref={answers} base={base} text={text} open={open} onCurrent={setCurrentId} onChoose={go} />
      ) : null}
    </form>
  );
}

/** From the same index as the search field; its code is loaded for the first typed text. */
function useIssuerCommands(): void {
  const t = useWords("lookup");
  const router = useRouter();
  usePaletteSource(async (question, signal) => {
    const { findCommands } = await import("./find-commands.ts");
    return findCommands(question, signal, t, (href) => router.push(href));
  });
}

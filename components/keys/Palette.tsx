"use client";

import dynamic from "next/dynamic";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Dialog } from "@/components/ui/Dialog";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";
import type { PaletteHandle } from "./PaletteRows.tsx";

const PaletteRows = dynamic(() => persistently(() => import("./PaletteRows.tsx")).then((code) => code.PaletteRows), {
  ssr: false,
});

/** The command palette. Its field is part of the page, so that nothing is lost that is typed before the rows have come. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useWords("keys");
  const listId = useId();
  const rows = useRef<PaletteHandle>(null);
  const [query, setQuery] = useState("");
  const [currentId, setCurrentId] = useState<string | undefined>(undefined);
  const [isEntered, setEntered] = useState(false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step !== undefined) rows.current?.move(step);
    else if (rows.current === null) setEntered(true);
    else rows.current.choose();
  };
  return (
    <Dialog
      label={t("paletteTitle")}
      className="mt-[12dvh] w-[calc(100%-32px)] max-w-140 rounded-control border border-line bg-surface p-0 leading-5 text-inherit shadow-lift"
      onClose={onClose}
    >
      <input
        className="input h-11 rounded-none border-0 border-b border-line px-4 text-16 outline-0"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={currentId}
        aria-label={t("paletteField")}
        placeholder={t("paletteField")}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <PaletteRows
        ref={rows}
        listId={listId}
        query={query}
        isEntered={isEntered}
        onCurrent={setCurrentId}
        onClose={onClose}
      />
    </Dialog>
  );
}

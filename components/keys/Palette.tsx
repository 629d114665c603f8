"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Dialog } from "@/components/ui/Dialog";
import { useWords } from "@/lib/i18n/provider";
import { askRoutes, basketRoutes, routes } from "@/lib/routes";
import { modKey } from "./mod-key.ts";
import { askSources, type PaletteItem } from "./palette-sources.ts";
import { registered, subscribe } from "./registry.ts";

interface Row extends PaletteItem {
  readonly key?: string | undefined;
}

/** The command palette: every free command of this page, and every page of the app. `typed` was typed before it came. */
export function Palette({ typed, onClose }: { readonly typed: string; readonly onClose: () => void }) {
  const t = useWords("keys");
  const mod = modKey();
  const listId = useId();
  const [query, setQuery] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const found = useFound(query);
  const rows: readonly Row[] = [...useCommands().filter(({ label }) => matches(label, query)), ...found];
  const current = rows[Math.min(chosen, rows.length - 1)];

  const choose = (row: Row | undefined) => {
    if (row === undefined) return;
    onClose();
    // Runs after the dialog has returned the focus, because the command may move it.
    setTimeout(() => row.run(), 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && rows.length > 0) {
      event.preventDefault();
      setChosen((at) => (Math.min(at, rows.length - 1) + step + rows.length) % rows.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(current);
    }
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
        aria-activedescendant={current === undefined ? undefined : rowId(listId, current)}
        aria-label={t("paletteField")}
        placeholder={t("paletteField")}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className="max-h-[min(420px,56dvh)] overflow-auto" id={listId} role="listbox" aria-label={t("paletteTitle")}>
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-3 px-4 py-1.5 aria-selected:bg-ai-wash aria-selected:shadow-mark"
            id={rowId(listId, row)}
            role="option"
            aria-selected={row === current}
            ref={row === current ? showRow : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(row)}
          >
            <span lang={row.lang}>{row.label}</span>
            {row.key === undefined ? (
              <span className="text-muted text-12/ui">{row.note}</span>
            ) : (
              <kbd>{shownKey(row.key, mod)}</kbd>
            )}
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 pt-2 pb-2.5 text-12 text-muted">
        {rows.length === 0 ? t("paletteNothing") : t("paletteNote")}
      </p>
    </Dialog>
  );
}

/** Ids of elements must hold no spaces. */
function rowId(listId: string, row: Row): string {
  return `${listId}-${encodeURIComponent(row.id)}`;
}

function showRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: "nearest" });
}

const noShortcuts: readonly never[] = [];

function useCommands(): Row[] {
  const t = useWords("keys");
  const router = useRouter();
  const shortcuts = useSyncExternalStore(subscribe, registered, () => noShortcuts);
  const commands = new Map(
    shortcuts.filter(({ inPalette }) => inPalette).map((each) => [each.key ?? each.label, each]),
  );
  const places = [
    { label: t("goDesk"), href: routes.desk() },
    { label: t("goDocuments"), href: routes.documents() },
    { label: t("goSearch"), href: routes.search() },
    { label: t("goAsk"), href: askRoutes.page() },
    { label: t("goNews"), href: routes.newsList() },
    { label: t("goLibrary"), href: routes.library() },
    { label: t("goBasket"), href: basketRoutes.page() },
    { label: t("goAccount"), href: routes.account() },
    { label: t("goVerify"), href: routes.verify() },
  ];
  return [
    ...[...commands.values()].map(({ key, label, run }) => ({ id: `do-${label}`, label, key, run: () => run(0) })),
    ...places.map(({ label, href }) => ({ id: `go-${href}`, label, run: () => router.push(href) })),
  ];
}

/** Rows from other parts of the app for the typed text. Answers to an earlier text are dropped. */
function useFound(query: string): readonly PaletteItem[] {
  const [found, setFound] = useState<{ query: string; items: readonly PaletteItem[] }>({ query: "", items: [] });
  const wanted = query.trim();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (wanted === "") return undefined;
    const stop = new AbortController();
    timer.current = setTimeout(() => {
      void askSources(wanted, stop.signal).then((items) => {
        if (!stop.signal.aborted) setFound({ query: wanted, items });
      });
    }, 120);
    return () => {
      clearTimeout(timer.current);
      stop.abort();
    };
  }, [wanted]);
  return wanted !== "" && found.query === wanted ? found.items : [];
}

function matches(label: string, query: string): boolean {
  const fold = (text: string) => text.normalize("NFKC").toLowerCase();
  return query
    .trim()
    .split(/\s+/)
    .every((word) => fold(label).includes(fold(word)));
}

function shownKey(key: string, mod: string): string {
  return key === "g #" ? "g 1" : key.replace("mod+", mod).replace("Arrow", "");
}

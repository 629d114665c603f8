"use client";

import { useRouter } from "next/navigation";
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import * as features from "@/components/link-slots.ts";
import type { FeatureLinks } from "@/components/ui/feature-links.ts";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { modKey } from "./mod-key.ts";
import { askSources, type PaletteItem } from "./palette-sources.ts";
import { registered, subscribe } from "./registry.ts";

/** The field calls these when a key is pressed in it. */
export interface PaletteHandle {
  move(step: number): void;
  choose(): void;
}

interface Row extends PaletteItem {
  readonly key?: string | undefined;
}

interface Props {
  readonly ref: Ref<PaletteHandle>;
  readonly listId: string;
  readonly query: string;
  /** True where Enter was pressed before these rows had come. */
  readonly isEntered: boolean;
  readonly onCurrent: (id: string | undefined) => void;
  readonly onClose: () => void;
}

/** The rows of the palette: every free command of this page, and every page of the app. */
export function PaletteRows({ ref, listId, query, isEntered, onCurrent, onClose }: Props) {
  const t = useWords("keys");
  const mod = modKey();
  const [chosen, setChosen] = useState({ query, at: 0 });
  const found = useFound(query);
  const rows: readonly Row[] = [...useCommands().filter(({ label }) => matches(label, query)), ...found];
  const at = chosen.query === query ? Math.min(chosen.at, rows.length - 1) : 0;
  const current = rows[at];
  const currentId = current === undefined ? undefined : rowId(listId, current);

  const choose = (row: Row | undefined) => {
    if (row === undefined) return;
    onClose();
    // Runs after the dialog has returned the focus, because the command may move it.
    setTimeout(() => row.run(), 0);
  };
  useImperativeHandle(ref, () => ({
    move: (step) => setChosen({ query, at: rows.length === 0 ? 0 : (at + step + rows.length) % rows.length }),
    choose: () => choose(current),
  }));
  useLayoutEffect(() => onCurrent(currentId), [onCurrent, currentId]);
  const chooseCurrent = useEffectEvent(() => choose(current));
  useEffect(() => {
    if (isEntered) chooseCurrent();
  }, [isEntered]);
  return (
    <>
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
    </>
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
    ...Object.values<FeatureLinks>(features).flatMap(({ command, tab }) =>
      command === undefined ? [] : [{ label: t(command), href: tab.href("") }],
    ),
    { label: t("goNews"), href: routes.newsList() },
    { label: t("goLibrary"), href: routes.library() },
    { label: t("goAccount"), href: routes.account() },
    { label: t("goVerify"), href: routes.check() },
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

"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { dialogJustClosed } from "@/components/ui/dialog-closed";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";
import { NumberEntry, shortcutName } from "./key-events.ts";
import { Palette } from "./Palette.tsx";
import { shortcutFor } from "./registry.ts";
import { moveRow } from "./rows.ts";
import { useShortcut } from "./use-shortcut.ts";

const HelpDialog = dynamic(() => persistently(() => import("./HelpDialog.tsx")).then((code) => code.HelpDialog), {
  ssr: false,
});

const numberPauseMs = 900;

interface Props {
  readonly singleKeys: boolean;
  onSwitchSingleKeys(on: boolean): void;
}

/** The app's only keyboard listener, with the help dialog and the command palette. Rendered once, in the frame. */
export function Keyboard({ singleKeys, onSwitchSingleKeys }: Props) {
  const t = useWords("keys");
  const [open, setOpen] = useState<"help" | "palette" | undefined>(undefined);
  const close = () => setOpen(undefined);
  useKeyListener(singleKeys);
  useShortcut("?", () => setOpen("help"), t("help"));
  useShortcut("mod+k", () => setOpen("palette"), t("palette"), { inPalette: false });
  useShortcut("j", () => moveRow(1), t("nextRow"), { inPalette: false });
  useShortcut("k", () => moveRow(-1), t("previousRow"), { inPalette: false });
  return (
    <>
      {open === "help" ? (
        <HelpDialog singleKeys={singleKeys} onSwitchSingleKeys={onSwitchSingleKeys} onClose={close} />
      ) : null}
      {open === "palette" ? <Palette onClose={close} /> : null}
    </>
  );
}

/** The external system is the window's keyboard. */
function useKeyListener(singleKeys: boolean): void {
  const entry = useRef(new NumberEntry());
  useEffect(() => {
    const number = entry.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      const value = number.end();
      if (value !== undefined) shortcutFor("g #")?.run(value);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const name = shortcutName(event, {
        inField: isField(event.target),
        inDialog: document.querySelector("dialog:modal") !== null || (event.key === "Escape" && dialogJustClosed()),
        singleKeys,
      });
      if (name === undefined) return;
      if (number.open) {
        clearTimeout(timer);
        if (number.take(name)) {
          timer = setTimeout(finish, numberPauseMs);
          event.preventDefault();
          return;
        }
        finish();
        if (name === "Enter") return event.preventDefault();
      }
      if (name === "g" && shortcutFor("g #") !== undefined) {
        number.begin();
        timer = setTimeout(finish, numberPauseMs * 2);
        return event.preventDefault();
      }
      const shortcut = shortcutFor(name);
      // False: the shortcut does not apply now, so the browser handles the key.
      if (shortcut !== undefined && shortcut.run(0) !== false) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      clearTimeout(timer);
    };
  }, [singleKeys]);
}

const textless = new Set(["checkbox", "radio", "button", "submit", "reset", "range", "color", "file"]);

function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !textless.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

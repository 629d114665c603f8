"use client";

import { useState } from "react";
import { Keyboard, useCommand, useShortcut } from "@/components/keys";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { useChangeView } from "./use-change-view.ts";

/** The keyboard of every page, and the commands that belong to the frame. */
export function FrameKeys({ singleKeys }: { readonly singleKeys: boolean }) {
  const t = useWords("frame");
  const locale = useLocale();
  const { change } = useChangeView();
  const [alive, setAlive] = useState(singleKeys);
  const switchKeys = (on: boolean) => {
    setAlive(on);
    void change({ keys: on ? "on" : "off" });
  };
  useCommand(t("toOtherLanguage"), () => change({ locale: locale === "en" ? "ja" : "en" }));
  useCommand(t("toLight"), () => change({ theme: "light" }));
  useCommand(t("toDark"), () => change({ theme: "dark" }));
  useShortcut("Escape", backOut, t("main"), { inPalette: false });
  return <Keyboard singleKeys={alive} onSwitchSingleKeys={switchKeys} />;
}

/** Out of whatever has the focus. What lies further back is each page's own to say: Escape must lose no place. */
function backOut(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return false;
  focused.blur();
  return true;
}

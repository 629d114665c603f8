"use client";

import { useState } from "react";
import { Keyboard, useCommand, useShortcut } from "@/components/keys";
import { useLocale, useWords } from "@/lib/next/provider";
import { useChangeView } from "./use-change-view.ts";

/** The shortcuts and palette commands that every page has. */
export function FrameKeys({ singleKeys }: { readonly singleKeys: boolean }) {
  const t = useWords("frame");
  const locale = useLocale();
  const { change } = useChangeView();
  const [singleKeysOn, setSingleKeysOn] = useState(singleKeys);
  const switchKeys = (on: boolean) => {
    setSingleKeysOn(on);
    void change({ keys: on ? "on" : "off" });
  };
  useCommand(t("toOtherLanguage"), () => change({ locale: locale === "en" ? "ja" : "en" }));
  useCommand(t("toLight"), () => change({ theme: "light" }));
  useCommand(t("toDark"), () => change({ theme: "dark" }));
  useShortcut("Escape", leaveFocus, t("main"), { inPalette: false });
  return <Keyboard singleKeys={singleKeysOn} onSwitchSingleKeys={switchKeys} />;
}

/** Going back further is left to each page, so that Escape never loses the user's place. */
function leaveFocus(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return false;
  focused.blur();
  return true;
}

"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Keyboard, useCommand, useShortcut } from "@/components/keys";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { useChangeView } from "./use-change-view.ts";

/** The keyboard of every page, and the commands that belong to the frame. */
export function FrameKeys({ singleKeys }: { readonly singleKeys: boolean }) {
  const t = useWords("frame");
  const locale = useLocale();
  const router = useRouter();
  const { change } = useChangeView();
  const [alive, setAlive] = useState(singleKeys);
  const switchKeys = (on: boolean) => {
    setAlive(on);
    void change({ keys: on ? "on" : "off" });
  };
  useCommand(t("toOtherLanguage"), () => change({ locale: locale === "en" ? "ja" : "en" }));
  useCommand(t("toLight"), () => change({ theme: "light" }));
  useCommand(t("toDark"), () => change({ theme: "dark" }));
  useShortcut("Escape", () => backOut(() => router.back()), t("main"), { inPalette: false });
  return <Keyboard singleKeys={alive} onSwitchSingleKeys={switchKeys} />;
}

/** Out of a field first, then out of the page. The first page of a tab has nothing behind it. */
function backOut(leave: () => void): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== document.body) {
    focused.blur();
    return true;
  }
  if (history.length <= 1) return false;
  leave();
  return true;
}

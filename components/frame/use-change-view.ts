"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { sendForm } from "@/lib/next/queries/own-api";
import { api } from "@/lib/routes";

type ViewChange = {
  readonly locale?: "en" | "ja";
  readonly theme?: "system" | "light" | "dark";
  readonly face?: "mincho" | "sans";
  readonly size?: 14 | 16 | 18 | 20;
  readonly keys?: "on" | "off";
};

/**
 * Changes how this browser shows the app without leaving the page: colours, typeface and size at once on <html>, the
 * language once the server has rendered the page again.
 */
export function useChangeView(): { change: (wanted: ViewChange) => Promise<void>; pending: boolean } {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const change = async (wanted: ViewChange) => {
    const root = document.documentElement;
    if (wanted.theme === "system") delete root.dataset["theme"];
    else if (wanted.theme !== undefined) root.dataset["theme"] = wanted.theme;
    if (wanted.face !== undefined) root.dataset["face"] = wanted.face;
    if (wanted.size !== undefined) root.dataset["size"] = String(wanted.size);
    await sendForm(api.preferences(), wanted);
    startTransition(() => router.refresh());
  };
  return { change, pending };
}

"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { usePaletteSource } from "@/components/keys";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";
import { useChangeView } from "./use-change-view.ts";

/** The account link and the switches of language and colours. The switches neither reload the page nor scroll it. */
export function FrameSwitches({ theme }: { readonly theme: "system" | "light" | "dark" }) {
  const t = useWords("frame");
  const locale = useLocale();
  const path = usePathname();
  const { change } = useChangeView();
  const other = locale === "en" ? "ja" : "en";
  const toggleTheme = () => {
    const dark =
      theme === "system" && document.documentElement.dataset["theme"] === undefined
        ? matchMedia("(prefers-color-scheme: dark)").matches
        : (document.documentElement.dataset["theme"] ?? theme) === "dark";
    void change({ theme: dark ? "light" : "dark" });
  };
  usePaletteSource((query) => {
    const wanted = query.normalize("NFKC").toLowerCase();
    return [
      { id: "theme", label: t("switchTheme"), run: toggleTheme },
      { id: "language", label: t("toOtherLanguage"), lang: other, run: () => void change({ locale: other }) },
    ].filter(({ label }) => label.toLowerCase().includes(wanted));
  });
  return (
    <div className="top-end">
      <Link href={routes.account()} prefetch={false} aria-current={path === routes.account() ? "page" : undefined}>
        {t("account")}
      </Link>
      <button className="theme lang" type="button" lang={other} onClick={() => void change({ locale: other })}>
        <span aria-hidden="true">{t("otherLanguage")}</span>
        <span className="vh">{t("toOtherLanguage")}</span>
      </button>
      <button className="theme" type="button" aria-label={t("switchTheme")} onClick={toggleTheme} />
    </div>
  );
}

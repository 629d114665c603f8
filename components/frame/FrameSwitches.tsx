"use client";

import { usePathname } from "next/navigation";
import { usePaletteSource } from "@/components/keys";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { useChangeView } from "./use-change-view.ts";

const square = "h-6 rounded-seal border border-line text-13/6 text-muted";

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
    <div className="flex items-center gap-2 max-md:hidden">
      <Link
        className="pe-1 text-12 text-muted current:font-semibold current:text-ai"
        href={routes.account()}
        aria-current={path === routes.account() ? "page" : undefined}
      >
        {t("account")}
      </Link>
      <button
        className={`${square} min-w-6 px-1`}
        type="button"
        lang={other}
        onClick={() => void change({ locale: other })}
      >
        <span aria-hidden="true">{t("otherLanguage")}</span>
        <span className="sr-only">{t("toOtherLanguage")}</span>
      </button>
      <button
        className={`${square} grid w-6 place-items-center`}
        type="button"
        aria-label={t("switchTheme")}
        title={t("switchTheme")}
        onClick={toggleTheme}
      >
        <HalfDisc />
      </button>
    </div>
  );
}

/** The sign for light and dark: a disc of which one half is filled. */
function HalfDisc() {
  return (
    <svg className="size-3.5" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" />
      <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
    </svg>
  );
}

"use client";

import type { Route } from "next";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { Link } from "./Link.tsx";

interface Tab {
  readonly href: Route;
  readonly label: string;
  readonly isHere: boolean;
  readonly count?: string | undefined;
}

/** The pages of one place, below its heading. */
export function PlaceTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav
      className="mb-5 flex gap-6 overflow-x-auto border-b border-line whitespace-nowrap print:hidden"
      aria-label={label}
    >
      {tabs.map(({ href, label: name, isHere, count }) => (
        <Link
          key={name}
          className="border-b-2 border-transparent pt-1.5 pb-2 text-ink hover:text-ai hover:no-underline current:border-b-ai current:font-semibold current:text-ai"
          href={href}
          aria-current={isHere ? "page" : undefined}
        >
          {name}
          {count === undefined ? null : <span className="ms-1 font-normal text-muted">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The lanes of the whole market. */
export function ReadTabs({ here }: { readonly here: "filings" | "news" }) {
  const t = useWords("frame");
  const tabs = [
    { href: routes.documents(), label: t("filings"), isHere: here === "filings" },
    { href: routes.newsList(), label: t("news"), isHere: here === "news" },
  ];
  return <PlaceTabs label={t("read")} tabs={tabs} />;
}

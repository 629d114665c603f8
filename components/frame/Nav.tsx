"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { askRoutes, routes } from "@/lib/routes";

/** Issuer pages count as part of Documents, so that one entry is always marked as the current one. */
export function Nav() {
  const t = useWords("frame");
  const path = usePathname();
  const places = [
    { href: routes.desk(), label: t("desk"), here: path === routes.desk() },
    {
      href: routes.documents(),
      label: t("documents"),
      here: path.startsWith(routes.documents()) || path.startsWith(routes.issuers()),
    },
    { href: routes.search(), label: t("search"), here: path.startsWith(routes.search()) },
    {
      href: askRoutes.page(),
      label: t("ask"),
      here: path.startsWith(askRoutes.page()),
    },
    { href: routes.newsList(), label: t("news"), here: path.startsWith(routes.newsList()) },
    { href: routes.library(), label: t("library"), here: path.startsWith(routes.library()) },
  ];
  return (
    <nav
      className="flex gap-1 self-stretch whitespace-nowrap max-md:col-span-full max-md:row-start-2 max-md:justify-between"
      aria-label={t("main")}
    >
      {places.map(({ href, label, here }) => (
        <Link key={href} href={href} aria-current={here ? "page" : undefined}>
          {label}
        </Link>
      ))}
      <Link className="md:hidden" href={routes.account()} aria-current={path === routes.account() ? "page" : undefined}>
        {t("account")}
      </Link>
    </nav>
  );
}

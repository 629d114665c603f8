"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";

/** The four places, on a phone in a bar at the foot. A page of an issuer, a document or a news item belongs to Read. */
export function Nav() {
  const t = useWords("frame");
  const path = usePathname();
  const isIn = (...roots: readonly string[]) => roots.some((root) => path === root || path.startsWith(`${root}/`));
  const places = [
    { href: routes.desk(), label: t("today"), here: path === routes.desk() },
    {
      href: routes.documents(),
      label: t("read"),
      here: isIn(routes.documents(), routes.documentsRoot(), routes.issuers(), routes.newsRoot()),
    },
    { href: routes.search(), label: t("ask"), here: isIn(routes.search()) },
    { href: routes.library(), label: t("library"), here: isIn(routes.library()) },
  ];
  return (
    <nav
      className="flex gap-1 self-stretch whitespace-nowrap max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:grid max-md:h-(--places-h) max-md:grid-cols-4 max-md:gap-0 max-md:border-t max-md:border-line max-md:bg-paper"
      aria-label={t("main")}
    >
      {places.map(({ href, label, here }) => (
        <Link key={href} href={href} aria-current={here ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

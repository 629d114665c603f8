"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";

/** On a phone it stands beneath the credits. */
export function AccountLink() {
  const t = useWords("frame");
  const path = usePathname();
  return (
    <Link
      className="text-ink current:font-semibold current:text-ai max-md:hidden"
      href={routes.account()}
      aria-current={path === routes.account() ? "page" : undefined}
    >
      {t("account")}
    </Link>
  );
}

"use client";

import type { Route } from "next";
import { Link } from "@/components/ui/Link.tsx";
import { queryOf } from "@/components/ui/query-of.ts";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { NamedSource } from "./named-source.ts";

interface Props {
  readonly source: NamedSource;
  /** The page where a feed or webhook of this source is made. */
  readonly tellHref: Route;
  readonly onSeen: () => void;
}

/** One thing that is followed: how much is new in it, all of it, and what can be done about it alone. */
export function SourceLine({ source, tellHref, onSeen }: Props) {
  const t = useWords("updates");
  const { name, issuer } = source;
  const filtered =
    source.phrase === undefined ? routes.documents(queryOf(source.filterQuery)) : routes.search({ q: source.phrase });
  const href = source.isCited ? routes.proofs() : issuer === undefined ? filtered : routes.issuer(issuer.code);
  return (
    <li className="grid-cols-[minmax(0,1fr)_auto]">
      <span>
        <Link className="me-3" href={href} lang={issuer === undefined ? undefined : "ja"}>
          {name}
        </Link>
        <span className="me-3 inline-block text-12/ui text-muted">
          <Counts source={source} />
        </span>
      </span>
      <span className="flex gap-4">
        <Link className="text-12/ui" href={tellHref} aria-label={t("tellName", { name })}>
          {t("tell")}
        </Link>
        <button className="link text-12/ui" type="button" aria-label={t("seenName", { name })} onClick={onSeen}>
          {t("seen")}
        </button>
      </span>
    </li>
  );
}

function Counts({ source }: { readonly source: NamedSource }) {
  const t = useWords("updates");
  const locale = useLocale();
  const { published, amendments, withdrawals } = source;
  const parts = [
    published === 0 ? null : t("countDocuments", { n: published }),
    amendments === 0 ? null : t("countAmendments", { n: amendments }),
    withdrawals === 0 ? null : t("countWithdrawals", { n: withdrawals }),
  ];
  return parts.filter((part) => part !== null).join(locale === "ja" ? "、" : ", ");
}

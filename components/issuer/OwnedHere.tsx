"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { ownedOfIssuerQuery } from "@/lib/next/queries/news-lists";
import { routes } from "@/lib/routes";

export function OwnedHere({ securityCode }: { readonly securityCode: string }) {
  const t = useWords("issuer");
  const owned = useQuery(ownedOfIssuerQuery(securityCode)).data;
  if (owned === undefined) return null;
  const rows = [
    [t("ownDocuments"), owned.documents],
    [t("ownSections"), owned.sections],
    [t("ownPages"), owned.pages],
    [t("ownOriginals"), owned.originals],
  ] as const;
  return (
    <section className="min-w-0 lg:mt-8 max-md:mt-8">
      <div className="sect-h">
        <h2>{t("ownHere")}</h2>
        {owned.credits === 0 ? null : (
          <span className="end">
            <Link href={routes.library({ q: securityCode })}>{t("inLibrary")}</Link>
          </span>
        )}
      </div>
      {rows.every(([, count]) => count === 0) ? (
        <p className="text-muted text-12/ui">{t("ownNone")}</p>
      ) : (
        <dl className="facts">
          {rows.map(([name, count]) =>
            count === 0
              ? null
              : [
                  <dt key={`${name}t`}>{name}</dt>,
                  <dd key={`${name}d`} className="text-end whitespace-nowrap">
                    {count}
                  </dd>,
                ],
          )}
          <dt>{t("spent")}</dt>
          <dd className="text-end whitespace-nowrap">{t("spentCredits", { n: owned.credits })}</dd>
        </dl>
      )}
    </section>
  );
}

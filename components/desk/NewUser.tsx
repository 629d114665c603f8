"use client";

import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { WatchButton } from "./WatchButton.tsx";

interface Props {
  /** Issuers that filed last, offered as a start. */
  readonly recent: readonly {
    readonly security_code: string;
    readonly name: string | null;
    readonly name_en: string | null;
  }[];
}

/** Shown on an empty Desk page: how to watch issuers. */
export function NewUser({ recent }: Props) {
  const t = useWords("desk");
  const find = () => document.querySelector<HTMLInputElement>(".find input")?.focus();
  return (
    <div>
      <div className="sect-h">
        <h2>{t("watched")}</h2>
      </div>
      <div className="empty border-0 pt-1">
        <h3>{t("beginTitle")}</h3>
        <p>{t("beginText")}</p>
        <button className="btn" type="button" onClick={find}>
          {t("beginFind")}
        </button>
      </div>
      {recent.length === 0 ? null : (
        <>
          <div className="sect-h mt-8">
            <h2>{t("beginRecent")}</h2>
          </div>
          <ul className="rows">
            {recent.map((issuer) => (
              <li className="grid-cols-[48px_minmax(0,1fr)_auto]" key={issuer.security_code} data-row>
                <span className="whitespace-nowrap text-muted">{issuer.security_code}</span>
                <span>
                  <Link className="text-ink hover:text-ai" href={routes.issuer(issuer.security_code)} lang="ja">
                    {issuer.name ?? issuer.security_code}
                  </Link>
                  <IssuerGloss name={issuer.name_en} />
                </span>
                <WatchButton issuer={issuer} small />
              </li>
            ))}
          </ul>
          <p className="text-12/ui text-muted">{t("beginNote")}</p>
        </>
      )}
    </div>
  );
}

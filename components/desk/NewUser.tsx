"use client";

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

/** Shown where no issuer is followed yet. */
export function NewUser({ recent }: Props) {
  const t = useWords("desk");
  const find = () => document.querySelector<HTMLInputElement>(".find input")?.focus();
  return (
    <section aria-labelledby="begin">
      <div className="sect-h">
        <h2 id="begin">{t("beginTitle")}</h2>
      </div>
      <ul className="rows">
        {recent.map((issuer) => (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={issuer.security_code} data-row>
            <span className="two">
              <Link href={routes.issuer(issuer.security_code)} lang="ja">
                {issuer.name ?? issuer.security_code}
              </Link>
              <span>
                {issuer.security_code} {issuer.name_en}
              </span>
            </span>
            <WatchButton issuer={issuer} small />
          </li>
        ))}
      </ul>
      <button className="btn mt-3" type="button" onClick={find}>
        {t("beginFind")}
      </button>
      <p className="mt-2 text-12/ui text-muted">{t("beginNote")}</p>
    </section>
  );
}

"use client";

import { RevokeButton } from "@/components/share";
import { jstDate, jstDateTime } from "@/lib/contract/dates";
import type { ListedToken } from "@/lib/features/programs/facts";
import { useWords } from "@/lib/next/provider";
import { revokeToken } from "@/lib/next/queries/agents";
import type { Run } from "@/lib/next/queries/use-change";

export function TokenList({ tokens, run }: { readonly tokens: readonly ListedToken[]; readonly run: Run }) {
  const t = useWords("agents");
  return (
    <section className="mt-5" aria-labelledby="tokens-head">
      <div className="sect-h">
        <h2 id="tokens-head">{t("tokens")}</h2>
      </div>
      {tokens.length === 0 ? <p className="text-12/ui text-muted">{t("noTokens")}</p> : null}
      <ul className="rows">
        {tokens.map((token) => (
          <li key={token.id} className="grid-cols-[minmax(0,1fr)_auto] items-center">
            <span>
              {token.name} <span className="text-12/ui text-muted">{t(`scope_${token.scope}`)}</span>
              <br />
              <span className="text-12/ui text-muted">
                {token.scope === "spend"
                  ? t("spent", {
                      today: token.spentToday,
                      daily: token.dailyCap,
                      spent: token.spent,
                      total: token.totalCap,
                    })
                  : t("spendsNothing")}
                <br />
                {token.state === "valid" ? t("until", { day: jstDate(token.expiresAt) }) : t(`token_${token.state}`)}{" "}
                {token.usedAt === null
                  ? t("neverUsed")
                  : t("used", { when: jstDateTime(token.usedAt).slice(0, 16).replace("T", " ") })}
              </span>
            </span>
            {token.state === "valid" ? (
              <RevokeButton
                name={t("revokeToken", { name: token.name })}
                onRevoke={() => void run(() => revokeToken(token.id))}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <p className="text-12/ui text-muted">{t("signOutNote")}</p>
    </section>
  );
}

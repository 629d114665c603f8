import { Link } from "@/components/ui/Link.tsx";
import { agentRoutes } from "@/lib/routes";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

interface Props {
  readonly words: Words<WordKey<"account">>;
  readonly tokens: number;
  readonly tasks: number;
  readonly plans: number;
}

/** How many programs act for the owner; their tokens and tasks have a page of their own, so that this one loads none. */
export function Programs({ words: t, tokens, tasks, plans }: Props) {
  return (
    <section className="min-w-0" aria-labelledby="programs-head">
      <div className="sect-h">
        <h2 id="programs-head">{t("programs")}</h2>
        <span className="text-muted text-12/ui">{t("programsCount", { tokens, tasks })}</span>
      </div>
      <p className="text-12/ui text-muted">{t("programsText")}</p>
      {plans === 0 ? null : (
        <p className="say mt-3" role="status">
          {t("programsWaiting", { n: plans })}
        </p>
      )}
      <p className="mt-2">
        <Link href={agentRoutes.page()}>{t("programsOpen")}</Link>
      </p>
    </section>
  );
}

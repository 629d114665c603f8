import { getLocale } from "@/lib/next/locale.server";
import type { Owner } from "@/lib/owners/owner";
import { api } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

export type AccountWords = Words<WordKey<"account">>;

export interface LinkedKey {
  readonly fingerprint: string;
  readonly linkedOn: string;
  readonly current: boolean;
}

export const linkOutcomes = [
  "done",
  "key_has_other_library",
  "missing_key",
  "invalid_api_key",
  "access_not_enabled",
  "rate_limited",
  "service_unreachable",
  "service_failed",
  "too_many_attempts",
] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

interface Props {
  readonly words: AccountWords;
  readonly owner: Pick<Owner, "fingerprint" | "upstream" | "demo">;
  readonly endsOn: string;
}

interface KeysProps extends Pick<Props, "words" | "owner"> {
  readonly keys: readonly LinkedKey[];
  readonly outcome: LinkOutcome | undefined;
}

/** The key of this session, by its fingerprint only. */
export function KeySection(props: Props) {
  const { words: t } = props;
  return (
    <section className="min-w-0" aria-labelledby="key-head">
      <div className="sect-h">
        <h2 id="key-head">{t("key")}</h2>
      </div>
      <dl className="facts">
        <dt>{t("fingerprint")}</dt>
        <dd>
          <code className="font-mono text-13/5 normal-nums">{props.owner.fingerprint}</code>
          <br />
          <span className="text-12/ui text-muted">{t("fingerprintNote")}</span>
        </dd>
        <dt>{t("service")}</dt>
        <dd>{props.owner.upstream.baseUrl}</dd>
        <dt>{t("session")}</dt>
        <dd>{t("sessionText", { day: props.endsOn })}</dd>
      </dl>
      {props.owner.demo ? <p className="say mt-4 border-amber">{t("demoNote")}</p> : null}
    </section>
  );
}

/** All keys that open this library, and where another one is linked to it. */
export async function LibraryKeys(props: KeysProps) {
  const locale = await getLocale();
  const { words: t, keys } = props;
  return (
    <section className="min-w-0" aria-labelledby="keys-head">
      <h2 id="keys-head" className="mt-5 mb-0.5 text-13/5 font-semibold">
        {t("keysOfLibrary")}
      </h2>
      <ul className="rows">
        {keys.map((key) => (
          <li key={key.fingerprint} className="grid-cols-[96px_minmax(0,1fr)]">
            <code className="font-mono text-13/5 normal-nums">{key.fingerprint}</code>
            <span className="text-muted text-12/ui">
              {t("linkedOn", { day: key.linkedOn })}
              {key.current ? between(locale) + t("thisKey") : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-12/ui text-muted">{t("sharedNote")}</p>
      {props.owner.demo ? null : <LinkKey {...props} />}
    </section>
  );
}

function LinkKey({ words: t, outcome }: KeysProps) {
  return (
    <form className="*:not-first:mt-2" method="post" action={api.linkKey()}>
      <h3 className="mt-5 mb-0.5 text-13/5 font-semibold">{t("linkTitle")}</h3>
      <p className="text-12/ui text-muted">{t("linkText")}</p>
      {outcome === undefined ? null : (
        <p className="say" id="link-outcome" role={outcome === "done" ? "status" : "alert"}>
          {t(`link_${outcome}`)}
        </p>
      )}
      <div className="field">
        <label htmlFor="new-key">{t("newKey")}</label>
        <div className="row-acts">
          <input
            className="input w-auto flex-[1_1_200px]"
            id="new-key"
            name="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={512}
            aria-describedby={outcome === undefined ? undefined : "link-outcome"}
          />
          <button className="btn" type="submit">
            {t("link")}
          </button>
        </div>
      </div>
    </form>
  );
}

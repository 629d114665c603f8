import { Fragment } from "react";
import type { LastBackup, LoggedChange, NewestError, OperatorState } from "@/lib/contract/operator";
import type { WebFacts } from "@/lib/features/operator/page";
import { getLocale } from "@/lib/next/locale.server";
import { between } from "@/lib/text/format/between";
import { writeNumber } from "@/lib/text/i18n/words";
import { bytesInWords, minuteOf } from "./times.ts";
import type { OperatorWords } from "./words.ts";

export interface Health {
  readonly status: string;
  readonly version: string;
  readonly checks: Readonly<Record<string, string>>;
}

interface Props {
  readonly words: OperatorWords;
  readonly state: OperatorState;
  readonly web: WebFacts;
  readonly webHealth: Health;
}

export function Running({ words: t, state, web, webHealth }: Props) {
  const health: readonly [string, Health][] = [
    [t("service"), { ...state.health, version: state.version }],
    [t("web"), webHealth],
  ];
  const size = Object.values(state.store_bytes).reduce((sum, bytes) => sum + bytes, 0);
  const free = (disk: OperatorState["disk"] | undefined) =>
    disk === undefined
      ? t("unknown")
      : t("free", { free: bytesInWords(disk.free_bytes), total: bytesInWords(disk.total_bytes) });
  return (
    <>
      <section className="min-w-0" aria-labelledby="health-head">
        <div className="sect-h">
          <h2 id="health-head">{t("health")}</h2>
        </div>
        <dl className="facts ruled">
          {health.map(([name, each]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <Checks words={t} checks={each.checks} /> <span className="text-muted">· {each.version}</span>
              </dd>
            </Fragment>
          ))}
        </dl>
      </section>
      <section className="min-w-0" aria-labelledby="disk-head">
        <div className="sect-h">
          <h2 id="disk-head">{t("disk")}</h2>
        </div>
        <dl className="facts ruled">
          <dt>{t("service")}</dt>
          <dd>{free(state.disk)}</dd>
          <dt>{t("web")}</dt>
          <dd>{free(web.disk)}</dd>
          <dt>{t("storeSize")}</dt>
          <dd>{bytesInWords(size)}</dd>
        </dl>
      </section>
      <section className="min-w-0" aria-labelledby="backup-head">
        <div className="sect-h">
          <h2 id="backup-head">{t("backups")}</h2>
        </div>
        <dl className="facts ruled">
          <dt>{t("service")}</dt>
          <dd>
            {state.in_database ? t("inDatabase") : <Backup words={t} backup={withHalf(state.backup, "service")} />}
          </dd>
          <dt>{t("web")}</dt>
          <dd>
            <Backup words={t} backup={withHalf(web.backup ?? null, "web")} />
          </dd>
        </dl>
      </section>
      <section className="min-w-0" aria-labelledby="limits-head">
        <div className="sect-h">
          <h2 id="limits-head">{t("limits")}</h2>
        </div>
        <dl className="facts ruled">
          <dt>{t("wrongKeys")}</dt>
          <dd>{writeNumber(state.limits.wrong_keys_per_minute)}</dd>
          <dt>{t("tiers")}</dt>
          <dd>
            {state.limits.content_tiers.map(({ max_characters, credits }) => (
              <span className="block" key={credits}>
                {max_characters === null
                  ? t("tierLast", { credits })
                  : t("tier", { characters: writeNumber(max_characters), credits })}
              </span>
            ))}
          </dd>
        </dl>
      </section>
    </>
  );
}

/** A check that isn't `ok` is named with what it says. */
function Checks({ words: t, checks }: { readonly words: OperatorWords; readonly checks: Health["checks"] }) {
  const failing = Object.entries(checks).filter(([, check]) => check !== "ok");
  if (failing.length === 0) return t("works");
  const parts = failing.map(([part, check]) => `${part} ${check}`).join(", ");
  return <span className="text-amber-ink">{t("fails", { parts })}</span>;
}

function withHalf(backup: LastBackup | null, half: LastBackup["halves"][number]): LastBackup | null {
  return backup?.halves.includes(half) === true ? backup : null;
}

async function Backup({ words: t, backup }: { readonly words: OperatorWords; readonly backup: LastBackup | null }) {
  const locale = await getLocale();
  if (backup === null)
    return (
      <>
        <span className="text-amber-ink">{t("noBackup")}</span>
        <span className="block text-12/ui text-muted">{t("noBackupText")}</span>
      </>
    );
  return (
    <>
      {minuteOf(backup.at)}
      <span className="block text-12/ui text-muted [overflow-wrap:anywhere]">
        {[backup.file, bytesInWords(backup.bytes)].join(between(locale))}
      </span>
    </>
  );
}

export async function Errors({
  words: t,
  errors,
}: {
  readonly words: OperatorWords;
  readonly errors: readonly NewestError[];
}) {
  const locale = await getLocale();
  return (
    <section className="min-w-0" aria-labelledby="errors-head">
      <div className="sect-h">
        <h2 id="errors-head">{t("errors")}</h2>
        <span className="text-12/ui text-muted">{t("errorsNote")}</span>
      </div>
      {errors.length === 0 ? <p className="text-muted">{t("noErrors")}</p> : null}
      <ul className="rows">
        {errors.map((error) => (
          <li key={`${error.at} ${error.program} ${error.id} ${error.what}`}>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {error.what}
              <br />
              <span className="text-12/ui text-muted">
                {[minuteOf(error.at), error.program, ""].join(between(locale))}
                {error.id === null ? t("noId") : <code className="font-mono normal-nums">{error.id}</code>}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export async function Changes({
  words: t,
  changes,
}: {
  readonly words: OperatorWords;
  readonly changes: readonly LoggedChange[];
}) {
  const locale = await getLocale();
  return (
    <section className="min-w-0" aria-labelledby="log-head">
      <div className="sect-h">
        <h2 id="log-head">{t("log")}</h2>
        <span className="text-12/ui text-muted">{t("logNote")}</span>
      </div>
      {changes.length === 0 ? <p className="text-muted">{t("noChanges")}</p> : null}
      <ol className="rows">
        {changes.map((change) => (
          <li key={`${change.at} ${change.action} ${change.subject}`}>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t(`action_${change.action}`)}
              {change.detail === "" ? null : between(locale) + change.detail}
              <br />
              <span className="text-12/ui text-muted">
                {[
                  minuteOf(change.at),
                  change.subject,
                  change.operator === null ? t("byCommand") : t("by", { who: change.operator }),
                  ...(change.address === "" ? [] : [t("from", { address: change.address })]),
                ].join(between(locale))}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

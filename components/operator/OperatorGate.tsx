import type { ReactNode } from "react";
import type { OperatorPage } from "@/lib/features/operator/page";
import { operatorRoutes, routes } from "@/lib/routes";
import { OutcomeLine } from "./OutcomeLine.tsx";
import type { OperatorWords, Outcome } from "./words.ts";

interface Props {
  readonly words: OperatorWords;
  readonly page: Exclude<OperatorPage, { kind: "open" }>;
  readonly address: string;
  readonly outcome: Outcome | undefined;
}

/** Before the key is given, and where there is nothing to open. A plain form: no script reads the key. */
export function OperatorGate({ words: t, page, address, outcome }: Props) {
  if (page.kind === "off") {
    return (
      <State title={t("off")} text={t("offText")}>
        <code className="mt-2 block font-mono text-13/5 normal-nums select-all">{t("command")}</code>
      </State>
    );
  }
  if (page.kind !== "closed") {
    return (
      <State title={t(page.kind)} text={t(`${page.kind}Text`, { address })}>
        <p className="row-acts">
          <a className="btn sm" href={routes.operator()}>
            {t("refresh")}
          </a>
        </p>
      </State>
    );
  }
  return (
    <form className="max-w-100 *:not-first:mt-4" method="post" action={operatorRoutes.signIn()}>
      <p className="text-muted">{t("closedLead")}</p>
      <OutcomeLine words={t} outcome={outcome ?? (page.ended ? "ended" : undefined)} />
      <div className="field">
        <label htmlFor="key">{t("key")}</label>
        <input
          className="input h-10 text-14"
          id="key"
          name="key"
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={512}
          required
          autoFocus
          aria-describedby="key-hint"
        />
        <p className="text-12/ui text-muted" id="key-hint">
          {t("keyHint")}
        </p>
      </div>
      <button className="btn min-h-10 px-4 go" type="submit">
        {t("open")}
      </button>
    </form>
  );
}

function State({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

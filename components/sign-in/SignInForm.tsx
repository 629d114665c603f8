import type { ReactNode } from "react";
import type { SignInFailure } from "@/lib/owners/sign-in";
import { api } from "@/lib/routes";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";
import { CarryFragment } from "./CarryFragment.tsx";
import { Countdown } from "./Countdown.tsx";

export type SignInWords = Words<WordKey<"signIn">>;

interface Props {
  readonly words: SignInWords;
  readonly csrfToken: string;
  readonly next: string;
  readonly failure: SignInFailure | undefined;
  readonly attemptsLeft: number | undefined;
  readonly waitSeconds: number | undefined;
  readonly hasDemoKey: boolean;
  /** The service's address, and whether it answers. */
  readonly service: ReactNode;
}

export function SignInForm(props: Props) {
  const { words: t, failure, next } = props;
  const aboutCode = failure === "no_such_recovery_code" || failure === "key_has_other_library";
  const aboutKey = failure === "missing_key" || failure === "invalid_api_key" || failure === "access_not_enabled";
  return (
    <SentForm {...props}>
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
          autoFocus={!props.hasDemoKey}
          aria-invalid={aboutKey ? true : undefined}
          aria-describedby={failure === undefined ? undefined : "why"}
        />
      </div>
      {failure === undefined ? null : <FailureMessage {...props} failure={failure} />}
      <details open={aboutCode}>
        <summary className="w-fit cursor-pointer text-12/5 text-muted hover:text-ai">{t("reopen")}</summary>
        <div className="field mt-2">
          <label htmlFor="recovery">{t("recovery")}</label>
          <input
            className="input h-10 text-14"
            id="recovery"
            name="recovery"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            aria-invalid={aboutCode ? true : undefined}
            aria-describedby="recovery-hint"
          />
          <p className="text-12/ui text-muted" id="recovery-hint">
            {t("recoveryHint")}
          </p>
        </div>
      </details>
      <div className="field">
        <span className="lab">{t("service")}</span>
        <span>{props.service}</span>
      </div>
      <div className="row-acts">
        <button className={`btn min-h-10 px-4 ${props.hasDemoKey ? "" : "go"}`} type="submit">
          {t("submit")}
        </button>
      </div>
      {next === "/" ? null : <p className="text-12/ui text-muted">{t("leadsTo")}</p>}
    </SentForm>
  );
}

/** A form of its own, since Enter in the field of a key presses the first button of its form. */
export function DemoForm(props: Pick<Props, "words" | "csrfToken" | "next">) {
  const { words: t } = props;
  return (
    <>
      <SentForm {...props}>
        <button className="btn min-h-10 px-4 go" type="submit" name="demo" value="yes">
          {t("demo")}
        </button>
      </SentForm>
      <p className="my-5 border-t border-line pt-4 text-13/5 text-muted">{t("orKey")}</p>
    </>
  );
}

/** Plain: signing in works without scripts, and no script reads the key. */
function SentForm({ csrfToken, next, children }: Pick<Props, "csrfToken" | "next"> & { readonly children: ReactNode }) {
  return (
    <form className="*:not-first:mt-4" method="post" action={api.signIn()}>
      <CarryFragment />
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={next} />
      {children}
    </form>
  );
}

function FailureMessage({ words: t, failure, attemptsLeft, waitSeconds }: Props & { readonly failure: SignInFailure }) {
  return (
    <p className="say" id="why" role="alert">
      <b>{t(failure)}</b> {t(`${failure}More`)}
      {attemptsLeft === undefined ? null : ` ${t("attemptsLeft", { left: attemptsLeft })}`}
      {waitSeconds === undefined ? null : " "}
      {waitSeconds === undefined ? null : (
        <Countdown seconds={waitSeconds} message={failure === "too_many_attempts" ? "waitSeconds" : "slowed"} />
      )}
    </p>
  );
}

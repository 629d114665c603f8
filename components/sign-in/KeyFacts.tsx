import { Fragment } from "react";
import type { SignInWords } from "./SignInForm.tsx";

const facts = ["usedFor", "kept", "checked", "shared", "ends"] as const;

/** Says, before the key is typed, how it will be stored and used. */
export function KeyFacts({ words: t }: { readonly words: SignInWords }) {
  return (
    <>
      <div className="sect-h">
        <h2>{t("about")}</h2>
      </div>
      <dl className="facts ruled">
        {facts.map((fact) => (
          <Fragment key={fact}>
            <dt>{t(fact)}</dt>
            <dd>{t(`${fact}Text`)}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

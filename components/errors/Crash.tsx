"use client";

import { useSyncExternalStore } from "react";
import { makeWords } from "@/lib/i18n/words";
import { routes } from "@/lib/routes";
import en from "@/messages/en/crash.json";
import ja from "@/messages/ja/crash.json";

const never = () => () => undefined;

interface Props {
  readonly error: unknown;
  readonly retry: () => void;
}

/** A page that failed while it was made. Carries its few words itself: whatever provides words may be what broke. */
export function Crash({ error, retry }: Props) {
  // Only the document knows its language here; the cookie is not for scripts.
  const japanese = useSyncExternalStore(
    never,
    () => document.documentElement.lang === "ja",
    () => false,
  );
  const t = japanese ? makeWords(ja, "ja") : makeWords(en, "en");
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <div className="lost" role="alert">
      <p className="muted">500</p>
      <h1 className="h-page">{t("title")}</h1>
      <p>{t("text")}</p>
      <p className="row-acts">
        <button className="btn" type="button" onClick={retry}>
          {t("retry")}
        </button>
        <a className="btn" href={routes.desk()}>
          {t("toDesk")}
        </a>
      </p>
      {digest === undefined ? null : <p className="small muted">{t("id", { id: digest })}</p>}
    </div>
  );
}

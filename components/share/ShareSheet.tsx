"use client";

import { useEffect, useId, useRef } from "react";
import { type CitedDocument, type CitedPlace, cite } from "@/lib/format/citation";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { CopyButton } from "./CopyButton.tsx";

export { cite };

export interface Shared {
  readonly document: CitedDocument;
  /** Path of the view within the app, with query and fragment. */
  readonly path: string;
  readonly place?: Omit<CitedPlace, "url">;
}

/** The link and three citations to copy, in a native dialog, which keeps the focus and returns it. */
export function ShareSheet({ shared, onClose }: { readonly shared: Shared; readonly onClose: () => void }) {
  const t = useWords("share");
  const locale = useLocale();
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const url = new URL(shared.path, window.location.origin).href;
  const place = { ...shared.place, url };
  const forms = [
    { name: t("link"), text: url, lang: undefined },
    { name: t("markdown"), text: cite(shared.document, place, "markdown", locale), lang: "ja" },
    { name: t("plain"), text: cite(shared.document, place, "plain", locale), lang: "ja" },
    { name: t("bibtex"), text: cite(shared.document, place, "bibtex", locale), lang: "ja" },
  ];
  return (
    <dialog
      className="dlg share"
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => (event.target === event.currentTarget ? event.currentTarget.close() : undefined)}
    >
      <div className="share-in">
        <h2 id={heading}>{t("title")}</h2>
        <dl className="share-forms">
          {forms.map(({ name, text, lang }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="cite" lang={lang}>
                {text}
              </dd>
              <dd>
                <CopyButton
                  className="btn sm"
                  text={() => text}
                  label={t("copy")}
                  done={t("copied")}
                  name={`${t("copy")}: ${name}`}
                />
              </dd>
            </div>
          ))}
        </dl>
        <p className="small muted">{t("note")}</p>
        <form method="dialog" className="ends">
          <button className="btn" type="submit">
            {t("close")}
          </button>
        </form>
      </div>
    </dialog>
  );
}

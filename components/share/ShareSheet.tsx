"use client";

import { useEffect, useId, useRef } from "react";
import { Unbroken } from "@/components/ui/Unbroken.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { type CitedDocument, type CitedPlace, cite } from "@/lib/text/format/citation";
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
      className="dlg max-w-160"
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => (event.target === event.currentTarget ? event.currentTarget.close() : undefined)}
    >
      <div>
        <h2 id={heading}>{t("title")}</h2>
        <dl className="mt-3">
          {forms.map(({ name, text, lang }) => (
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-t border-line py-3" key={name}>
              <dt className="col-span-full text-12 text-muted">{name}</dt>
              <dd className="cite max-h-[9.6em] overflow-auto whitespace-pre-wrap text-ink" lang={lang}>
                <Unbroken text={text} />
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
        <p className="text-12/ui text-muted">{t("note")}</p>
        <form method="dialog" className="mt-5 flex justify-end gap-2">
          <button className="btn" type="submit">
            {t("close")}
          </button>
        </form>
      </div>
    </dialog>
  );
}

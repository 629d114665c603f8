"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "@/lib/i18n/provider";

/**
 * The table of contents on narrow screens, as a native dialog over the text: it keeps the focus and closes on Escape.
 */
export function ContentsSheet(props: { open: boolean; onClose: () => void; children: ReactNode }) {
  const t = useWords("reader");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (props.open && !element.open) element.showModal();
    if (!props.open && element.open) element.close();
  }, [props.open]);
  return (
    <dialog
      ref={dialog}
      className="contents-sheet toc"
      aria-label={t("contents")}
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) props.onClose();
      }}
    >
      {props.open ? (
        <div className="sheet-body">
          <div className="sheet-top">
            <b>{t("contents")}</b>
            <button className="btn sm" type="button" onClick={props.onClose}>
              {t("close")}
            </button>
          </div>
          {props.children}
        </div>
      ) : null}
    </dialog>
  );
}

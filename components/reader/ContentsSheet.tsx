"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "@/lib/next/provider";

/** For narrow screens: a native dialog keeps the focus and closes on Escape. */
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
      className="m-0 h-dvh max-h-none w-[min(420px,100vw)] max-w-none border-0 border-e border-line bg-paper p-0 text-inherit backdrop:bg-veil print:hidden toc"
      aria-label={t("contents")}
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) props.onClose();
      }}
    >
      {props.open ? (
        <div className="h-full overflow-y-auto pb-6" data-pane>
          <div className="sticky top-0 z-1 mb-2 flex items-center justify-between border-b border-line bg-paper py-3 ps-8 pe-4">
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

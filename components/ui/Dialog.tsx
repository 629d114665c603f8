"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { noteDialogClosed } from "./dialog-closed.ts";

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  onClose(): void;
}

/**
 * A modal dialog on the browser's own element: it keeps the focus, makes the rest inert, closes on Escape, and returns
 * the focus. It is open as long as it is rendered.
 */
export function Dialog({ label, className = "dlg", children, onClose }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    const onCancel = () => {
      // The close event of an earlier closing can arrive after the dialog was opened again.
      if (dialog.open) return;
      noteDialogClosed();
      closed();
    };
    // A press on the backdrop hits the dialog element itself, outside its contents.
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog) closed();
    };
    dialog.addEventListener("close", onCancel);
    dialog.addEventListener("mousedown", onPress);
    return () => {
      dialog.removeEventListener("close", onCancel);
      dialog.removeEventListener("mousedown", onPress);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={`m-auto max-h-[calc(100dvh-32px)] overflow-auto backdrop:bg-veil ${className}`}
      aria-label={label}
    >
      {children}
    </dialog>
  );
}

"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useWords } from "@/lib/next/provider";
import { Basket } from "./Basket.tsx";

/** The basket beside the page that is being read. */
export function BasketDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useWords("basket");
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-9 bg-veil" />
        <Dialog.Popup className="drawer">
          <div className="flex items-baseline gap-3 pb-5">
            <Dialog.Title>{t("title")}</Dialog.Title>
            <span className="text-12/5 text-muted">{t("free")}</span>
            <Dialog.Close className="link ms-auto">
              {t("close")} <kbd className="ms-1">Esc</kbd>
            </Dialog.Close>
          </div>
          <Basket />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

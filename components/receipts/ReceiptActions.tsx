"use client";

import { CopyButton } from "@/components/share";
import { useWords } from "@/lib/next/provider";
import { api, routes } from "@/lib/routes";

/** `text` ends with the receipt's address, which only the browser knows as others reach it. */
export function ReceiptActions({ receiptId, text }: { readonly receiptId: string; readonly text: string }) {
  const t = useWords("receipts");
  const address = () => new URL(routes.receipt(receiptId), location.origin).href;
  return (
    <div className="contents">
      <CopyButton text={() => `${text}\n${address()}`} label={t("copyText")} done={t("copied")} />
      <CopyButton text={address} label={t("copyLink")} done={t("copied")} />
      <a className="btn" href={api.receiptFile(receiptId)} download="hiraku-receipt.json">
        {t("download")}
      </a>
      <button className="btn" type="button" onClick={() => print()}>
        {t("print")}
      </button>
    </div>
  );
}

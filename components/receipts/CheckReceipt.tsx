"use client";

import { useId, useState } from "react";
import { fetchReceiptKeys } from "@/lib/queries/receipts";
import { useWords } from "@/lib/i18n/provider";
import { ReceiptWords } from "./ReceiptWords";
import { type ReceiptCheck, verifyReceipt } from "./verify-receipt";

type Signer = "here" | "other" | "unknown";

/** Checks a pasted receipt and the files given with it, in the browser. */
export function CheckReceipt() {
  const t = useWords("receipts");
  const fieldId = useId();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<{ readonly check: ReceiptCheck; readonly signer: Signer }>();
  const check = async () => {
    const found = await verifyReceipt(text.trim(), await file?.arrayBuffer());
    const signer = found.state === "intact" ? await signerOf(found.fingerprint) : "unknown";
    setResult({ check: found, signer });
  };
  return (
    <section aria-labelledby="receipt-head">
      <div className="sect-h">
        <h2 id="receipt-head">{t("receiptHead")}</h2>
      </div>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <label className="text-muted" htmlFor={fieldId}>
          {t("receiptLabel")}
        </label>
        <textarea
          className="input h-auto min-h-32 w-full resize-y py-2 font-mono text-12/5"
          id={fieldId}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FileField
          label={t("receiptFile")}
          hint="hiraku-receipt.json"
          accept="application/json,.json"
          name={undefined}
          onFile={(chosen) => void chosen?.text().then(setText)}
        />
        <FileField label={t("fileLabel")} hint={t("fileHint")} name={file?.name} onFile={setFile} />
        <div>
          <button className="btn" type="submit" disabled={text.trim() === ""}>
            {t("check")}
          </button>
        </div>
      </form>
      <div className="mt-4" role="status">
        {result === undefined ? null : <Result {...result} />}
      </div>
    </section>
  );
}

async function signerOf(fingerprint: string): Promise<Signer> {
  try {
    const { keys } = await fetchReceiptKeys();
    return keys.some((key) => key.fingerprint === fingerprint) ? "here" : "other";
  } catch {
    return "unknown";
  }
}

/** The browser's own file field names its button in its own language, so it is covered by ours. */
function FileField(props: {
  readonly label: string;
  readonly hint: string;
  readonly accept?: string;
  readonly name: string | undefined;
  onFile(file: File | undefined): void;
}) {
  return (
    <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="btn sm relative focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ai">
        {props.label}
        <input
          className="absolute inset-0 w-full cursor-pointer opacity-0"
          type="file"
          accept={props.accept}
          onChange={(event) => props.onFile(event.target.files?.[0])}
        />
      </span>
      <span className="text-12 [overflow-wrap:anywhere] text-muted">{props.name ?? props.hint}</span>
    </label>
  );
}

function Result({ check, signer }: { readonly check: ReceiptCheck; readonly signer: Signer }) {
  const t = useWords("receipts");
  if (check.state === "unsupported") return <p className="outcome unknown">{t("unsupported")}</p>;
  if (check.state === "not_a_receipt") return <p className="outcome failed">{t("notReceipt")}</p>;
  if (check.state === "changed") return <p className="outcome failed">{t("changed")}</p>;
  const { receipt, fingerprint, delivered } = check;
  const { document, source } = receipt;
  const named = [document["issuer_name"], document["title"], receipt.section].filter(Boolean).join(" ");
  const words = { same_words: "stored", not_given: "unknown", other_file: "failed", other_words: "failed" } as const;
  return (
    <>
      <p className="outcome stored">{t("intact")}</p>
      <p className={`outcome ${signer === "here" ? "stored" : "unknown"}`}>
        {t(signer === "here" ? "signerHere" : signer === "other" ? "signerOther" : "signerUnknown")}
      </p>
      <p className={`outcome ${words[delivered]}`}>{t(`words_${delivered}`)}</p>
      <div className="my-4">
        <ReceiptWords quote={receipt.quote} />
      </div>
      <p lang="ja">
        {named} <span className="text-muted">{document["document_id"]}</span>
        {receipt.page === null ? null : <span className="text-muted"> {t("pageAt", { n: receipt.page })}</span>}
      </p>
      <p className="text-12/5 text-muted" lang="ja">
        {[source["attribution"], source["url"]].filter(Boolean).join(" ")}
      </p>
      <p className="font-mono text-12/5 [overflow-wrap:anywhere] text-muted">
        {fingerprint}
        <br />
        SHA-256 {receipt.sha256}
      </p>
    </>
  );
}

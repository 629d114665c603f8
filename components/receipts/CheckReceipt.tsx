"use client";

import { type ReactNode, useId, useState } from "react";
import { useWords } from "@/lib/next/provider";
import { fetchReceiptKeys } from "@/lib/next/queries/receipts";
import { ReceiptWords } from "./ReceiptWords";
import { type DossierCheck, verifyRecord } from "./verify-dossier";
import type { DraftCheck } from "./verify-draft-check";
import type { ReceiptCheck } from "./verify-receipt";

type Signer = "here" | "other" | "unknown";

/** Checks a pasted receipt, dossier or check of a draft and the files given with it, in the browser. */
export function CheckReceipt() {
  const t = useWords("receipts");
  const fieldId = useId();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<{
    readonly check: ReceiptCheck | DossierCheck | DraftCheck;
    readonly signer: Signer;
  }>();
  const check = async () => {
    const found = await verifyRecord(text.trim(), await file?.arrayBuffer());
    const signer = await signerOf(signersOf(found));
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
          hint="hiraku-receipt.json, hiraku-dossier.json, hiraku-check.json"
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

function signersOf(found: ReceiptCheck | DossierCheck | DraftCheck): readonly string[] {
  if (found.state === "dossier" || found.state === "check") return found.fingerprints;
  return found.state === "intact" ? [found.fingerprint] : [];
}

async function signerOf(fingerprints: readonly string[]): Promise<Signer> {
  if (fingerprints.length === 0) return "unknown";
  try {
    const { keys } = await fetchReceiptKeys();
    const known = new Set(keys.map((key) => key.fingerprint));
    return fingerprints.every((each) => known.has(each)) ? "here" : "other";
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

function SignerLine({ signer }: { readonly signer: Signer }) {
  const t = useWords("receipts");
  return (
    <p className={`outcome ${signer === "here" ? "stored" : "unknown"}`}>
      {t(signer === "here" ? "signerHere" : signer === "other" ? "signerOther" : "signerUnknown")}
    </p>
  );
}

function DossierResult(props: {
  readonly check: Extract<DossierCheck, { state: "dossier" }>;
  readonly signer: Signer;
}) {
  const t = useWords("receipts");
  const { check, signer } = props;
  return (
    <IntactRecord words={t("dossierIntact")} signer={signer} title={check.question} record={check}>
      <p className={`outcome ${check.receipts === check.passages ? "stored" : "unknown"}`}>
        {t("dossierReceipts", { n: check.receipts, of: check.passages })}
      </p>
      <p className="outcome stored">{t("dossierTotal", { n: check.charged, budget: check.budget })}</p>
    </IntactRecord>
  );
}

function DraftCheckResult(props: { readonly check: Extract<DraftCheck, { state: "check" }>; readonly signer: Signer }) {
  const t = useWords("receipts");
  const { check, signer } = props;
  return (
    <IntactRecord words={t("checkIntact")} signer={signer} title={check.title} record={check}>
      <p className="outcome stored">{t("checkCounts", check.counts)}</p>
      <p className="outcome stored">{t("checkTotal", { n: check.receipts, credits: check.charged })}</p>
    </IntactRecord>
  );
}

function IntactRecord(props: {
  readonly words: string;
  readonly signer: Signer;
  readonly title: string;
  readonly record: { readonly issuedAt: string; readonly fingerprints: readonly string[] };
  readonly children: ReactNode;
}) {
  const t = useWords("receipts");
  const { issuedAt, fingerprints } = props.record;
  return (
    <>
      <p className="outcome stored">{props.words}</p>
      <SignerLine signer={props.signer} />
      {props.children}
      <p className="my-4 font-reading text-16/7" lang="ja">
        {props.title}
      </p>
      <p className="font-mono text-12/5 [overflow-wrap:anywhere] text-muted">
        {t("issuedAt")} {issuedAt}
        <br />
        {fingerprints[0]}
      </p>
    </>
  );
}

function Result({
  check,
  signer,
}: {
  readonly check: ReceiptCheck | DossierCheck | DraftCheck;
  readonly signer: Signer;
}) {
  const t = useWords("receipts");
  if (check.state === "dossier_broken") return <p className="outcome failed">{t(`dossierBroken_${check.why}`)}</p>;
  if (check.state === "check_broken") return <p className="outcome failed">{t(`checkBroken_${check.why}`)}</p>;
  if (check.state === "check") return <DraftCheckResult check={check} signer={signer} />;
  if (check.state === "dossier") return <DossierResult check={check} signer={signer} />;
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
      <SignerLine signer={signer} />
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

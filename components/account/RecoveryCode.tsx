"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import { answerRecovery } from "@/lib/next/queries/recovery";

/** Shows the code that reopens a library until its owner confirms having noted it. */
export function RecoveryCode({ code }: { readonly code: string }) {
  const t = useWords("account");
  const router = useRouter();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setIsCopied(true);
  };
  const note = async () => {
    await answerRecovery("noted");
    router.refresh();
  };
  return (
    <section className="min-w-0" aria-labelledby="recovery">
      <div className="sect-h">
        <h2 id="recovery">{t("recoveryTitle")}</h2>
      </div>
      <p className="text-12/ui text-muted">{t("recoveryNote")}</p>
      <code className="my-2 block font-mono text-13/5 font-semibold normal-nums select-all">{code}</code>
      <span className="row-acts">
        <button className="btn sm" type="button" onClick={() => void copy()}>
          {t(isCopied ? "copied" : "copy")}
        </button>
        <button className="btn sm" type="button" onClick={() => void note()}>
          {t("recoveryDone")}
        </button>
      </span>
    </section>
  );
}

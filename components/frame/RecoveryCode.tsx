"use client";

import { useState } from "react";
import { useWords } from "@/lib/i18n/provider";
import { sendForm } from "@/lib/queries/own-api";
import { api } from "@/lib/routes";
import { stripLook } from "./strip-look.ts";

/**
 * Shows the code that reopens a library until its owner confirms having noted it. After that it can't be shown again.
 */
export function RecoveryCode({ code }: { readonly code: string }) {
  const t = useWords("frame");
  const [stage, setStage] = useState<"shown" | "copied" | "noted">("shown");
  if (stage === "noted") return null;
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setStage("copied");
  };
  const note = async () => {
    await sendForm(api.recoveryNoted(), {});
    setStage("noted");
  };
  return (
    <div className={stripLook()} data-strip="warning" role="status">
      <b>{t("recoveryTitle")}</b>
      <code className="font-mono text-13/5 font-semibold normal-nums select-all">{code}</code>
      <span className="text-muted">{t("recoveryNote")}</span>
      <span className="ms-auto row-acts">
        <button className="btn sm" type="button" onClick={() => void copy()}>
          {t(stage === "copied" ? "copied" : "copy")}
        </button>
        <button className="btn sm" type="button" onClick={() => void note()}>
          {t("recoveryDone")}
        </button>
      </span>
    </div>
  );
}

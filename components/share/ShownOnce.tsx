"use client";

import { useWords } from "@/lib/next/provider";
import { CopyButton } from "./CopyButton.tsx";

interface Props {
  readonly value: string;
  readonly words: string;
  readonly copyLabel: string;
  onDone(): void;
}

/** An address or a secret that only its maker sees, and only now. */
export function ShownOnce({ value, words, copyLabel, onDone }: Props) {
  const t = useWords("updates");
  return (
    <div className="say mt-3" role="status">
      <p className="text-12/ui">{words}</p>
      <code className="mt-1 block font-mono text-12/ui break-all normal-nums select-all">{value}</code>
      <p className="row-acts mt-2">
        <CopyButton className="btn sm" text={() => value} label={copyLabel} done={t("copied")} />
        <button className="btn sm" type="button" onClick={onDone}>
          {t("dismiss")}
        </button>
      </p>
    </div>
  );
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton } from "@/components/share";
import { useWords } from "@/lib/next/provider";
import { changeDossier, dossierStateQuery } from "@/lib/next/queries/answers";
import { problemOf } from "@/lib/next/queries/own-api";
import { askRoutes } from "@/lib/routes";
import { RecheckReport } from "./RecheckReport.tsx";

const verifier = "verify.mjs";
const command = "node verify.mjs hiraku-dossier.json";

type Change = "share" | "unshare" | "recheck";

/** The signed file, its share, and the free re-check. */
export function DossierPart({ answerId }: { readonly answerId: string }) {
  const t = useWords("ask");
  const client = useQueryClient();
  const query = dossierStateQuery(answerId);
  const { data } = useQuery(query);
  const [busy, setBusy] = useState<Change>();
  const [failure, setFailure] = useState<string>();
  const change = async (what: Change) => {
    setBusy(what);
    setFailure(undefined);
    try {
      client.setQueryData(query.queryKey, await changeDossier(answerId, what));
    } catch (error) {
      setFailure(problemOf(error).detail);
    } finally {
      setBusy(undefined);
    }
  };
  const shareId = data?.share_id ?? null;
  const address = () => new URL(askRoutes.shared(shareId ?? ""), location.origin).href;
  return (
    <section className="mt-8" aria-labelledby="dossier-head">
      <div className="sect-h">
        <h2 id="dossier-head">{t("dossier")}</h2>
        <span className="text-12/5 text-muted">{t("dossierNote")}</span>
      </div>
      <div className="row-acts print:hidden">
        <a className="btn" href={askRoutes.dossier(answerId)} download="hiraku-dossier.json">
          {t("download")}
        </a>
        {shareId === null ? (
          <button className="btn" type="button" disabled={busy !== undefined} onClick={() => void change("share")}>
            {t(busy === "share" ? "sharing" : "share")}
          </button>
        ) : (
          <>
            <CopyButton text={address} label={t("copyLink")} done={t("copied")} />
            <button className="btn" type="button" disabled={busy !== undefined} onClick={() => void change("unshare")}>
              {t("unshare")}
            </button>
          </>
        )}
        <button className="btn" type="button" disabled={busy !== undefined} onClick={() => void change("recheck")}>
          {t(busy === "recheck" ? "rechecking" : "recheck")}
        </button>
        <span className="text-12/5 text-muted">{t("recheckFree")}</span>
      </div>
      <div role="status">
        {failure === undefined ? null : <p className="mt-2 text-12/5">{t("actionFailed", { detail: failure })}</p>}
        {shareId === null ? null : <p className="mt-2 max-w-[44em] text-12/5 text-muted">{t("shared")}</p>}
        {data?.recheck == null ? null : <RecheckReport recheck={data.recheck} />}
      </div>
      <p className="mt-3 text-12/5 text-muted">
        {t("verifyHow")}{" "}
        <a href="/verify.mjs" download>
          {verifier}
        </a>
        <code className="ms-2 font-mono whitespace-nowrap">{command}</code>
      </p>
    </section>
  );
}

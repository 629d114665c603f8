"use client";

import { useState } from "react";
import { CopyButton } from "@/components/share";
import { jstMinute } from "@/components/ui/jst-minute.ts";
import { saveFile } from "@/components/ui/save-file.ts";
import { useLocale, useWords } from "@/lib/next/provider";
import {
  type Checked,
  commentFile,
  deleteCheck,
  type StoredFacts,
  setCheckShared,
  storeCheck,
} from "@/lib/next/queries/check";
import { problemOf } from "@/lib/next/queries/own-api";
import { askRoutes } from "@/lib/routes";
import { checkedMarkdown, commentsOf } from "./checked-markdown.ts";

interface Props {
  /** The file that it was read from, while the page has it. */
  readonly file: File | undefined;
  readonly checked: Checked;
  readonly stored: StoredFacts | undefined;
  readonly onStored: (stored: StoredFacts | undefined) => void;
}

/** Nothing is stored until the owner says so; then the check has its proof file, its share, and an end. */
export function StoredPart({ checked, file, stored, onStored }: Props) {
  const t = useWords("check");
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = async (work: () => Promise<StoredFacts | undefined>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      onStored(await work());
    } catch (error) {
      setFailure(problemOf(error).detail);
    } finally {
      setBusy(false);
    }
  };
  const { kind } = checked.draft;
  const download = (from: File) =>
    change(async () => {
      saveFile(await commentFile(from, commentsOf(checked, t, locale)), from.name);
      return stored;
    });
  return (
    <section className="mt-8 print:hidden" aria-labelledby="check-proof">
      <div className="sect-h">
        <h2 id="check-proof">{t("proofHead")}</h2>
        <span className="text-12/5 text-muted">{t("proofNote")}</span>
      </div>
      <div className="row-acts">
        <button
          className="btn"
          type="button"
          aria-label={`${t("downloadHead")} (${t("downloadMarkdown")})`}
          onClick={() =>
            saveFile(new Blob([checkedMarkdown(checked, t, locale)], { type: "text/markdown" }), "checked.md")
          }
        >
          {t("downloadMarkdown")}
        </button>
        {file !== undefined && (kind === "docx" || kind === "xlsx") ? (
          <button className="btn" type="button" disabled={busy} onClick={() => void download(file)}>
            {t("downloadFile", { name: kind === "docx" ? "Word" : "Excel" })}
          </button>
        ) : null}
        {stored === undefined ? (
          <button
            className="btn"
            type="button"
            disabled={busy}
            onClick={() => void change(() => storeCheck(checked.draft))}
          >
            {t("store")}
          </button>
        ) : (
          <>
            <a className="btn" href={askRoutes.checkProof(stored.check_id)} download="hiraku-check.json">
              {t("proofFile")}
            </a>
            {stored.share_id === null ? (
              <button
                className="btn"
                type="button"
                disabled={busy}
                onClick={() => void change(() => setCheckShared(stored, true))}
              >
                {t("share")}
              </button>
            ) : (
              <>
                <CopyButton
                  text={() => new URL(askRoutes.shared(stored.share_id ?? ""), location.origin).href}
                  label={t("copyLink")}
                  done={t("copied")}
                />
                <button
                  className="btn"
                  type="button"
                  disabled={busy}
                  onClick={() => void change(() => setCheckShared(stored, false))}
                >
                  {t("unshare")}
                </button>
              </>
            )}
            <button
              className="btn"
              type="button"
              disabled={busy}
              onClick={() => void change(() => deleteCheck(stored))}
            >
              {t("deleteStored")}
            </button>
          </>
        )}
      </div>
      <div className="mt-2 max-w-[44em] text-12/5 text-muted" role="status">
        {failure === undefined ? null : <p>{failure}</p>}
        {stored === undefined ? <p>{t("storeNote")}</p> : <p>{t("storedNote", { at: jstMinute(stored.made_at) })}</p>}
        {stored === undefined || stored.changed.length === 0 ? null : (
          <p className="text-amber-ink">{t("storedChanged", { n: stored.changed.length })}</p>
        )}
        {stored?.share_id == null ? null : <p>{t("sharedNote")}</p>}
      </div>
    </section>
  );
}

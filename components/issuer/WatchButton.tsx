"use client";

import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import { fetchOwnApi, OwnApiError } from "@/lib/next/queries/own-api";
import { api } from "@/lib/routes";

interface Props {
  readonly securityCode: string;
  readonly issuerName: string | null;
  readonly issuerNameEn: string | null;
  readonly watched: boolean;
}

/** Adds the issuer to the watched ones, or removes it. The button changes at once, before the server has answered. */
export function WatchButton({ securityCode, issuerName, issuerNameEn, watched }: Props) {
  const t = useWords("issuer");
  const [wanted, setWanted] = useState(watched);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const change = async (watch: boolean) => {
    setWanted(watch);
    setSending(true);
    setFailed(undefined);
    try {
      await (watch
        ? fetchOwnApi(api.watches(), {
            method: "PUT",
            body: { security_code: securityCode, name: issuerName, name_en: issuerNameEn },
          })
        : fetchOwnApi(api.watches({ security_code: securityCode }), { method: "DELETE" }));
    } catch (error) {
      setWanted(!watch);
      setFailed(error instanceof OwnApiError ? error.problem.code : "app_unreachable");
    }
    setSending(false);
  };
  return (
    <>
      {failed === undefined ? null : (
        <span className="text-12/ui text-muted" role="alert">
          {failed === "desk_full" ? t("deskFull") : t("watchFailed")}
        </span>
      )}
      <button
        className="btn"
        type="button"
        aria-pressed={wanted}
        disabled={sending}
        onClick={() => void change(!wanted)}
      >
        {wanted ? t("watching") : t("watch")}
      </button>
    </>
  );
}

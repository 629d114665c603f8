"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { answerRecovery } from "@/lib/next/queries/recovery";
import { routes } from "@/lib/routes";
import { stripLook } from "./strip-look.ts";

/** Leads to the recovery code, which only the account page shows. It stands below a page that scrolls, never above it. */
export function RecoveryOffer() {
  const t = useWords("frame");
  const path = usePathname();
  const [isAnswered, setIsAnswered] = useState(false);
  if (isAnswered || path === routes.account()) return null;
  const answer = (given: "later" | "declined") => {
    setIsAnswered(true);
    // A lost answer is repeated by the next page.
    void answerRecovery(given).catch(() => undefined);
  };
  return (
    <div className={`below-page ${stripLook()}`} data-strip="warning" role="status">
      <b>{t("recoveryOffer")}</b>
      <span className="text-muted">{t("recoveryOfferNote")}</span>
      <span className="ms-auto row-acts">
        <Link className="btn sm" href={routes.recoveryCode()}>
          {t("recoveryShow")}
        </Link>
        <button className="btn sm" type="button" onClick={() => answer("later")}>
          {t("recoveryLater")}
        </button>
        <button className="btn sm" type="button" onClick={() => answer("declined")}>
          {t("recoveryDecline")}
        </button>
      </span>
    </div>
  );
}

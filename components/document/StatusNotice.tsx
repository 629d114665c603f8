"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Price } from "@/components/cost";
import { ErrorInPlace } from "@/components/errors";
import { jstDateTime } from "@/lib/contract/dates";
import { pagePrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import type { AppProblem } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";

interface Props {
  readonly status: string;
  /** The service's answer to the request for the table of contents. */
  readonly problem: (AppProblem & { readonly content_status?: string }) | null;
  readonly hasPages: boolean;
}

/** Why the document can't be read, when to try again, and what can be read instead. */
export function StatusNotice({ status, problem, hasPages }: Props) {
  const t = useWords("document");
  const pending = status === "pending_release" || problem?.content_status === "pending_release";
  if (problem !== null && problem.status !== 409) return <ErrorInPlace problem={problem} heading="h2" />;
  return (
    <>
      {hasPages ? (
        <p className="mb-6 border-y border-line py-2.25 [&_.price]:ms-1.5">
          <span className="whitespace-nowrap">
            {t("routePage")} <Price {...pagePrice} />
          </span>
        </p>
      ) : null}
      {pending ? (
        <Pending seconds={problem?.retry_after_seconds ?? null} instance={problem?.instance ?? null} />
      ) : (
        <Other status={status} />
      )}
    </>
  );
}

function Pending({ seconds, instance }: { readonly seconds: number | null; readonly instance: string | null }) {
  const t = useWords("document");
  const locale = useLocale();
  const router = useRouter();
  const due = useDue(seconds);
  return (
    <div className="err">
      <h2>{t("pendingTitle")}</h2>
      <p>
        {seconds === null ? (
          t("pendingUnknown")
        ) : due === undefined ? (
          // As many lines as there will be, so that nothing moves.
          <span className="invisible">
            {t("pendingUntil", { time: seconds < 43_200 ? "00:00" : "0000-00-00 00:00" })}
          </span>
        ) : (
          t("pendingUntil", { time: due.time })
        )}
        {due?.passed === true ? ` ${t("pendingReady")}` : ""}
      </p>
      <p className="row-acts">
        <button className="btn sm" type="button" onClick={() => router.refresh()}>
          {t("checkAgain")}
        </button>
      </p>
      <p className="meta">
        pending_release
        {instance === null ? "" : between(locale) + t("request", { id: instance })}
      </p>
    </div>
  );
}

/** The time of the release in the user's time zone, and whether it has passed. */
function useDue(seconds: number | null): { readonly time: string; readonly passed: boolean } | undefined {
  const [due, setDue] = useState<{ time: string; passed: boolean } | undefined>(undefined);
  useEffect(() => {
    if (seconds === null) return undefined;
    const at = Date.now() + seconds * 1_000;
    // Rounded up to the minute, since a request before the release would be refused again.
    const shown = jstDateTime(Math.ceil(at / 60_000) * 60_000);
    const today = jstDateTime(Date.now()).slice(0, 10);
    const time = shown.slice(0, 10) === today ? shown.slice(11, 16) : `${shown.slice(0, 10)} ${shown.slice(11, 16)}`;
    const now = setTimeout(() => setDue({ time, passed: false }), 0);
    const then = setTimeout(() => setDue({ time, passed: true }), Math.min(seconds * 1_000, 2 ** 31 - 1));
    return () => {
      clearTimeout(now);
      clearTimeout(then);
    };
  }, [seconds]);
  return due;
}

function Other({ status }: { readonly status: string }) {
  const t = useWords("document");
  const known = status === "unavailable" || status === "withdrawn";
  const title =
    status === "withdrawn" ? t("withdrawnTitle") : status === "unavailable" ? t("unavailableTitle") : t("unknownTitle");
  const text =
    status === "withdrawn"
      ? t("withdrawnText")
      : status === "unavailable"
        ? t("unavailableText")
        : t("unknownText", { status });
  return (
    <div className="err">
      <h2>{title}</h2>
      <p>{text}</p>
      {known ? <p className="meta">{status}</p> : null}
    </div>
  );
}

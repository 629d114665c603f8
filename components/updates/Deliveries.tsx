"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ListedDelivery, ListedWebhook } from "@/lib/features/following/subscription-facts";
import { useLocale, useWords } from "@/lib/next/provider";
import { subscriptionsKey } from "@/lib/next/queries/updates";
import type { Maker } from "./maker.ts";

const sendProblems = [
  "not_public",
  "redirected",
  "timed_out",
  "refused",
  "not_connected",
  "secret_unreadable",
] as const;

const refreshMs = 2_000;

export function Deliveries({ webhook, timeOf }: { readonly webhook: ListedWebhook; readonly timeOf: Maker["timeOf"] }) {
  const t = useWords("updates");
  const client = useQueryClient();
  const { deliveries, address } = webhook;
  // A first attempt takes seconds; one that is to be repeated may take hours, and is not waited for.
  const underWay = deliveries.some(({ state, attempts }) => state === "waiting" && attempts === 0);
  useEffect(() => {
    if (!underWay) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: subscriptionsKey }), refreshMs);
    return () => clearInterval(timer);
  }, [underWay, client]);
  if (deliveries.length === 0) return <p className="col-span-full text-12/ui text-muted">{t("noDeliveries")}</p>;
  return (
    <ul className="col-span-full text-12/ui text-muted" aria-label={t("deliveries", { name: address })}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <time>{timeOf(delivery.at)}</time> <Outcome delivery={delivery} timeOf={timeOf} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ delivery, timeOf }: { readonly delivery: ListedDelivery; readonly timeOf: Maker["timeOf"] }) {
  const t = useWords("updates");
  const locale = useLocale();
  const { state, attempts, status, nextAt } = delivery;
  const problem = sendProblems.find((each) => each === delivery.problem);
  const parts = [
    delivery.test ? t("isTest") : null,
    nextAt !== null
      ? t("willRetry", { n: attempts, when: timeOf(nextAt) })
      : state === "failed"
        ? t("failedFor", { n: attempts })
        : t(state),
    status === null ? null : t("status", { status }),
    problem === undefined ? null : t(`problem_${problem}`),
  ];
  return parts.filter((part) => part !== null).join(locale === "ja" ? "、" : ", ");
}

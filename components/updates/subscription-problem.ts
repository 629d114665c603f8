import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

const words = {
  consent_required: "consentMissing",
  feeds_full: "full",
  webhooks_full: "full",
  test_under_way: "testUnderWay",
  webhook_not_an_address: "webhook_not_an_address",
  webhook_not_https: "webhook_not_https",
  webhook_has_credentials: "webhook_has_credentials",
  webhook_not_public: "webhook_not_public",
} as const satisfies Record<string, WordKey<"updates">>;

type SubscriptionProblem = (typeof words)[keyof typeof words] | "failed";

export function problemWord(code: string): SubscriptionProblem {
  const known = Object.entries(words).find(([name]) => name === code);
  return known === undefined ? "failed" : known[1];
}

/** Undefined where the problem is none of the daily mail. */
export function mailProblemWord(code: string | undefined, t: Words<WordKey<"mail">>): string | undefined {
  if (code === "mail_not_an_address") return t("not_an_address");
  if (code === "mail_requests_full") return t("requestsFull");
  return code === "mail_not_sent" ? t("notSent") : undefined;
}

import type { WordKey } from "@/lib/text/i18n/namespaces";

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

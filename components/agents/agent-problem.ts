import type { WordKey } from "@/lib/text/i18n/namespaces";

const words = {
  consent_required: "consentMissing",
  tokens_full: "tokensFull",
  validation_failed: "notValid",
  not_waiting: "notWaiting",
} as const satisfies Record<string, WordKey<"agents">>;

export type AgentProblem = (typeof words)[keyof typeof words] | "failed";

export function problemWord(code: string): AgentProblem {
  const known = Object.entries(words).find(([name]) => name === code);
  return known === undefined ? "failed" : known[1];
}

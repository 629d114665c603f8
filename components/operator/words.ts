import type { OperatorOutcome } from "@/lib/features/operator/changes";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

export type OperatorWords = Words<WordKey<"operator">>;
export type Outcome = OperatorOutcome | "ended";

import { ErrorInPlace } from "@/components/errors";
import type { StoredAnswer } from "@/lib/spending/wire";

/** Shown for a stored answer whose format the interface cannot read. */
export function UnreadableAnswer({ answer }: { answer: StoredAnswer }) {
  return (
    <ErrorInPlace
      heading="h2"
      problem={{
        status: 502,
        code: "unreadable_answer",
        detail: answer.unreadable ?? "",
        instance: null,
        retry_after_seconds: null,
      }}
    />
  );
}

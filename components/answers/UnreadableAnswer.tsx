import { ErrorInPlace } from "@/components/errors";
import type { StoredAnswer } from "@/lib/purchases/wire";

/** An answer that was bought and kept, but has no shape that can be shown. */
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

import { useRef, useState } from "react";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { askService } from "@/lib/next/queries/receipts";
import { type Asked, maybeElsewhere, type QuoteRow } from "./quote-row";

export interface ServiceCheck {
  readonly asked: ReadonlyMap<QuoteRow, Asked>;
  /** Rows that the service was not asked about yet, or in vain. */
  readonly open: readonly QuoteRow[];
  readonly busy: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Has the service look for quotes one after the other, until all are answered, one can't be asked, or it is stopped. */
export function useServiceCheck(rows: readonly QuoteRow[]): ServiceCheck {
  const [asked, setAsked] = useState<ReadonlyMap<QuoteRow, Asked>>(new Map());
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  const open = rows.filter((row) => maybeElsewhere(row) && isOpen(asked.get(row)));
  const note = (row: QuoteRow, answer: Asked) => setAsked((before) => new Map(before).set(row, answer));

  const run = async () => {
    stopped.current = false;
    setBusy(true);
    for (const row of open) {
      if (stopped.current) break;
      note(row, { kind: "asking" });
      const answer = await askOne(row);
      note(row, answer);
      if (answer.kind === "failed") break;
      if (answer.kind === "not_offered") {
        for (const other of open) note(other, answer);
        break;
      }
    }
    setBusy(false);
  };
  return {
    asked,
    open,
    busy,
    start: () => void run(),
    stop: () => {
      stopped.current = true;
    },
  };
}

function isOpen(asked: Asked | undefined): boolean {
  return asked === undefined || asked.kind === "failed" || asked.kind === "asking";
}

async function askOne({ memo }: QuoteRow): Promise<Asked> {
  try {
    return await askService({ document_id: memo.documentId ?? "", quote: memo.quote });
  } catch (error) {
    return { kind: "failed", detail: error instanceof OwnApiError ? error.problem.detail : "" };
  }
}

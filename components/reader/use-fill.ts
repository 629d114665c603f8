"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { keepingPlace } from "@/components/ui/text-heights";
import { readingTextQuery } from "@/lib/next/queries/reading";
import type { FlowPiece } from "@/lib/reading/reading-data";
import { nextBatch } from "./flow";

type Html = Readonly<Record<string, string>>;

export interface Filling {
  readonly html: Html;
  /** Requests everything that is missing, without waiting for idle time. */
  readonly fillAll: () => Promise<void>;
  readonly complete: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** While the browser is idle, from the reading position on. All are owned, so loading costs nothing. */
export function useFill(options: {
  documentId: string;
  sectionId: string;
  flow: readonly FlowPiece[];
  initial: Html;
  flowRef: RefObject<HTMLElement | null>;
}): Filling {
  const { documentId, sectionId, flow, flowRef } = options;
  const client = useQueryClient();
  const [html, setHtml] = useState<Html>(options.initial);
  const [failed, setFailed] = useState(false);
  const known = useRef(new Set(Object.keys(options.initial)));
  const from = Math.max(
    0,
    flow.findIndex((piece) => piece.sectionId === sectionId),
  );

  const fillNext = useCallback(async (): Promise<boolean> => {
    const batch = nextBatch(flow, from, known.current);
    if (batch.length === 0) return false;
    for (const id of batch) known.current.add(id);
    try {
      const answer = await client.query(readingTextQuery(documentId, sectionId, batch));
      keepingPlace(flowRef.current, () => flushSync(() => setHtml((before) => ({ ...before, ...answer.html }))));
      return true;
    } catch {
      for (const id of batch) known.current.delete(id);
      setFailed(true);
      return false;
    }
  }, [client, documentId, sectionId, flow, flowRef, from]);

  useEffect(() => {
    if (failed) return;
    let stopped = false;
    let waiting = 0;
    const step = async () => {
      if (!stopped && (await fillNext())) waiting = whenIdle(step);
    };
    waiting = whenIdle(step);
    return () => {
      stopped = true;
      cancelIdle(waiting);
    };
  }, [fillNext, failed]);

  const fillAll = useCallback(async () => {
    while (await fillNext());
  }, [fillNext]);
  const complete = flow.every((piece) => html[piece.sectionId] !== undefined);
  return { html, fillAll, complete, failed, retry: () => setFailed(false) };
}

/** Safari has no requestIdleCallback. */
const hasIdle = typeof requestIdleCallback === "function";

function whenIdle(step: () => void): number {
  return hasIdle ? requestIdleCallback(step, { timeout: 1500 }) : Number(setTimeout(step, 80));
}

function cancelIdle(handle: number): void {
  if (hasIdle) cancelIdleCallback(handle);
  else clearTimeout(handle);
}

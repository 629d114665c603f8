"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useShortcut } from "@/components/keys";
import type { VerdictGroup } from "@/lib/features/check/check-draft";
import { useLocale, useWords } from "@/lib/next/provider";
import type { Checked } from "@/lib/next/queries/check";
import { between } from "@/lib/text/format/between";
import { CheckPlanLines, CheckPlanTotal } from "./CheckPlanTotal.tsx";
import { DraftRow } from "./DraftRow.tsx";
import { type NumberedClaim, numbered } from "./draft-marks.ts";
import { signs } from "./MarkedText.tsx";

const order: readonly VerdictGroup[] = ["agrees", "undecided", "differs"];
const none: readonly NumberedClaim[] = [];

interface Props {
  readonly checked: Checked;
  /** Of the file that it was read from. */
  readonly name?: string | undefined;
  readonly onEdit: () => void;
  readonly onBought: () => void;
  /** Beneath the verdicts. */
  readonly children?: ReactNode;
}

export function CheckedView({ checked, name, onEdit, onBought, children }: Props) {
  const t = useWords("check");
  const locale = useLocale();
  const [filter, setFilter] = useState<VerdictGroup>();
  const [selected, setSelected] = useState<number>();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = useMemo(() => numbered(checked.claims), [checked]);
  const shown = useMemo(() => all.filter(({ group }) => filter === undefined || group === filter), [all, filter]);
  const byBlock = useMemo(() => Map.groupBy(shown, ({ block_id }) => block_id), [shown]);
  // The answer is read next.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [checked]);
  const go = (by: 1 | -1) => {
    const at = shown.findIndex(({ number }) => number === selected);
    const next = shown[at === -1 ? (by === 1 ? 0 : shown.length - 1) : at + by];
    if (next === undefined) return;
    setSelected(next.number);
    document.getElementById(`verdict-${next.number}`)?.scrollIntoView({ block: "center" });
  };
  useShortcut("n", () => go(1), t("keyNext"), { when: shown.length > 0 });
  useShortcut("p", () => go(-1), t("keyPrevious"), { when: shown.length > 0 });
  const at = shown.findIndex(({ number }) => number === selected);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-16 font-semibold outline-none" ref={heading} tabIndex={-1}>
          {name === undefined ? null : name + between(locale)}
          {t("statements", { n: all.length })}
        </h2>
        <span className="text-muted">{t("wasFree")}</span>
        <button className="btn ms-auto print:hidden" type="button" onClick={onEdit}>
          {t(name === undefined ? "edit" : "otherDraft")}
        </button>
      </div>
      {all.length === 0 ? (
        <div className="empty mt-4">
          <h2>{t("nothing")}</h2>
          <p>{t("nothingWords")}</p>
        </div>
      ) : (
        <div className="sticky top-(--bar-h) z-2 flex flex-wrap items-center gap-2 border-b border-line bg-paper py-2 print:static print:gap-4">
          <button
            className="btn sm print:hidden"
            type="button"
            aria-pressed={filter === undefined}
            onClick={() => setFilter(undefined)}
          >
            {t("all", { n: all.length })}
          </button>
          {order.map((group) => (
            <button
              className="btn sm aria-pressed:border-ai aria-pressed:text-ai print:inline-flex print:border-0 print:px-0"
              key={group}
              type="button"
              aria-pressed={filter === group}
              onClick={() => setFilter(filter === group ? undefined : group)}
            >
              <span aria-hidden="true">{signs[group]}</span> {t(group, { n: checked.counts[group] })}
            </button>
          ))}
          <span className="ms-auto flex items-center gap-2 print:hidden">
            <span className="text-12/ui text-muted tabular-nums" role="status">
              {at === -1 ? "" : t("nOfM", { n: at + 1, m: shown.length })}
            </span>
            <button className="btn sm" type="button" disabled={at === 0} onClick={() => go(-1)}>
              {t("previous")}
            </button>
            <button className="btn sm" type="button" disabled={at === shown.length - 1} onClick={() => go(1)}>
              {t("next")}
            </button>
          </span>
        </div>
      )}
      <div>
        <div className="mt-2">
          {checked.draft.blocks.map((block) => {
            const claims = byBlock.get(block.id) ?? none;
            const isHere = claims.some(({ number }) => number === selected);
            return <DraftRow key={block.id} block={block} claims={claims} selected={isHere ? selected : undefined} />;
          })}
        </div>
        <p className="mt-4 text-12/5 text-muted">{t("limits")}</p>
        {checked.plan === null ? null : <CheckPlanTotal plan={checked.plan} onBought={onBought} />}
      </div>
      {checked.plan === null ? null : <CheckPlanLines plan={checked.plan} />}
      {children}
    </>
  );
}

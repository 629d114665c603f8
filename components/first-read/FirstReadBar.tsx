"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useWords } from "@/lib/next/provider";
import { saveFirstRead } from "@/lib/next/queries/first-read";
import { ownedDocumentQuery } from "@/lib/next/queries/owned";
import type { FirstRead } from "@/lib/store/first-read";
import { sectionAt, stepAt, steps } from "./steps.ts";

/**
 * A guided first read in three steps, in a bar at the end of the page that stays in sight: what to do on this page, how
 * far one came, and a way out. It ends with the first section read. It is no dialog: the page is used as always.
 */
export function FirstReadBar({ progress }: { readonly progress: FirstRead }) {
  const t = useWords("firstRead");
  const router = useRouter();
  const path = usePathname();
  // Asked for again, it comes with other progress and is there again.
  const [leftAt, setLeftAt] = useState<FirstRead>();
  const place = sectionAt(path);
  const owned = useQuery({ ...ownedDocumentQuery(place?.documentId ?? ""), enabled: place !== undefined }).data;
  const isOwned = place !== undefined && (owned?.whole === true || owned?.sections.includes(place.sectionId) === true);
  const step = stepAt(path);
  const number = steps.indexOf(step) + 1;
  const reached = Math.max(progress.step, number);
  useEffect(() => {
    if (reached > progress.step) void saveFirstRead({ step: reached, left: false });
  }, [reached, progress.step]);
  const end = useCallback(async () => {
    await saveFirstRead({ step: number, left: true });
    router.refresh();
  }, [number, router]);
  useEffect(() => {
    if (isOwned) void end();
  }, [isOwned, end]);
  const leave = () => {
    setLeftAt(progress);
    void end();
  };
  const isOver = leftAt === progress || isOwned;
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar, isOver);
  if (isOver) return null;
  return (
    <>
      {/* The end of the page stays above the bar. */}
      <div className="h-14 max-md:h-32 print:hidden" />
      <aside
        ref={bar}
        className="fixed inset-x-0 bottom-(--places-h) z-3 flex items-baseline gap-x-6 gap-y-1 border-t border-rule bg-surface px-(--inset) py-2.5 leading-5 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] print:hidden"
        aria-label={t("title")}
      >
        <ol className="flex shrink-0 gap-x-4 max-lg:hidden">
          {steps.map((each, index) => (
            <li
              key={each}
              className="text-12/5 text-muted aria-[current=step]:font-semibold aria-[current=step]:text-ink"
              aria-current={each === step ? "step" : undefined}
            >
              <span className="tabular-nums">{index + 1}</span> {t(`${each}Name`)}
              <span className="sr-only">{index + 1 < reached && each !== step ? t("done") : ""}</span>
            </li>
          ))}
        </ol>
        <p className="max-w-[64em] min-w-0 flex-1" role="status">
          <b className="me-2 lg:sr-only">{t("stepOf", { n: number, name: t(`${step}Name`) })}</b>
          {t(`${step}Text`)}
        </p>
        <button className="link ms-auto shrink-0 text-12/5" type="button" onClick={leave}>
          {t("leave")}
        </button>
      </aside>
    </>
  );
}

/** Other bars at the window's end stand above this one: its height is a variable of the stylesheet. */
function useBarHeight(bar: RefObject<HTMLElement | null>, left: boolean): void {
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const size = new ResizeObserver(() => style.setProperty("--guide-h", `${element.offsetHeight}px`));
    size.observe(element);
    return () => {
      size.disconnect();
      style.removeProperty("--guide-h");
    };
  }, [bar, left]);
}

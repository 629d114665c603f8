"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useShortcut } from "@/components/keys";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { findTrail, type HitStepsProps, type HitTrail, keepTrail, placeAmong } from "./trail";

/** The place among the hits, with the hits before and after it and the way back to the results. All of it is free. */
export function Steps({ documentId, sectionId, onGo }: HitStepsProps) {
  const [trail] = useState(findTrail);
  const [at, setAt] = useState(() => (trail === undefined ? -1 : placeAmong(trail, documentId, sectionId)));
  return trail === undefined || at === -1 ? null : <Bar {...{ trail, at, setAt, documentId, onGo }} />;
}

interface BarProps extends Pick<HitStepsProps, "documentId" | "onGo"> {
  readonly trail: HitTrail;
  readonly at: number;
  readonly setAt: (at: number) => void;
}

function Bar({ trail, at, setAt, documentId, onGo }: BarProps) {
  const t = useWords("reader");
  const router = useRouter();
  const go = (to: number): boolean => {
    const hit = trail.hits[to];
    if (hit === undefined) return false;
    keepTrail({ ...trail, at: to, isAway: true });
    if (hit.documentId === documentId && onGo(hit.sectionId)) {
      const before = location.href;
      history.pushState(null, "", hit.href);
      // The text is here already; only the passage that the address marks is another.
      window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before, newURL: location.href }));
      setAt(to);
    } else router.push(routes.pasted(hit.href));
    return true;
  };
  useShortcut("n", () => go(at + 1), t("keyNextHit"));
  useShortcut("p", () => go(at - 1), t("keyPreviousHit"));
  const results = () => keepTrail({ ...trail, at, isAway: true });
  return (
    <nav
      aria-label={t("hits")}
      className="sticky -bottom-5 z-2 mt-8 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-paper py-2 font-ui text-12/5 max-md:bottom-(--places-h) max-md:-mb-4 print:hidden"
    >
      <span className="min-w-0 flex-1 truncate text-muted max-md:basis-full" role="status">
        {t("hitAt", { at: at + 1, n: trail.hits.length })} <span lang="ja">{trail.query}</span>
      </span>
      <span className="seg">
        <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
          {t("previousHit")} <kbd className="max-md:hidden">p</kbd>
        </button>
        <button type="button" disabled={at === trail.hits.length - 1} onClick={() => go(at + 1)}>
          {t("nextHit")} <kbd className="max-md:hidden">n</kbd>
        </button>
      </span>
      <Link className="whitespace-nowrap" href={routes.pasted(trail.address)} onClick={results}>
        {t("backToHits")}
      </Link>
    </nav>
  );
}

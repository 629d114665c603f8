"use client";

import * as features from "@/components/link-slots.ts";
import type { FeatureLinks } from "@/components/ui/feature-links.ts";
import { PlaceTabs } from "@/components/ui/PlaceTabs.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";

interface Props {
  /** Left out on the page of passages. */
  readonly here?: keyof typeof features;
  readonly words: string;
}

/** Typed words go along from one way of asking to the other. */
export function AskTabs({ here, words }: Props) {
  const t = useWords("frame");
  const question = words.trim();
  const tabs = [
    { href: routes.search({ q: question }), label: t("passages"), isHere: here === undefined },
    ...Object.entries<FeatureLinks>(features).map(([feature, { tab }]) => ({
      href: tab.href(question),
      label: t(tab.label),
      isHere: feature === here,
    })),
  ];
  return (
    <>
      <div className="dateline">
        <h1 className="h-page">{t("ask")}</h1>
      </div>
      <PlaceTabs label={t("ask")} tabs={tabs} />
    </>
  );
}

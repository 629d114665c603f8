"use client";

import { Activity, type ReactNode } from "react";
import { LoadAhead } from "@/components/load-ahead";
import { Lookup } from "@/components/lookup";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { View } from "@/lib/text/format/view";
import { AccountLink } from "./AccountLink.tsx";
import { Foot } from "./Foot.tsx";
import { FrameGauge } from "./FrameGauge.tsx";
import { FrameKeys } from "./FrameKeys.tsx";
import { Nav } from "./Nav.tsx";
import { RecoveryOffer } from "./RecoveryOffer.tsx";
import { TopStrip } from "./TopStrip.tsx";

interface Props {
  readonly view: Pick<View, "theme" | "singleKeys">;
  readonly offersRecovery: boolean;
  readonly pause: { readonly code: string; readonly seconds: number } | undefined;
  /** Says that the sample market is not whole yet. */
  readonly notice: ReactNode;
  /** The address at which others reach the app. */
  readonly publicOrigin: string | undefined;
  readonly children: ReactNode;
}

/** The frame of every page: the top bar, and the page itself as `<main className="page" id="main">`. */
export function Frame({ view, offersRecovery, pause, notice, publicOrigin, children }: Props) {
  return (
    <>
      <SkipLink />
      <TopStrip pause={pause} />
      {notice}
      <header className="top-bar">
        <Link href={routes.desk()}>
          <span lang="ja" aria-hidden="true">
            開
          </span>
          <span className="max-md:absolute max-md:[clip-path:inset(50%)]">Hiraku</span>
        </Link>
        <Nav />
        <Lookup />
        <FrameGauge />
        <AccountLink />
      </header>
      {/* A boundary: the bar is taken over first and answers, then the page, in a task of its own. */}
      <Activity>{children}</Activity>
      {offersRecovery ? <RecoveryOffer /> : null}
      <Foot publicOrigin={publicOrigin} />
      <FrameKeys singleKeys={view.singleKeys} />
      <LoadAhead />
    </>
  );
}

function SkipLink() {
  const t = useWords("frame");
  return (
    <a className="absolute top-2 -left-[999px] z-9 bg-surface px-3 py-2 focus:left-2" href="#main">
      {t("skip")}
    </a>
  );
}

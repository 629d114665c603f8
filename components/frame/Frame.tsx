import Link from "next/link";
import type { ReactNode } from "react";
import { Lookup } from "@/components/lookup";
import type { View } from "@/lib/format/view";
import { routes } from "@/lib/routes";
import { FrameGauge } from "./FrameGauge.tsx";
import { FrameKeys } from "./FrameKeys.tsx";
import { FrameSwitches } from "./FrameSwitches.tsx";
import { Nav } from "./Nav.tsx";
import { RecoveryCode } from "./RecoveryCode.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { TopStrip } from "./TopStrip.tsx";

interface Props {
  readonly view: View;
  readonly recoveryCode: string | undefined;
  readonly pause: { readonly code: string; readonly seconds: number } | undefined;
  readonly children: ReactNode;
}

/** The frame of every page: the top bar, and the page itself as `<main className="page" id="main">`. */
export function Frame({ view, recoveryCode, pause, children }: Props) {
  return (
    <>
      <SkipLink />
      <TopStrip pause={pause} />
      {recoveryCode === undefined ? null : <RecoveryCode code={recoveryCode} />}
      <header className="sticky top-0 z-4 grid h-(--bar-h) grid-cols-[auto_minmax(200px,400px)_1fr_auto_auto] items-center gap-x-6 border-b border-line bg-paper px-(--inset) max-lg:grid-cols-[auto_minmax(120px,1fr)_auto_auto_auto] max-lg:gap-x-4 max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-rows-[48px_40px] max-md:gap-x-3 print:hidden">
        <Link
          className="flex items-center gap-2 text-14 font-semibold text-ink hover:no-underline"
          href={routes.desk()}
          prefetch={false}
        >
          <span
            className="grid size-6.5 place-items-center rounded-seal bg-ink font-mincho text-16/none font-bold text-paper"
            lang="ja"
            aria-hidden="true"
          >
            開
          </span>
          <span className="max-md:absolute max-md:[clip-path:inset(50%)]">Hiraku</span>
        </Link>
        <Lookup />
        <Nav />
        <FrameGauge />
        <FrameSwitches theme={view.theme} />
      </header>
      {children}
      <FrameKeys singleKeys={view.singleKeys} />
    </>
  );
}

import Link from "next/link";
import type { ReactNode } from "react";
import { Gauge } from "@/components/cost";
import { Lookup } from "@/components/lookup";
import type { View } from "@/lib/format/view";
import { routes } from "@/lib/routes";
import { FrameSwitches } from "./FrameSwitches.tsx";
import { Nav } from "./Nav.tsx";
import { SkipLink } from "./SkipLink.tsx";

interface Props {
  readonly view: View;
  readonly recoveryCode: string | undefined;
  readonly children: ReactNode;
}

/** The bar at the top of every page. Pages render `<main className="page" id="main">` directly inside. */
export function Frame({ view, children }: Props) {
  return (
    <>
      <SkipLink />
      <header className="top">
        <Link className="brand" href={routes.desk()} prefetch={false}>
          <span className="mark" lang="ja" aria-hidden="true">
            開
          </span>
          <span className="nm">Hiraku</span>
        </Link>
        <Lookup />
        <Nav />
        <Gauge />
        <FrameSwitches theme={view.theme} />
      </header>
      {children}
    </>
  );
}

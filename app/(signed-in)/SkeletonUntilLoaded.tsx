import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";

/**
 * A page reached by a link shows its skeleton at once, however slow the service is. A page opened by its address is
 * sent complete: a skeleton would cost a second layout, and content streamed after it would wait for the page's
 * scripts.
 */
export async function SkeletonUntilLoaded(props: { readonly skeleton: ReactNode; readonly children: ReactNode }) {
  const byAddress = (await headers()).get("sec-fetch-dest") === "document";
  if (byAddress) return props.children;
  const skeleton = (
    <main className="page" id="main">
      {props.skeleton}
    </main>
  );
  return <Suspense fallback={skeleton}>{props.children}</Suspense>;
}

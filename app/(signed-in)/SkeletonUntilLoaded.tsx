import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";

/**
 * A page reached by a click shows its skeleton at once, however far away the service is. Opened by its address it
 * comes whole: a skeleton there costs a second layout, and what is streamed behind it waits for the page's scripts.
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

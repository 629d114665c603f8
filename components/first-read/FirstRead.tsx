"use client";

import dynamic from "next/dynamic";
import { persistently } from "@/components/ui/persistently";

/** Rendered only for those who are guided, at the end of the page, so that nothing moves when it comes. */
export const FirstRead = dynamic(
  () => persistently(() => import("./FirstReadBar.tsx")).then((code) => code.FirstReadBar),
  { ssr: false },
);

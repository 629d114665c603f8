"use client";

import dynamic from "next/dynamic";
import { persistently } from "@/components/ui/persistently";

/** It knows all English words that lead to Japanese ones, which are larger than the rest of the page. */
export const QueryAdvice = dynamic(() => persistently(() => import("./QueryAdvice")).then((code) => code.QueryAdvice), {
  ssr: false,
});

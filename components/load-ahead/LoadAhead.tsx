"use client";

import type { Route } from "next";
import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { fetchOwnApi } from "@/lib/next/queries/own-api";
import { api } from "@/lib/routes";
import { pageToLoad } from "./free-pages.ts";
import { Pace } from "./pace.ts";

/** Pointing this long at a link means it; a pointer on its way passes faster. */
const intentMs = 65;

/**
 * Loads a free page while its link is pointed at or focused, so that opening it shows it at once. Off where the browser
 * saves data, and where half of the rate limit is used.
 */
export function LoadAhead() {
  const router = useRouter();
  useEffect(() => {
    if (savesData()) return undefined;
    const pace = new Pace();
    // The generated types of the routes leave out the second argument, without which only the skeleton is loaded.
    const loadWhole: (href: Route, options: { readonly kind: PrefetchKind }) => void = router.prefetch;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onPoint = (event: Event) => {
      clearTimeout(timer);
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const address =
        link instanceof HTMLAnchorElement && link.target === "" && !link.hasAttribute("download")
          ? pageToLoad(link.href, location.href)
          : undefined;
      if (address === undefined) return;
      timer = setTimeout(() => {
        if (document.visibilityState === "visible" && pace.take(address, performance.now())) void load(address);
      }, intentMs);
    };
    const load = async (address: string) => {
      const { room } = await fetchOwnApi<{ room: boolean }>(api.loadAhead()).catch(() => ({ room: false }));
      if (room) loadWhole(address as Route, { kind: PrefetchKind.FULL });
    };
    const stop = () => clearTimeout(timer);
    document.addEventListener("pointerover", onPoint, { passive: true });
    document.addEventListener("focusin", onPoint);
    document.addEventListener("pointerdown", stop, { passive: true });
    return () => {
      stop();
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
      document.removeEventListener("pointerdown", stop);
    };
  }, [router]);
  return null;
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}

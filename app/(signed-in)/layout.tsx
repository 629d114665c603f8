import type { ReactNode } from "react";
import { requireOwner } from "@/lib/next/session";
import { AppShell } from "../AppShell.tsx";
import PageError from "./error.tsx";

/**
 * Each page checks the session as well.
 *
 * Next asks for the script of a segment's error page only once React has started, and the page answers nothing before
 * that has come. Named in the layout, it is among the layout's own scripts.
 */
export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  return (
    <AppShell owner={await requireOwner()} onFailure={PageError}>
      {children}
    </AppShell>
  );
}

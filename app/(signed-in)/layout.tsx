import type { ReactNode } from "react";
import { requireOwner } from "@/lib/auth/session";
import { AppShell } from "../AppShell.tsx";

/** Each page checks the session as well. */
export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  return <AppShell owner={await requireOwner()}>{children}</AppShell>;
}
